package supplychain.http;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.UUID;
import java.util.function.Function;
import org.jooq.DSLContext;
import supplychain.body.Body;
import supplychain.database.Document;

/** Answers a POST with the record made of its body, made once however often it is sent. */
public final class Creation {
  private final Idempotency idempotency;

  /** Creations whose answers are kept for repeats. */
  public Creation(Idempotency idempotency) {
    this.idempotency = idempotency;
  }

  /** Records one record out of a body, in the transaction at hand: all of it or nothing. */
  @FunctionalInterface
  public interface Recording {
    /**
     * Records it.
     *
     * @return its id
     * @throws supplychain.problem.Problem if it is refused
     */
    UUID record(DSLContext sql, Caller caller, Body body);
  }

  /** A handler of a route whose path is where the records of this kind are. */
  public Handler of(Recording recording, Document document) {
    return ctx -> answer(ctx, ctx.endpoint().path, recording, document);
  }

  /**
   * Answers 201 with the record's document and its path.
   *
   * @param path where the records of this kind are, with its last slash
   */
  public void answer(Context ctx, String path, Recording recording, Document document) {
    answer(ctx, JsonRequest.read(ctx), path, recording, document);
  }

  /**
   * The same for a record that belongs to the one whose id is in the path.
   *
   * @param path where such records are, with {@code %s} for that id
   * @param recording records one that belongs to the record of that id
   */
  public void answer(
      Context ctx, String path, Function<UUID, Recording> recording, Document document) {
    JsonRequest request = JsonRequest.read(ctx);
    UUID id = PathId.of(ctx);
    answer(ctx, request, path.formatted(id), recording.apply(id), document);
  }

  private void answer(
      Context ctx, JsonRequest request, String path, Recording recording, Document document) {
    Caller caller = Authentication.caller(ctx);
    idempotency.once(
        ctx,
        request,
        sql -> {
          UUID id = recording.record(sql, caller, request.body());
          return Answer.created(path + id + "/", document.of(sql, id));
        });
  }
}
