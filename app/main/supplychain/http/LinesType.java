package supplychain.http;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.Header;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The types of bodies with many records. */
public enum LinesType {
  /** A table whose first line has the names of the columns (RFC 4180). */
  TABLE("text/csv", "header *= *\"?present\"?", Work.LINES),
  /** A workbook with such a table on a sheet. */
  WORKBOOK(Server.WORKBOOK, "(?!)", Work.LINES),
  /** A JSON document on each line. */
  DOCUMENTS("application/x-ndjson", "(?!)", Work.LINES),
  /** GeoJSON (RFC 7946). */
  FEATURES("application/geo+json", "(?!)", Work.FEATURES),
  /** GeoJSON documents after each other (RFC 8142). */
  FEATURES_IN_SEQUENCE("application/geo+json-seq", "(?!)", Work.FEATURES),
  /** Placemarks of KML (OGC 12-007r2), also in a KMZ. */
  PLACEMARKS("application/vnd.google-earth.kml+xml", "(?!)", Work.FEATURES),
  PLACEMARKS_IN_ZIP("application/vnd.google-earth.kmz", "(?!)", Work.FEATURES);

  private static final String UTF_8 = "charset *= *\"?utf-?8\"?";

  private final String written;
  private final Pattern form;
  private final Work takes;

  LinesType(String written, String parameter, Work takes) {
    this.takes = takes;
    this.written = written;
    // At most nine parameters: the matching of each takes some of the stack.
    this.form =
        Pattern.compile(
            Pattern.quote(written) + " *(; *(" + UTF_8 + "|" + parameter + ") *){0,9}",
            Pattern.CASE_INSENSITIVE);
  }

  public String written() {
    return written;
  }

  /** A handler of bodies with one record, and of those with many. */
  public static Handler choose(Handler one, Handler many) {
    return ctx -> (of(ctx).isPresent() ? many : one).handle(ctx);
  }

  /** The type that the header names, if the route accepts it. */
  public static Optional<LinesType> of(Context ctx) {
    String type = ctx.header(Header.CONTENT_TYPE);
    return taken(ctx)
        .filter(one -> type != null && one.form.matcher(type.trim()).matches())
        .findFirst();
  }

  /** What the lines are for a person. */
  public String unit() {
    return switch (this) {
      case TABLE, DOCUMENTS -> "Line";
      case WORKBOOK -> "Row";
      default -> "Feature";
    };
  }

  /** Whether the records are the rows of a table. */
  public boolean isTable() {
    return this == TABLE || this == WORKBOOK;
  }

  /** Whether the records are plots of a map, with the properties of the tool that wrote them. */
  public boolean isOfMap() {
    return takes == Work.FEATURES;
  }

  static Stream<LinesType> taken(Context ctx) {
    return Arrays.stream(values()).filter(one -> ctx.routeRoles().contains(one.takes));
  }
}
