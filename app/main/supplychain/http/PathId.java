package supplychain.http;

import io.javalin.http.Context;
import java.util.UUID;
import supplychain.core.Problem;
import supplychain.validation.Formats;

/** The id in a path: {@code {hashid}} in the interface's spelling. */
public final class PathId {
  private PathId() {}

  /** The id; 404 if the text is no id, since no record can have it. */
  public static UUID of(Context ctx) {
    return Formats.uuid(ctx.pathParam("hashid")).orElseThrow(Problem::notFound);
  }

  /** Whether the text is an id. */
  public static boolean isId(Context ctx) {
    return Formats.uuid(ctx.pathParam("hashid")).isPresent();
  }
}
