package supplychain.resource;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.body.Body;
import supplychain.database.Database;
import supplychain.http.Authentication;
import supplychain.http.Caller;
import supplychain.http.EntityTag;
import supplychain.http.JsonRequest;
import supplychain.http.PathId;
import supplychain.problem.Problem;

/** Answers a PATCH with the record as it is after the change. */
public final class Amendments {
  private final Database database;

  /** Amendments of records in this database. */
  public Amendments(Database database) {
    this.database = database;
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

  /**
   * Changes the record of the id in the path: 404 where the caller does not see it, 412 where it is
   * not a version named in If-Match, before anything else of the body is judged.
   */
  public Handler of(Resource resource, Amendment amendment) {
    return ctx -> {
      JsonRequest request = JsonRequest.read(ctx);
      UUID id = PathId.of(ctx);
      byte[] document =
          database.write(
              Authentication.author(ctx),
              sql -> {
                lock(ctx, sql, resource, id);
                amendment.amend(sql, Authentication.caller(ctx), id, request.body());
                return document(sql, resource, id);
              });
      EntityTag.send(ctx, document);
    };
  }

  /**
   * Locks the record to the end of the transaction. Another company's is not locked: nobody waits
   * for it, nor makes that company wait.
   */
  private static void lock(Context ctx, DSLContext sql, Resource resource, UUID id) {
    int locked =
        sql.select(resource.id())
            .from(resource.rows())
            .where(resource.id().eq(id))
            .and(resource.isSeenBy(Authentication.caller(ctx)))
            .forNoKeyUpdate()
            .execute();
    if (locked == 0) {
      throw Problem.notFound();
    }
    if (EntityTag.isConditional(ctx)) {
      EntityTag.requireMatch(ctx, document(sql, resource, id));
    }
  }

  private static byte[] document(DSLContext sql, Resource resource, UUID id) {
    return resource.documents(sql, List.of(id)).get(id);
  }
}
