package supplychain.http;

import io.javalin.http.Context;
import java.util.regex.Pattern;
import supplychain.database.Ids;

/** The id by which a client and the log speak of one request. */
public final class RequestId {
  /** The header that carries it, both ways. */
  static final String HEADER = "X-Request-Id";

  private static final String ATTRIBUTE = "request-id";
  private static final Pattern WELL_FORMED = Pattern.compile("[A-Za-z0-9._:-]{1,64}");

  private RequestId() {}

  /** Gives the request an id, the client's own if it sends a well-formed one, and answers it. */
  public static void assign(Context ctx) {
    ctx.header(HEADER, of(ctx));
  }

  /** The request's id. */
  public static String of(Context ctx) {
    String assigned = ctx.attribute(ATTRIBUTE);
    if (assigned != null) {
      return assigned;
    }
    String id = of(ctx.header(HEADER));
    ctx.attribute(ATTRIBUTE, id);
    return id;
  }

  /** The id that a client sent, if it is well formed, or a new one. */
  static String of(String sent) {
    return sent != null && WELL_FORMED.matcher(sent).matches() && Tokens.hide(sent).equals(sent)
        ? sent
        : Ids.next().toString();
  }
}
