package supplychain.records;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.commons.lang3.function.TriConsumer;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Batch;
import supplychain.database.Batch.Fetched;
import supplychain.database.Database;
import supplychain.database.Document;
import supplychain.database.Document.Written;
import supplychain.http.Admission;
import supplychain.http.Answer;
import supplychain.http.AnswerKeeper;
import supplychain.http.AnswerKeeper.NewRecord;
import supplychain.http.Authentication;
import supplychain.http.EntityTag;
import supplychain.http.Idempotency;
import supplychain.http.JsonRequest;
import supplychain.http.PathId;
import supplychain.http.Preferences;
import supplychain.http.WriteGroups;
import supplychain.http.WriteGroups.SingleWrite;
import supplychain.validation.Body;
import supplychain.verify.Warning;
import supplychain.verify.Warnings;

/**
 * Writes records over HTTP. Each request is one transaction: all of it is recorded or nothing. With
 * {@code Prefer: tx=rollback} it is a dry run: the write is checked and answered, then undone.
 *
 * @param groupSize how many requests are recorded together
 */
public record Writes(
    Database database, Idempotency idempotency, Admission admission, WriteGroups.Size groupSize) {
  /**
   * Creates one record that belongs to the record in the path, in the transaction of {@code sql}.
   * Returns its id, or throws a {@link Problem} if the caller does not see the other record.
   */
  @FunctionalInterface
  public interface PartCreation {
    UUID create(DSLContext sql, Caller caller, UUID whole, Body body);
  }

  /** Creates a record from a request. Its transaction keeps the answer for a repeat. */
  @FunctionalInterface
  public interface Post {
    Answer answer(DSLContext sql, AnswerKeeper keeper, Context ctx, JsonRequest request);
  }

  /**
   * Answers a POST: 201 with the path and the document of the new record. Requests that arrive at
   * the same time are recorded together, if the kind says so of their bodies.
   */
  public Handler create(RecordKind kind) {
    SingleWrite single =
        single(
            (sql, keeper, ctx, request) -> {
              Body body = request.body();
              kind.replaceNames(sql, Map.of(body, keeper.caller()));
              UUID id = kind.creations().recordOne(sql, keeper.caller(), body);
              return created(sql, keeper, kind, id, body);
            });
    Write write = grouped(kind, false, single);
    return ctx -> write.send(ctx, JsonRequest.read(ctx), answer -> answer.send(ctx));
  }

  /** Does a request, and sends its answer: at once, or when its group has ended. */
  @FunctionalInterface
  private interface Write {
    void send(Context ctx, JsonRequest request, Consumer<Answer> send);
  }

  private static Write alone(SingleWrite single) {
    return (ctx, request, send) -> send.accept(single.answer(ctx, request));
  }

  /** Records requests that arrive at the same time together, if the kind says so. */
  private Write grouped(RecordKind kind, boolean areChanges, SingleWrite single) {
    Write alone = alone(single);
    RecordKind.Writing writing = areChanges ? kind.amendment : kind.creation;
    if (writing.grouping() == null) {
      return alone;
    }
    GroupTransaction transaction = new GroupTransaction(database, kind, areChanges);
    WriteGroups together = groups(WriteGroups.MOST_GROUPS, transaction, single);
    WriteGroups inTurn = groups(1, transaction, single);
    return (ctx, request, send) -> {
      switch (writing.grouping().apply(request.tree())) {
        case ALONE -> alone.send(ctx, request, send);
        case TOGETHER -> together.write(ctx, request, send);
        case IN_TURN -> inTurn.write(ctx, request, send);
      }
    };
  }

  private WriteGroups groups(int most, GroupTransaction transaction, SingleWrite single) {
    return new WriteGroups(admission, idempotency, groupSize, most, transaction::record, single);
  }

  private SingleWrite single(Post post) {
    return (ctx, request) ->
        idempotency.once(ctx, request, (sql, keeper) -> post.answer(sql, keeper, ctx, request));
  }

  /** Answers a POST in a transaction of its own, once for its key. */
  public Handler once(Post post) {
    SingleWrite single = single(post);
    return ctx -> single.answer(ctx, JsonRequest.read(ctx)).send(ctx);
  }

  /** Answers a POST that creates a record of this kind, which belongs to the one in the path. */
  public Handler createPart(RecordKind kind, PartCreation creation) {
    return once(
        (sql, keeper, ctx, request) -> {
          UUID whole = PathId.of(ctx);
          UUID id = creation.create(sql, keeper.caller(), whole, request.body());
          return created(sql, keeper, kind, id, request.body());
        });
  }

  private static Answer created(
      DSLContext sql, AnswerKeeper keeper, RecordKind kind, UUID id, Body body) {
    Supplier<List<Warning>> warnings = Warnings.add(Batch.of(sql), kind.name(), Map.of(body, id));
    NewRecord created = new NewRecord(keeper, id, kind.pathOf(id));
    return commit(sql, created, kind.document(), warnings);
  }

  /** Reads the document and the warnings, keeps the answer and commits, in one round trip. */
  private static Answer commit(
      DSLContext sql, NewRecord created, Document document, Supplier<List<Warning>> warnings) {
    Batch batch = Batch.of(sql);
    Fetched<Written> shown = AnswerKeeper.documents(batch, document, List.of(created));
    batch.commit();
    byte[] json = shown.first().orElseThrow().json();
    return new Answer(201, created.location(), json).with(warnings.get());
  }

  /**
   * Answers a POST that creates a record without a path of its own, such as a reversal: Location
   * names the record in the path.
   */
  public Handler createAbout(RecordKind whole, PartCreation creation, Document document) {
    return once(
        (sql, keeper, ctx, request) -> {
          UUID id = PathId.of(ctx);
          UUID part = creation.create(sql, keeper.caller(), id, request.body());
          NewRecord created = new NewRecord(keeper, part, whole.pathOf(id));
          return commit(sql, created, document, List::of);
        });
  }

  /**
   * Answers a PATCH with the changed record. Before any rule of the body, the answer is 404 if the
   * caller does not see the record, and 412 if the client names another version. Requests that
   * arrive at the same time are recorded together, if the kind says so of their bodies.
   */
  public Handler amend(RecordKind kind) {
    SingleWrite single = (ctx, request) -> amendOne(kind, ctx, request);
    Write alone = alone(single);
    Write write = grouped(kind, true, single);
    return ctx -> {
      JsonRequest request = JsonRequest.read(ctx);
      boolean mustGoAlone = EntityTag.isConditional(ctx) || !PathId.isId(ctx);
      (mustGoAlone ? alone : write).send(ctx, request, answer -> EntityTag.send(ctx, answer));
    };
  }

  private Answer amendOne(RecordKind kind, Context ctx, JsonRequest request) {
    Caller caller = Authentication.caller(ctx);
    UUID id = PathId.of(ctx);
    return writeLocked(
        ctx,
        kind,
        batch -> {
          Body body = request.body().forRecord(id);
          kind.replaceNames(batch.sql(), Map.of(body, caller));
          kind.amendments().recordOne(batch.sql(), caller, body);
          Supplier<List<Warning>> warnings = Warnings.add(batch, kind.name(), Map.of(body, id));
          Fetched<Written> document = kind.document().add(batch, List.of(id), List.of(caller));
          batch.commit();
          return new Answer(200, null, document.first().orElseThrow().json()).with(warnings.get());
        });
  }

  /** Answers a DELETE with 204: the record ends, and is kept. A second time changes nothing. */
  public Handler end(RecordKind kind, TriConsumer<DSLContext, Caller, UUID> ending) {
    return ctx -> {
      UUID id = PathId.of(ctx);
      writeLocked(
          ctx,
          kind,
          batch -> {
            ending.accept(batch.sql(), Authentication.caller(ctx), id);
            return id;
          });
      // Javalin would send a media type for the empty body.
      ctx.status(204).res().setContentType(null);
    };
  }

  /** Locks the record in the path, checks the conditions of the request, and runs a write. */
  private <T> T writeLocked(Context ctx, RecordKind kind, Function<Batch, T> write) {
    Caller caller = Authentication.caller(ctx);
    UUID id = PathId.of(ctx);
    return database.writeBatch(
        Authentication.author(ctx),
        Preferences.isDryRun(ctx),
        batch -> {
          kind.lock(batch, caller, id);
          if (EntityTag.isConditional(ctx)) {
            EntityTag.requireConditions(ctx, kind.document().of(batch.sql(), caller, id));
          }
          return write.apply(batch);
        });
  }
}
