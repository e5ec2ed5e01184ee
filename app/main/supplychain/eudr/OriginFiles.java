package supplychain.eudr;

import static supplychain.records.transaction.OriginFileResource.ORIGIN_FILES;
import static supplychain.validation.ValueTypes.*;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Database;
import supplychain.eudr.OriginsFile.Feature;
import supplychain.http.Authentication;
import supplychain.http.ConnectionLimit;
import supplychain.http.EntityTag;
import supplychain.http.PathId;
import supplychain.http.Query;
import supplychain.records.Writes;
import supplychain.validation.Body;

/** Answers with the file of origins of a lot, its summary or its map, and keeps files. */
public record OriginFiles(Database database) {
  private static final String INCOMPLETE = "incomplete";

  public void summary(Context ctx) {
    Query.body(ctx).throwIfInvalid();
    String summary = read(ctx, feature -> {}).summaryForCaller().toString();
    EntityTag.sendUnlessKnown(ctx, summary.getBytes(StandardCharsets.UTF_8));
  }

  /** Answers with the file: 409 if it is incomplete and the client did not ask for a part. */
  public void file(Context ctx) {
    Body query = Query.body(ctx);
    boolean isPartWanted = query.get(INCOMPLETE, FLAG_TEXT).or(false);
    query.throwIfInvalid();
    Origins origins = read(ctx, feature -> {});
    origins.requireCompleteUnless(isPartWanted);
    send(ctx, origins.file());
  }

  public void map(Context ctx) {
    Query.body(ctx).throwIfInvalid();
    OriginsMap map = new OriginsMap();
    Origins origins = read(ctx, map::add);
    ctx.header("Content-Security-Policy", "default-src 'none'");
    byte[] picture = map.draw(origins).getBytes(StandardCharsets.UTF_8);
    EntityTag.sendUnlessKnown(ctx, OriginsMap.MEDIA_TYPE, picture);
  }

  private Origins read(Context ctx, Consumer<Feature> listener) {
    Caller caller = Authentication.caller(ctx);
    UUID lot = PathId.of(ctx);
    return database.readConsistent(sql -> OriginsReader.read(sql, caller, lot, listener));
  }

  /**
   * Creates the file and keeps it. A transaction of its own reads the origins at one instant first:
   * the transaction that keeps them must see files that others keep at the same time.
   */
  public Handler keep(Writes writes) {
    return ctx -> {
      Supplier<Origins> origins = readFirst(ctx);
      writes
          .createPart(
              ORIGIN_FILES, (sql, caller, lot, body) -> keep(sql, caller, body, origins.get()))
          .handle(ctx);
    };
  }

  /** Throws a problem only when it is needed: a repeated request gets its first answer instead. */
  private Supplier<Origins> readFirst(Context ctx) {
    try {
      Origins origins = read(ctx, feature -> {});
      return () -> origins;
    } catch (Problem problem) {
      return () -> {
        throw problem;
      };
    }
  }

  private static UUID keep(DSLContext sql, Caller caller, Body body, Origins origins) {
    boolean isPartWanted = body.neverNull(INCOMPLETE, FLAG).or(false);
    body.throwIfInvalid();
    origins.requireCompleteUnless(isPartWanted);
    return OriginQueries.keep(sql, caller, origins);
  }

  public void kept(Context ctx) {
    Caller caller = Authentication.caller(ctx);
    UUID id = PathId.of(ctx);
    send(ctx, database.read(sql -> OriginQueries.content(sql, caller, id)));
  }

  private static void send(Context ctx, byte[] file) {
    ConnectionLimit.allowLongAnswer(ctx);
    EntityTag.sendUnlessKnown(ctx, OriginsFile.MEDIA_TYPE, file);
  }
}
