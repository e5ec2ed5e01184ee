package supplychain.http;

import io.javalin.http.Context;
import java.util.regex.Pattern;
import supplychain.core.Tokens;
import supplychain.database.Ids;

/**
 * The ids of one request. They are never mixed up: anybody can send a client's.
 *
 * @param own the service's, unique
 * @param client the client's; null where it sent none, or one that is not well formed
 */
public record RequestId(String own, String client) {
  /** The header that carries it, both ways. */
  static final String HEADER = "X-Request-Id";

  private static final String ATTRIBUTE = "request-id";
  private static final Pattern WELL_FORMED = Pattern.compile("[A-Za-z0-9._:-]{1,64}");

  /** Gives the request an id, and answers it. */
  public static void assign(Context ctx) {
    ctx.header(HEADER, of(ctx).answered());
  }

  /** The ids of a request. */
  public static RequestId of(Context ctx) {
    RequestId assigned = ctx.attribute(ATTRIBUTE);
    if (assigned != null) {
      return assigned;
    }
    RequestId id = of(ctx.header(HEADER));
    ctx.attribute(ATTRIBUTE, id);
    return id;
  }

  /** A new id, beside the one that a client sent. */
  static RequestId of(String sent) {
    boolean isTaken =
        sent != null && WELL_FORMED.matcher(sent).matches() && Tokens.hide(sent).equals(sent);
    return new RequestId(Ids.next().toString(), isTaken ? sent : null);
  }

  /** What the client is told: its own id, if it sent one. */
  String answered() {
    return client == null ? own : client;
  }

  /** Both, for the log. */
  @Override
  public String toString() {
    return client == null ? own : own + " " + client;
  }
}
