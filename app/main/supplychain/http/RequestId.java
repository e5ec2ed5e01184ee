package supplychain.http;

import io.javalin.http.Context;
import java.util.regex.Pattern;
import supplychain.core.Tokens;
import supplychain.database.Ids;

/**
 * The two ids of a request. Only the service's own is unique: a client can send any id.
 *
 * @param own the service's id
 * @param client the client's id; null if the id is missing, malformed, or contains a token
 */
public record RequestId(String own, String client) {
  /** The header for the id, in requests and in answers. */
  static final String HEADER = "X-Request-Id";

  private static final String ATTRIBUTE = "request-id";
  private static final Pattern WELL_FORMED = Pattern.compile("[A-Za-z0-9._:-]{1,64}");

  /** The ids of the request. The first call creates them. */
  public static RequestId of(Context ctx) {
    return ctx.attributeOrCompute(ATTRIBUTE, absent -> of(ctx.header(HEADER)));
  }

  /** New ids for a request with this header. */
  static RequestId of(String sent) {
    boolean isAccepted =
        sent != null && WELL_FORMED.matcher(sent).matches() && Tokens.hide(sent).equals(sent);
    return new RequestId(Ids.next().toString(), isAccepted ? sent : null);
  }

  /** The id in the answer: the client's, if accepted. */
  String forAnswer() {
    return client == null ? own : client;
  }

  @Override
  public String toString() {
    return client == null ? own : own + " " + client;
  }
}
