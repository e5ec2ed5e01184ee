package supplychain.resource;

import io.javalin.http.Context;
import io.javalin.http.Header;
import java.util.Arrays;
import java.util.Collections;
import java.util.Optional;
import org.eclipse.jetty.http.QuotedQualityCSV;

/** How a list is written. */
enum MediaType {
  /** A page of it, as one array. */
  JSON("application/json"),
  /** All of it, one document a line. */
  LINES("application/x-ndjson"),
  /** All of it, as a table (RFC 4180). */
  TABLE("text/csv");

  private final String written;

  MediaType(String written) {
    this.written = written;
  }

  /** As it stands in a header. */
  String written() {
    return written;
  }

  /** What the client likes best of these (RFC 9110, 12.5.1); JSON where it says nothing of them. */
  static MediaType wanted(Context ctx) {
    QuotedQualityCSV accepted = new QuotedQualityCSV();
    Collections.list(ctx.req().getHeaders(Header.ACCEPT)).forEach(accepted::addValue);
    return accepted.getValues().stream()
        .map(MediaType::of)
        .flatMap(Optional::stream)
        .findFirst()
        .orElse(JSON);
  }

  private static Optional<MediaType> of(String accepted) {
    String type = accepted.split(";", 2)[0].strip();
    return Arrays.stream(values()).filter(each -> each.written.equalsIgnoreCase(type)).findFirst();
  }
}
