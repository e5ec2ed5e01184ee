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

/** Reads records over HTTP: one, or a page of a list (RFC 8288), or all of a list. */
public final class Reads {
  /** How many records a page has where the client names no limit. */
  public static final int USUAL_PAGE = ListRequest.USUAL;

  /** The most records a page may have. */
  public static final int LARGEST_PAGE = ListRequest.MOST;

  /** A page ends before its limit where its records have so many bytes together. */
  public static final int MOST_PAGE_BYTES = Page.MOST_BYTES;

  /** So many bytes of a whole list are read together, and one record more. */
  public static final int MOST_PART_BYTES = ListPart.MOST_BYTES;

  /** How many lists may be sent as lines or as a table at the same time. */
  public static final int EXPORTS_AT_ONCE = Admission.EXPORTS;

  private static final String LINK = "Link";

  private final Database database;
  private final Export export;

  /** Records of this database. */
  public Reads(Database database, Authentication authentication, Admission admission) {
    this.database = database;
    this.export = new Export(database, authentication, admission);
  }

  /** Answers with the record of the id in the path: 404 where the caller does not see it. */
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

  /** Answers with a list of what the caller sees: a page as JSON, or all of it as lines. */
  public Handler list(RecordKind resource) {
    return ctx -> send(ctx, resource);
  }

  /**
   * Answers with a list of those that belong to the record of the id in the path: 404 where the
   * caller does not see that.
   *
   * @param belongs whether one belongs to the record of an id
   */
  public Handler list(RecordKind resource, RecordKind whole, Function<UUID, Condition> belongs) {
    return ctx -> {
      Caller caller = Authentication.caller(ctx);
      UUID id = PathId.of(ctx);
      if (!database.read(sql -> isSeen(sql, caller, whole, id))) {
        throw Problem.notFound();
      }
      send(ctx, resource.where(belongs.apply(id)));
    };
  }

  private void send(Context ctx, RecordKind resource) {
    ListRequest request = ListRequest.read(ctx, resource);
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
    // At one instant: what is not the caller's once it is read is not shown as it is then.
    Page page = database.instant(sql -> Page.read(sql, caller, resource, request));
    new Answer(200, null, page.document()).send(ctx);
    page.next()
        .ifPresent(
            last ->
                ctx.header(
                    LINK, "<%s?%s>; rel=\"next\"".formatted(path(ctx), request.queryAfter(last))));
    ctx.header(Header.CACHE_CONTROL, "private, no-cache");
  }

  /** The path as the route has it, with its last slash, and the id in it. */
  private static String path(Context ctx) {
    String path = ctx.endpoint().path;
    return path.contains("{") ? path.replace("{hashid}", PathId.of(ctx).toString()) : path;
  }

  /**
   * A page of a list: an array of documents, each on a line of its own.
   *
   * @param found where its records are; one more than it has documents, if there is a next page
   */
  private record Page(List<Cursor> found, List<byte[]> documents) {
    /** A page ends before its limit where its documents have so many bytes together. */
    static final int MOST_BYTES = 4 << 20;

    private static final byte[] BETWEEN = ",\n".getBytes(StandardCharsets.UTF_8);

    /** The first of the records that are asked for. */
    static Page read(DSLContext sql, Caller caller, RecordKind resource, ListRequest request) {
      List<Cursor> found = PageQuery.find(sql, caller, resource, request);
      List<UUID> ids = found.stream().limit(request.pageSize()).map(Cursor::id).toList();
      return new Page(found, resource.documents(sql, caller.company(), ids, MOST_BYTES));
    }

    /** The last record of it, where a next page starts. */
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
