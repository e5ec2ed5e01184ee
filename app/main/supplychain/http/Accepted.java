package supplychain.http;

import io.javalin.http.Context;
import io.javalin.http.Header;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the client says in Accept (RFC 9110, 12.5.1). */
public final class Accepted {
  private static final int MOST_RANGES = 50;

  /** A type, and its weight, among parameters that do not matter here. */
  private static final Pattern RANGE =
      Pattern.compile("\\s*([^\\s;]+)\\s*(?:;[^;]*)*?(?:;\\s*[qQ]=([01](?:\\.[0-9]{0,3})?)\\s*)?");

  private Accepted() {}

  /** What it likes best of these types; the first where it says nothing of them. */
  public static String best(Context ctx, List<String> types) {
    String best = types.get(0);
    double most = 0;
    for (String header : Collections.list(ctx.req().getHeaders(Header.ACCEPT))) {
      for (String range : header.split(",", MOST_RANGES)) {
        Matcher parts = RANGE.matcher(range);
        if (parts.matches()) {
          double weight = parts.group(2) == null ? 1 : Double.parseDouble(parts.group(2));
          Optional<String> named =
              types.stream().filter(type -> type.equalsIgnoreCase(parts.group(1))).findFirst();
          if (named.isPresent() && weight > most) {
            best = named.get();
            most = weight;
          }
        }
      }
    }
    return best;
  }
}
