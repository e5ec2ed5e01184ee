package supplychain.http;

import io.javalin.http.Context;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;

/** By which a request is known again: its method, its path, what it asks for and its body. */
final class RequestHash {
  private RequestHash() {}

  /** The hash of a request with one record. */
  static byte[] of(Context ctx, JsonRequest request) {
    byte[] line = (ctx.method() + " " + path(ctx) + "\n").getBytes(StandardCharsets.UTF_8);
    ByteBuffer all = ByteBuffer.allocate(line.length + request.bytes().length);
    return Tokens.sha256(all.put(line).put(request.bytes()).array());
  }

  /** What the lines are, and what is asked of them, is a part of it. */
  static byte[] of(Context ctx, LinesRequest request) {
    String asked =
        "%s %s %s proceeds=%s lenient=%s\n"
            .formatted(
                ctx.method(),
                path(ctx),
                request.type().written(),
                request.proceeds(),
                request.lenient());
    MessageDigest hash = Tokens.sha256();
    hash.update(asked.getBytes(StandardCharsets.UTF_8));
    request.body().addTo(hash);
    return hash.digest();
  }

  /** The path as the route has it, with or without a last slash, and the ids in it. */
  private static String path(Context ctx) {
    String path = ctx.endpoint().path;
    for (Map.Entry<String, String> id : ctx.pathParamMap().entrySet()) {
      path = path.replace("{" + id.getKey() + "}", id.getValue());
    }
    return path;
  }
}
