package supplychain.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.Header;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.UUID;
import java.util.function.Function;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.database.Document;
import supplychain.validation.Body;

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
     * @throws supplychain.core.Problem if it is refused
     */
    UUID record(DSLContext sql, Caller caller, Body body);
  }

  /**
   * A record that was just made, and what is shown of it this once.
   *
   * @param field where in its document that is; null there ever after
   */
  public record Secret(UUID id, String field, String value) {}

  /** Records one record that has something secret, in the transaction at hand. */
  @FunctionalInterface
  public interface SecretRecording {
    /**
     * Records it.
     *
     * @throws supplychain.core.Problem if it is refused
     */
    Secret record(DSLContext sql, Caller caller, Body body);
  }

  /** Makes records of one kind, where the route is: each answer is 201 with document and path. */
  public Handler of(Recording recording, Document document) {
    return ctx -> answer(ctx, ctx.endpoint().path, recording, document);
  }

  /**
   * Makes records that belong to the one whose id is in the path, and are to be found at another.
   *
   * @param path where they are, with its last slash
   * @param recording records one that belongs to the record of that id
   */
  public Handler of(String path, Function<UUID, Recording> recording, Document document) {
    return ctx -> answer(ctx, path, recording, document);
  }

  /** The same for records that name a user, of which a dry run shows no more than was sent. */
  public Handler ofUser(Recording recording, Document document) {
    return ctx -> {
      JsonRequest request = JsonRequest.read(ctx);
      answer(
          ctx,
          request,
          ctx.endpoint().path,
          recording,
          (sql, reader, id) -> withoutUnknownUser(ctx, request, document.of(sql, reader, id)));
    };
  }

  /** The same for records with a secret, which stands in that answer and is kept nowhere. */
  public Handler ofSecret(SecretRecording recording, Document document) {
    return ctx -> answerOnce(ctx, ctx.endpoint().path, recording, document);
  }

  /**
   * Answers 201 with the record's document and its path.
   *
   * @param path where the records of this kind are, with its last slash
   */
  public void answer(Context ctx, String path, Recording recording, Document document) {
    answer(ctx, JsonRequest.read(ctx), path, recording, document::of);
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
    answer(ctx, request, path.formatted(id), recording.apply(id), document::of);
  }

  private void answerOnce(Context ctx, String path, SecretRecording recording, Document document) {
    JsonRequest request = JsonRequest.read(ctx);
    Caller caller = Authentication.caller(ctx);
    ctx.header(Header.CACHE_CONTROL, "no-store");
    idempotency.once(
        ctx,
        request,
        sql -> {
          Secret made = recording.record(sql, caller, request.body());
          byte[] all = document.of(sql, caller.company(), made.id());
          byte[] kept = withoutUnknownUser(ctx, request, all);
          byte[] shown = with(kept, made.field(), made.value());
          return new Answer(201, path + made.id() + "/", shown, kept, ContentType.JSON);
        });
  }

  private void answer(
      Context ctx, JsonRequest request, String path, Recording recording, Shown shown) {
    Caller caller = Authentication.caller(ctx);
    idempotency.once(
        ctx,
        request,
        sql -> {
          UUID id = recording.record(sql, caller, request.body());
          return Answer.created(path + id + "/", shown.of(sql, caller.company(), id));
        });
  }

  /** What is answered of a record that was just made. */
  private interface Shown {
    byte[] of(DSLContext sql, UUID reader, UUID id);
  }

  /**
   * A dry run adds no member. So its answer must not reveal whether an address has a user, nor the
   * id of that user.
   */
  private static byte[] withoutUnknownUser(Context ctx, JsonRequest request, byte[] document) {
    boolean isHidden = Writes.isRehearsal(ctx) && !request.tree().hasNonNull("user");
    return isHidden ? with(document, "user", null) : document;
  }

  /** A document with another value of a field. */
  private static byte[] with(byte[] document, String field, String value) {
    try {
      ObjectNode shown = (ObjectNode) JsonRequest.MAPPER.readTree(document);
      return JsonRequest.MAPPER.writeValueAsBytes(shown.put(field, value));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
