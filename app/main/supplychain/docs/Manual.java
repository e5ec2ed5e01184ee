package supplychain.docs;

import io.javalin.http.ContentType;
import io.javalin.http.Context;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.io.IOUtils;
import org.apache.commons.io.function.Uncheck;
import supplychain.core.Problem;
import supplychain.http.EntityTag;
import supplychain.http.Preferences;

/**
 * The pages of the service: the manual, which {@code app/manual/render.groovy} renders at build
 * time, and the page that shows the OpenAPI document. They load nothing from another server.
 */
public final class Manual {
  public static final String HTML = "text/html";

  private static final String MARKDOWN = "text/markdown";
  private static final String PICTURE = "image/svg+xml";
  private static final String INDEX = "index";

  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  /** A picture has its styles in it. */
  private static final String PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

  private static final Pattern PAGE = Pattern.compile("[a-z-]+");
  private static final Pattern FILE = Pattern.compile("[A-Za-z.-]+\\.(css|js|json|md|svg|txt)");

  private Manual() {}

  /** Answers with the contents of the manual. */
  public static void index(Context ctx) {
    sendPage(ctx, INDEX);
  }

  /** Answers with the page that shows every operation. */
  public static void api(Context ctx) {
    send(ctx, HTML, read("api.html"));
  }

  /** Answers with a page, or with a file that the pages need; 404 if there is neither. */
  public static void file(Context ctx) {
    String name = ctx.pathParam("file");
    Matcher file = FILE.matcher(name);
    if (PAGE.matcher(name).matches() && exists(name + ".md")) {
      sendPage(ctx, name);
    } else if (file.matches() && exists(name)) {
      send(ctx, ContentType.Companion.mimeTypeByExtension(file.group(1)), read(name));
    } else {
      throw Problem.notFound();
    }
  }

  /** Answers as Markdown if the client prefers that, else as HTML. */
  private static void sendPage(Context ctx, String name) {
    String mediaType = Preferences.mediaType(ctx, List.of(HTML, MARKDOWN));
    Preferences.varyByAccept(ctx);
    send(ctx, mediaType, read(name + (mediaType.equals(HTML) ? ".html" : ".md")));
  }

  /** Answers with a page that may load only files of this service. */
  public static void send(Context ctx, String mediaType, byte[] page) {
    String policy = mediaType.equals(PICTURE) ? PICTURE_POLICY : POLICY;
    ctx.header("Content-Security-Policy", policy).header("Referrer-Policy", "no-referrer");
    EntityTag.sendUnlessKnown(ctx, mediaType + "; charset=utf-8", page);
  }

  private static boolean exists(String name) {
    return Manual.class.getResource("manual/" + name) != null;
  }

  private static byte[] read(String name) {
    return Uncheck.get(() -> IOUtils.resourceToByteArray("/supplychain/docs/manual/" + name));
  }
}
