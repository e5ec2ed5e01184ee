package supplychain.http;

import io.javalin.http.Context;
import io.javalin.http.Header;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/** How many records stand in one body, each on a line. */
public enum LinesType {
  /** A table whose first line names the columns (RFC 4180). */
  TABLE("text/csv", "header *= *\"?present\"?"),
  /** A JSON document a line. */
  DOCUMENTS("application/x-ndjson", "(?!)");

  private static final String UTF_8 = "charset *= *\"?utf-?8\"?";

  private final String written;
  private final Pattern form;

  LinesType(String written, String parameter) {
    this.written = written;
    this.form =
        Pattern.compile(
            Pattern.quote(written) + " *(; *(" + UTF_8 + "|" + parameter + ") *)*",
            Pattern.CASE_INSENSITIVE);
  }

  /** As it stands in a header. */
  public String written() {
    return written;
  }

  /** The one that a body is said to be, where the route takes such bodies. */
  static Optional<LinesType> of(Context ctx) {
    String type = ctx.header(Header.CONTENT_TYPE);
    return type == null || !isTaken(ctx)
        ? Optional.empty()
        : Arrays.stream(values())
            .filter(one -> one.form.matcher(type.trim()).matches())
            .findFirst();
  }

  /** Whether the route takes lines too. */
  static boolean isTaken(Context ctx) {
    return ctx.routeRoles().contains(Takes.LINES);
  }
}
