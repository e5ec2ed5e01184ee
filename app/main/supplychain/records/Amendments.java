package supplychain.records;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.http.Authentication;
import supplychain.http.EntityTag;
import supplychain.http.JsonRequest;
import supplychain.http.PathId;
import supplychain.http.Writes;
import supplychain.validation.Body;

/** Answers a PATCH with the record as it is after the change. */
public final class Amendments {
  private final Writes writes;

  /** Amendments of records. */
  public Amendments(Writes writes) {
    this.writes = writes;
  }

  /** Changes one record by a body, in the transaction at hand: all of it or nothing. */
  @FunctionalInterface
  public interface Amendment {
    /**
     * Changes it.
     *
     * @param id a record that the caller sees, whose row is locked
     * @throws Problem if it is refused
     */
    void amend(DSLContext sql, Caller caller, UUID id, Body body);
  }

  /** What a record is part of. */
  @FunctionalInterface
  public interface Whole {
    /** Locks what a record is part of, if there is anything and it is the caller's. */
    void lock(DSLContext sql, Caller caller, UUID part);
  }

  /** Ends one record, in the transaction at hand. */
  @FunctionalInterface
  public interface Ending {
    /**
     * Ends it; again is no change.
     *
     * @param id a record that the caller sees, whose row is locked
     */
    void end(DSLContext sql, Caller caller, UUID id);
  }

  /**
   * Changes the record of the id in the path: 404 where the caller does not see it, 412 where its
   * version is not one that the client wants to change, before anything else of the body is judged.
   */
  public Handler of(Resource resource, Amendment amendment) {
    return of(resource, (sql, caller, id) -> {}, amendment);
  }

  /** The same for a record that is part of another, which is locked before it. */
  public Handler of(Resource resource, Whole whole, Amendment amendment) {
    return ctx -> {
      JsonRequest request = JsonRequest.read(ctx);
      UUID id = PathId.of(ctx);
      byte[] document =
          writes.write(
              ctx,
              sql -> {
                Caller caller = Authentication.caller(ctx);
                whole.lock(sql, caller, id);
                lock(ctx, sql, resource, id);
                amendment.amend(sql, caller, id, request.body());
                return resource.document().of(sql, caller.company(), id);
              });
      EntityTag.send(ctx, document);
    };
  }

  /** Answers a DELETE: the record of the id in the path ends, and is kept. */
  public Handler end(Resource resource, Ending ending) {
    return ctx -> {
      UUID id = PathId.of(ctx);
      Caller caller = Authentication.caller(ctx);
      writes.write(
          ctx,
          sql -> {
            lock(ctx, sql, resource, id);
            ending.end(sql, caller, id);
            return id;
          });
      // There is nothing to be of a type.
      ctx.status(204).res().setContentType(null);
    };
  }

  /**
   * Locks the record to the end of the transaction. Another company's is not locked: nobody waits
   * for it, nor makes that company wait.
   */
  private static void lock(Context ctx, DSLContext sql, Resource resource, UUID id) {
    Caller caller = Authentication.caller(ctx);
    int locked =
        sql.select(resource.id())
            .from(resource.rows())
            .where(resource.id().eq(id))
            .and(resource.isSeenBy(caller))
            .forNoKeyUpdate()
            .execute();
    if (locked == 0) {
      throw Problem.notFound();
    }
    if (EntityTag.isConditional(ctx)) {
      EntityTag.requireConditions(ctx, resource.document().of(sql, caller.company(), id));
    }
  }
}
