package supplychain.http;

import io.javalin.http.Context;
import io.javalin.http.Header;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import supplychain.core.Problem;
import supplychain.core.ProblemType;

/** The pages that the {@code type} of a problem names (RFC 9457, 3.1.1). */
public final class ProblemPages {
  private static final String POLICY =
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  private static final String HTML = "text/html";
  private static final List<String> MEDIA_TYPES = List.of("text/plain", HTML);
  private static final String PAGE =
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>%1$s</title>
      </head>
      <body>
      <h1>%1$s</h1>
      <p>Status %2$d</p>
      <h2>What it means</h2>
      <p>%3$s</p>
      <h2>What to do</h2>
      <p>%4$s</p>
      </body>
      </html>
      """;
  private static final String TEXT =
      """
      %s (status %d)

      What it means: %s

      What to do: %s
      """;

  private ProblemPages() {}

  /** Answers with the page of a problem type: HTML for a browser, else text. */
  public static void show(Context ctx) {
    ProblemType type =
        Arrays.stream(ProblemType.values())
            .filter(each -> each.uri().endsWith("/" + ctx.pathParam("name")))
            .findFirst()
            .orElseThrow(Problem::notFound);
    String mediaType = AcceptHeader.best(ctx, MEDIA_TYPES);
    String page =
        (mediaType.equals(HTML) ? PAGE : TEXT)
            .formatted(type.title(), type.status(), type.meaning(), type.remedy());
    ctx.header(Header.VARY, Header.ACCEPT)
        .header("Content-Security-Policy", POLICY)
        .header("Referrer-Policy", "no-referrer");
    EntityTag.sendUnlessKnown(
        ctx, mediaType + "; charset=utf-8", page.getBytes(StandardCharsets.UTF_8));
  }
}
