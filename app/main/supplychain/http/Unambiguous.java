package supplychain.http;

import io.javalin.http.Context;
import io.javalin.http.Header;
import java.util.Collections;
import java.util.List;
import supplychain.core.Problem;
import supplychain.core.ProblemType;

/** Refuses headers that a proxy in front of the service could read in another way than it does. */
final class Unambiguous {
  private static final List<String> ONCE =
      List.of(Header.AUTHORIZATION, Header.CONTENT_TYPE, Idempotency.HEADER);

  private Unambiguous() {}

  /** 400 where a header that counts once came twice, or the body is coded in an unknown way. */
  static void require(Context ctx) {
    for (String name : ONCE) {
      if (Collections.list(ctx.req().getHeaders(name)).size() > 1) {
        throw new Problem(ProblemType.MALFORMED_REQUEST, "Send the header " + name + " once.");
      }
    }
    String coding = ctx.header(Header.TRANSFER_ENCODING);
    if (coding != null && !coding.equalsIgnoreCase("chunked")) {
      throw new Problem(
              ProblemType.MALFORMED_REQUEST, "Send the body with Transfer-Encoding: chunked only.")
          .header(Header.CONNECTION, "close");
    }
  }
}
