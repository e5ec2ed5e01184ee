package supplychain.trace;

import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import supplychain.core.Caller;
import supplychain.database.Database;
import supplychain.http.Authentication;
import supplychain.http.EntityTag;
import supplychain.http.PathId;
import supplychain.http.Preferences;
import supplychain.http.Query;
import supplychain.validation.Body;
import supplychain.validation.ValueType;
import supplychain.validation.ValueType.Read;

/** Answers where goods came from and where they went: as JSON, as a picture, as text. */
public record Traces(Database database) {
  private static final ValueType<Trace.Direction> DIRECTION =
      value ->
          Trace.Direction.of(value.asText())
              .map(Read::right)
              .orElse(Read.wrong("not_a_choice", "must be up, down or both."));

  private record Format(String type, String ending, Function<Trace, String> text) {}

  private static final Format JSON = new Format("application/json", "json", TraceJson::of);

  private static final List<Format> FORMATS =
      List.of(
          JSON,
          new Format("image/svg+xml", "svg", TraceSvg::of),
          new Format(
              "text/plain", "txt", trace -> String.join("\n", TraceText.lines(trace)) + "\n"));

  private static final List<String> TYPES = FORMATS.stream().map(Format::type).toList();

  /** Answers with the trace of the transaction in the path: 404 if the caller does not see it. */
  public void read(Context ctx) {
    Body query = Query.body(ctx);
    Trace.Direction direction = query.get("direction", DIRECTION).or(Trace.Direction.UP);
    query.throwIfInvalid();
    UUID id = PathId.of(ctx);
    Format format = FORMATS.get(TYPES.indexOf(Preferences.mediaType(ctx, TYPES)));
    Caller caller = Authentication.caller(ctx);
    Trace trace = database.readConsistent(sql -> Trace.read(sql, caller, id, direction));
    byte[] document = format.text().apply(trace).getBytes(StandardCharsets.UTF_8);
    Preferences.varyByAccept(ctx);
    if (format.equals(JSON)) {
      EntityTag.sendUnlessKnown(ctx, document);
      return;
    }
    String file = "trace-" + id + "." + format.ending();
    EntityTag.sendToOpen(ctx, file, format.type() + "; charset=utf-8", document);
  }
}
