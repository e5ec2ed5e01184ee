package supplychain.resource;

import io.javalin.http.Context;
import io.javalin.http.Header;
import java.util.Arrays;
import java.util.Collections;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How a list is written. */
public enum MediaType {
  /** A page of it, as one array. */
  JSON("application/json"),
  /** All of it, one document a line. */
  LINES("application/x-ndjson"),
  /** All of it, as a table (RFC 4180). */
  TABLE("text/csv"),
  /** All of it, as a FeatureCollection (RFC 7946). */
  FEATURES("application/geo+json");

  private static final int MOST_RANGES = 50;

  /** A type, and its weight, among parameters that do not matter here. */
  private static final Pattern RANGE =
      Pattern.compile("\\s*([^\\s;]+)\\s*(?:;[^;]*)*?(?:;\\s*[qQ]=([01](?:\\.[0-9]{0,3})?)\\s*)?");

  private final String written;

  MediaType(String written) {
    this.written = written;
  }

  /** As it stands in a header. */
  public String written() {
    return written;
  }

  /**
   * What the client likes best of these (RFC 9110, 12.5.1), as far as records of this kind can be
   * written so; JSON where it says nothing of them.
   */
  public static MediaType wanted(Context ctx, Resource resource) {
    MediaType best = JSON;
    double most = 0;
    for (String header : Collections.list(ctx.req().getHeaders(Header.ACCEPT))) {
      for (String range : header.split(",", MOST_RANGES)) {
        Matcher parts = RANGE.matcher(range);
        if (parts.matches()) {
          double weight = parts.group(2) == null ? 1 : Double.parseDouble(parts.group(2));
          Optional<MediaType> named = named(parts.group(1));
          if (named.isPresent() && named.get().fits(resource) && weight > most) {
            best = named.get();
            most = weight;
          }
        }
      }
    }
    return best;
  }

  private boolean fits(Resource resource) {
    return this != FEATURES || resource != null && resource.features() != null;
  }

  private static Optional<MediaType> named(String type) {
    return Arrays.stream(values()).filter(each -> each.written.equalsIgnoreCase(type)).findFirst();
  }
}
