package supplychain.http;

import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.Header;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.regex.Pattern;
import supplychain.problem.Problem;
import supplychain.problem.ProblemType;

/**
 * The version of a document, made of its bytes, and what clients ask by it (RFC 9110, 8.8 and 13).
 */
public final class EntityTag {
  private static final int BYTES = 18;
  private static final Pattern COMMA = Pattern.compile(",");

  private EntityTag() {}

  /** The strong tag of a document. */
  public static String of(byte[] document) {
    byte[] hash = Arrays.copyOf(Tokens.sha256(document), BYTES);
    return "\"" + Base64.getUrlEncoder().withoutPadding().encodeToString(hash) + "\"";
  }

  /** Whether the client states a version that it wants to change. */
  public static boolean isConditional(Context ctx) {
    return ctx.header(Header.IF_MATCH) != null;
  }

  /** 412 unless the document is a version that the client states in If-Match. */
  public static void requireMatch(Context ctx, byte[] document) {
    if (isConditional(ctx) && !names(tags(ctx, Header.IF_MATCH), of(document), false)) {
      throw new Problem(
              ProblemType.PRECONDITION_FAILED,
              "Someone changed it since: ETag names its present version.")
          .header(Header.ETAG, of(document));
    }
  }

  /** Sends the document with its tag. */
  public static void send(Context ctx, byte[] document) {
    new Answer(200, null, document).send(ctx);
    tag(ctx, of(document));
  }

  /** Sends the document with its tag, or 304 when the client has this version already. */
  public static void sendUnlessKnown(Context ctx, byte[] document) {
    sendUnlessKnown(ctx, ContentType.JSON, document);
  }

  /** The same for what is not JSON. */
  public static void sendUnlessKnown(Context ctx, String mediaType, byte[] document) {
    String tag = of(document);
    if (names(tags(ctx, Header.IF_NONE_MATCH), tag, true)) {
      tag(ctx, tag);
      // A cache takes what stands here for the document's: Jetty would write the length of the
      // empty answer, and Javalin text/plain.
      ctx.status(304).res().setContentType(null);
      ctx.res().setContentLength(document.length);
    } else {
      Answer.write(ctx, 200, mediaType, document);
      tag(ctx, tag);
    }
  }

  private static void tag(Context ctx, String tag) {
    ctx.header(Header.ETAG, tag).header(Header.CACHE_CONTROL, "private, no-cache");
  }

  /** What stands in a header, whose list may go over several lines. */
  private static String tags(Context ctx, String header) {
    return String.join(",", Collections.list(ctx.req().getHeaders(header)));
  }

  private static boolean names(String header, String tag, boolean weakly) {
    if (header.trim().equals("*")) {
      return true;
    }
    return COMMA
        .splitAsStream(header)
        .map(String::strip)
        .map(stated -> weakly && stated.startsWith("W/") ? stated.substring(2) : stated)
        .anyMatch(tag::equals);
  }
}
