package supplychain.eudr;

import static org.jooq.impl.DSL.or;
import static supplychain.records.transaction.OriginFileResource.ORIGIN_FILES;
import static supplychain.schema.Tables.ORIGIN_FILE;
import static supplychain.schema.Tables.ORIGIN_FILE_CONTENT;
import static supplychain.validation.Kinds.FLAG;
import static supplychain.validation.Kinds.FLAG_TEXT;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.function.Consumer;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Database;
import supplychain.http.Authentication;
import supplychain.http.EntityTag;
import supplychain.http.LongAnswer;
import supplychain.http.PathId;
import supplychain.http.Query;
import supplychain.records.Writes;
import supplychain.validation.Body;

/** The origins of a lot over HTTP: the file, its summary, a map of it; made anew, or kept. */
public final class OriginFiles {
  private static final String INCOMPLETE = "incomplete";

  private final Database database;

  /** Origins of the lots in this database. */
  public OriginFiles(Database database) {
    this.database = database;
  }

  /** Answers with the summary of the file, and what stands against it. */
  public void summary(Context ctx) {
    Query.body(ctx).finish();
    String summary = read(ctx, OriginFiles::ignore).summary().toString();
    EntityTag.sendUnlessKnown(ctx, summary.getBytes(StandardCharsets.UTF_8));
  }

  /** Answers with the file: 409 where it is not complete and nobody asked for a part. */
  public void file(Context ctx) {
    Body query = Query.body(ctx);
    boolean isPartWanted = query.get(INCOMPLETE, FLAG_TEXT).or(false);
    query.finish();
    Origins origins = read(ctx, OriginFiles::ignore);
    if (!isPartWanted) {
      origins.requireComplete();
    }
    send(ctx, origins.file());
  }

  /** Answers with a map of the plots of the file, complete or not. */
  public void map(Context ctx) {
    Query.body(ctx).finish();
    OriginsMap map = new OriginsMap();
    Origins origins = read(ctx, map::add);
    String picture = map.draw(origins.title(), origins.subtitle());
    ctx.header("Content-Security-Policy", "default-src 'none'");
    EntityTag.sendUnlessKnown(ctx, OriginsMap.MEDIA_TYPE, picture.getBytes(StandardCharsets.UTF_8));
  }

  /** The origins as they are at one instant. */
  private Origins read(Context ctx, Consumer<Feature> also) {
    Caller caller = Authentication.caller(ctx);
    UUID lot = PathId.of(ctx);
    return database.instant(sql -> OriginsReader.read(sql, caller, lot, also));
  }

  /**
   * Creates the file as it is now and keeps it. A transaction of its own reads the origins at one
   * instant first, since the one that keeps them must see what others keep meanwhile.
   */
  public Handler keep(Writes writes) {
    return ctx -> {
      Gathered gathered = gather(ctx);
      writes
          .createPart(
              ORIGIN_FILES.path(),
              (sql, caller, lot, body) -> record(sql, caller, body, gathered.origins()),
              ORIGIN_FILES.document())
          .handle(ctx);
    };
  }

  /** The origins of a lot, or the reason to refuse them. */
  private record Gathered(Origins found, Problem refusal) {
    /** A repeated request gets its first answer even if the origins are refused now. */
    Origins origins() {
      if (refusal != null) {
        throw refusal;
      }
      return found;
    }
  }

  private Gathered gather(Context ctx) {
    try {
      return new Gathered(read(ctx, OriginFiles::ignore), null);
    } catch (Problem refusal) {
      return new Gathered(null, refusal);
    }
  }

  private static UUID record(DSLContext sql, Caller caller, Body body, Origins origins) {
    boolean isPartWanted = body.neverNull(INCOMPLETE, FLAG).or(false);
    body.finish();
    if (!isPartWanted) {
      origins.requireComplete();
    }
    return KeptOrigins.keep(sql, caller, origins);
  }

  /** Answers with a file that was kept, byte for byte. */
  public void kept(Context ctx) {
    Caller caller = Authentication.caller(ctx);
    UUID id = PathId.of(ctx);
    byte[] content =
        database.read(
            sql ->
                sql.select(ORIGIN_FILE_CONTENT.CONTENT)
                    .from(ORIGIN_FILE)
                    .join(ORIGIN_FILE_CONTENT)
                    .on(ORIGIN_FILE_CONTENT.ORIGIN_FILE.eq(ORIGIN_FILE.ID))
                    .where(ORIGIN_FILE.ID.eq(id))
                    .and(or(ORIGIN_FILES.visibility().of(caller)))
                    .fetchOptional(ORIGIN_FILE_CONTENT.CONTENT)
                    .orElseThrow(Problem::notFound));
    send(ctx, content);
  }

  private static void send(Context ctx, byte[] file) {
    LongAnswer.allow(ctx);
    EntityTag.sendUnlessKnown(ctx, OriginsFile.MEDIA_TYPE, file);
  }

  /** No map is drawn of it. */
  private static void ignore(Feature feature) {}
}
