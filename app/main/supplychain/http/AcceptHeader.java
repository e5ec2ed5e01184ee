package supplychain.http;

import io.javalin.http.Context;
import io.javalin.http.Header;
import java.util.Collections;
import java.util.List;
import org.eclipse.jetty.http.QuotedQualityCSV;

/** The preferences in the header Accept (RFC 9110, 12.5.1). */
public final class AcceptHeader {
  private AcceptHeader() {}

  /**
   * The type that the client prefers among these; the first type if Accept is malformed or names
   * none of them.
   */
  public static String best(Context ctx, List<String> types) {
    QuotedQualityCSV ranges = new QuotedQualityCSV();
    try {
      Collections.list(ctx.req().getHeaders(Header.ACCEPT)).forEach(ranges::addValue);
    } catch (IllegalArgumentException malformed) {
      return types.get(0);
    }
    for (String range : ranges) {
      String named = range.replaceFirst(";.*", "").strip();
      for (String type : types) {
        if (type.equalsIgnoreCase(named)) {
          return type;
        }
      }
    }
    return types.get(0);
  }
}
