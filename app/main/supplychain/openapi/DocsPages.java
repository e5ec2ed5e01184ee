package supplychain.openapi;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import supplychain.core.Problem;
import supplychain.http.EntityTag;

/** The OpenAPI document as a page for people (Swagger UI). The page needs no other server. */
public final class DocsPages {
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final String PAGE = "docs.html";

  /** The media types of the files. */
  private static final Map<String, String> FILES =
      Map.of(
          "docs.css", "text/css",
          "docs.js", "text/javascript",
          "swagger-ui.css", "text/css",
          "swagger-ui-bundle.js", "text/javascript",
          "swagger-ui-bundle.js.LICENSE.txt", "text/plain");

  private DocsPages() {}

  /** Answers with the page. */
  public static void show(Context ctx) {
    send(ctx, PAGE, "text/html");
  }

  /** Answers with a file of the page; 404 if there is no such file. */
  public static void file(Context ctx) {
    String name = ctx.pathParam("file");
    String mediaType = FILES.get(name);
    if (mediaType == null) {
      throw Problem.notFound();
    }
    send(ctx, name, mediaType);
  }

  private static void send(Context ctx, String name, String mediaType) {
    ctx.header("Content-Security-Policy", POLICY).header("Referrer-Policy", "no-referrer");
    EntityTag.sendUnlessKnown(ctx, mediaType + "; charset=utf-8", read(name));
  }

  private static byte[] read(String name) {
    try (InputStream stream = DocsPages.class.getResourceAsStream(name)) {
      return stream.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(name + " cannot be read", e);
    }
  }
}
