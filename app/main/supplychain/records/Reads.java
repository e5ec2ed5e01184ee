package supplychain.records;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.Header;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jooq.Condition;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Database;
import supplychain.http.Admission;
import supplychain.http.Answer;
import supplychain.http.Authentication;
import supplychain.http.EntityTag;
import supplychain.http.PathId;

/** Reads records over HTTP: one record, a page of a list (RFC 8288), or a whole list. */
public final class Reads {
  /** The size of a page if the client names no limit. */
  public static final int USUAL_PAGE = ListRequest.USUAL;

  /** The largest size of a page. */
  public static final int LARGEST_PAGE = ListRequest.MOST;

  /** The number of bytes at which a page ends before its limit. */
  public static final int MOST_PAGE_BYTES = Page.MOST_BYTES;

  /** How many bytes of a whole list the service reads together, and one record more. */
  public static final int MOST_PART_BYTES = ListPart.MOST_BYTES;

  /** How many whole lists the service sends at the same time. */
  public static final int EXPORTS_AT_ONCE = Admission.EXPORTS;

  private static final String LINK = "Link";

  private final Database database;
  private final Export export;

  /** Reads from this database. */
  public Reads(Database database, Authentication authentication, Admission admission) {
    this.database = database;
    this.export = new Export(database, authentication, admission);
  }

  /** Answers with the record in the path: 404 if the caller does not see it. */
  public Handler one(RecordKind resource) {
    return ctx -> {
      Caller caller = Authentication.caller(ctx);
      UUID id = PathId.of(ctx);
      byte[] document =
          database.read(sql -> resource.find(sql, caller, id)).orElseThrow(Problem::notFound);
      EntityTag.sendUnlessKnown(ctx, document);
    };
  }

  private static boolean isSeen(DSLContext sql, Caller caller, RecordKind resource, UUID id) {
    return sql.fetchExists(resource.rows(), resource.id().eq(id), resource.isSeenBy(caller));
  }

  /** Answers with the records that the caller sees: a page as JSON, or the whole list as lines. */
  public Handler list(RecordKind resource) {
    return ctx -> send(ctx, resource, ListRequest.read(ctx, resource));
  }

  /**
   * Answers with the records that belong to the record in the path: 404 if the caller does not see
   * that one.
   *
   * @param belongs the condition for records that belong to the record with an id
   */
  public Handler list(RecordKind resource, RecordKind whole, Function<UUID, Condition> belongs) {
    return ctx -> {
      Caller caller = Authentication.caller(ctx);
      UUID id = PathId.of(ctx);
      if (!database.read(sql -> isSeen(sql, caller, whole, id))) {
        throw Problem.notFound();
      }
      send(ctx, resource, ListRequest.read(ctx, resource).with(belongs.apply(id)));
    };
  }

  private void send(Context ctx, RecordKind resource, ListRequest request) {
    MediaType type = MediaType.wanted(ctx, resource);
    ctx.header(Header.VARY, Header.ACCEPT);
    if (type == MediaType.JSON) {
      sendPage(ctx, resource, request);
    } else {
      export.send(ctx, resource, request, type);
    }
  }

  private void sendPage(Context ctx, RecordKind resource, ListRequest request) {
    Caller caller = Authentication.caller(ctx);
    // One snapshot: a record that leaves the company meanwhile must not appear with later values.
    Page page = database.instant(sql -> Page.read(sql, caller, resource, request));
    new Answer(200, null, page.document()).send(ctx);
    page.next()
        .ifPresent(
            last ->
                ctx.header(
                    LINK, "<%s?%s>; rel=\"next\"".formatted(path(ctx), request.queryAfter(last))));
    ctx.header(Header.CACHE_CONTROL, "private, no-cache");
  }

  /** The path of the route with the id, and with its last slash. */
  private static String path(Context ctx) {
    String path = ctx.endpoint().path;
    return path.contains("{") ? path.replace("{hashid}", PathId.of(ctx).toString()) : path;
  }

  /**
   * A page of a list: an array of documents, each on a line of its own.
   *
   * @param found its records, and one more if there is a next page
   */
  private record Page(List<Cursor> found, List<byte[]> documents) {
    /** The number of bytes at which a page ends before its limit. */
    static final int MOST_BYTES = 4 << 20;

    private static final byte[] BETWEEN = ",\n".getBytes(StandardCharsets.UTF_8);

    /** Reads a page. */
    static Page read(DSLContext sql, Caller caller, RecordKind resource, ListRequest request) {
      List<Cursor> found = PageQuery.find(sql, caller, resource, request);
      List<UUID> ids = found.stream().limit(request.pageSize()).map(Cursor::id).toList();
      return new Page(found, resource.documents(sql, caller, ids, MOST_BYTES));
    }

    /** The last record, after which a next page starts. */
    Optional<Cursor> next() {
      int count = documents.size();
      return count < found.size() ? Optional.of(found.get(count - 1)) : Optional.empty();
    }

    /** The array, in UTF-8. */
    byte[] document() {
      int bytes = documents.stream().mapToInt(document -> document.length + BETWEEN.length).sum();
      int between = documents.isEmpty() ? 0 : BETWEEN.length;
      ByteBuffer array = ByteBuffer.allocate(bytes - between + 2).put((byte) '[');
      for (int i = 0; i < documents.size(); i++) {
        array.put(BETWEEN, 0, i == 0 ? 0 : BETWEEN.length).put(documents.get(i));
      }
      return array.put((byte) ']').array();
    }
  }
}
