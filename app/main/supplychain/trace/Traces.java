package supplychain.trace;

import io.javalin.http.Context;
import io.javalin.http.Header;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import supplychain.core.Caller;
import supplychain.database.Database;
import supplychain.http.Authentication;
import supplychain.http.EntityTag;
import supplychain.http.PathId;
import supplychain.http.Preferences;
import supplychain.http.Query;
import supplychain.validation.Body;
import supplychain.validation.Kind;
import supplychain.validation.Kind.Read;

/** Answers where goods came from and where they went: as JSON, as a picture, as text. */
public final class Traces {
  /** A browser that opens a picture by itself must run no script and load nothing. */
  private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

  private static final Kind<Trace.Direction> DIRECTION =
      value ->
          Trace.Direction.of(value.asText())
              .map(Read::right)
              .orElse(Read.wrong("not_a_choice", "It must be up, down or both."));

  private enum Format {
    JSON("application/json", "json"),
    DOT("text/vnd.graphviz", "dot"),
    SVG("image/svg+xml", "svg"),
    TEXT("text/plain", "txt");

    private final String type;
    private final String ending;

    Format(String type, String ending) {
      this.type = type;
      this.ending = ending;
    }

    static Format wanted(Context ctx) {
      List<Format> all = List.of(values());
      List<String> types = all.stream().map(format -> format.type).toList();
      return all.get(types.indexOf(Preferences.mediaType(ctx, types)));
    }

    String write(Trace trace) {
      return switch (this) {
        case JSON -> TraceJson.of(trace);
        case DOT -> TraceDot.of(trace);
        case SVG -> TraceSvg.of(trace);
        case TEXT -> String.join("\n", TraceText.lines(trace)) + "\n";
      };
    }
  }

  private final Database database;

  public Traces(Database database) {
    this.database = database;
  }

  /** Answers with the trace of the transaction in the path: 404 if the caller does not see it. */
  public void read(Context ctx) {
    Body query = Query.body(ctx);
    Trace.Direction direction = query.get("direction", DIRECTION).or(Trace.Direction.UP);
    query.finish();
    UUID id = PathId.of(ctx);
    Format format = Format.wanted(ctx);
    Caller caller = Authentication.caller(ctx);
    Trace trace = database.instant(sql -> Trace.read(sql, caller, id, direction));
    byte[] document = format.write(trace).getBytes(StandardCharsets.UTF_8);
    ctx.header(Header.VARY, Header.ACCEPT);
    if (format == Format.JSON) {
      EntityTag.sendUnlessKnown(ctx, document);
      return;
    }
    ctx.header(
        "Content-Disposition", "inline; filename=\"trace-" + id + "." + format.ending + "\"");
    ctx.header("Content-Security-Policy", POLICY);
    EntityTag.sendUnlessKnown(ctx, format.type + "; charset=utf-8", document);
  }
}
