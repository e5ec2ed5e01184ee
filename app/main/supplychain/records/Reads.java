package supplychain.records;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.http.Header;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.commons.io.function.Uncheck;
import org.apache.commons.lang3.function.TriFunction;
import org.jooq.Condition;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Json;
import supplychain.core.Problem;
import supplychain.database.Database;
import supplychain.http.Admission;
import supplychain.http.Answer;
import supplychain.http.Authentication;
import supplychain.http.ConnectionLimit;
import supplychain.http.EntityTag;
import supplychain.http.PathId;
import supplychain.http.Preferences;
import supplychain.http.Work;
import supplychain.records.ListFormat.ListWriter;
import supplychain.records.ListRequest.TableStyle;
import supplychain.verify.Warnings;

/** Reads records over HTTP: one record, a page of a list (RFC 8288), or a whole list. */
public final class Reads {
  public static final int USUAL_PAGE = 100;

  public static final int LARGEST_PAGE = 1_000;

  /** The number of bytes at which a page ends before its limit. */
  public static final int MOST_PAGE_BYTES = 4 << 20;

  /** How many bytes of a whole list the service reads together, and one record more. */
  public static final int MOST_CHUNK_BYTES = 1 << 19;

  /** The number of records in the first chunk of a whole list, before their size is known. */
  static final int FIRST = 100;

  /** The most records in a chunk of a whole list. */
  private static final int TOGETHER = 1_000;

  private final Database database;
  private final Authentication authentication;
  private final Admission admission;
  private final CachedDocuments documents;
  private final SharedReads<OneRecord, Optional<byte[]>> shared = new SharedReads<>();

  /** Reads from this database. {@code copies} is the limit of all kept documents, in bytes. */
  public Reads(Database database, Authentication authentication, Admission admission, long copies) {
    this.database = database;
    this.authentication = authentication;
    this.admission = admission;
    this.documents = new CachedDocuments(copies);
  }

  /**
   * A chunk of a list: a page, or so much of a whole list that the service can keep many of them in
   * memory at once.
   *
   * @param first the first record; null if there is none
   * @param next the last record; the next chunk starts after it; null for the last one
   */
  record ListChunk(List<byte[]> records, Cursor first, Cursor next) {
    int bytes() {
      return records.stream().mapToInt(record -> record.length).sum();
    }

    /** The number of records for the next chunk, if they have the same size on average. */
    int nextSize() {
      int weight = Math.max(1, bytes() / records.size());
      return Math.max(1, Math.min(TOGETHER, MOST_CHUNK_BYTES / weight));
    }
  }

  /** A record as the owner of a token reads it. */
  private record OneRecord(RecordKind kind, UUID id, Caller caller, UUID token) {}

  /**
   * Answers with the record in the path: 404 if the caller does not see it. Only for a route of
   * {@link Work#ONE_RECORD}: the statement checks the token, and the handler takes the permit.
   */
  public Handler one(RecordKind kind) {
    return ctx -> {
      Caller caller = Authentication.caller(ctx);
      OneRecord one = new OneRecord(kind, PathId.of(ctx), caller, Authentication.tokenId(ctx));
      byte[] document =
          shared.get(one, begin -> find(ctx, one, begin)).orElseThrow(Problem::notFound);
      EntityTag.sendUnlessKnown(ctx, document);
    };
  }

  private Optional<byte[]> find(Context ctx, OneRecord one, Runnable begin) {
    return admission.work(
        ctx,
        () -> {
          begin.run();
          return database.read(sql -> documents.find(sql, one.kind, one.caller, one.token, one.id));
        });
  }

  /** Answers with what looks wrong about the record in the path. */
  public Handler warnings(RecordKind kind) {
    return about(
        kind,
        (sql, caller, id) -> {
          ArrayNode list = Json.MAPPER.createArrayNode();
          Warnings.of(sql, kind.name(), Set.of(id)).stream()
              .filter(warning -> warning.isFor(caller))
              .forEach(warning -> list.add(warning.json()));
          return list.toString().getBytes(UTF_8);
        });
  }

  /** Answers with JSON about the record in the path: 404 if the caller does not see it. */
  public Handler about(RecordKind kind, TriFunction<DSLContext, Caller, UUID, byte[]> reading) {
    return ctx -> {
      Caller caller = Authentication.caller(ctx);
      UUID id = PathId.of(ctx);
      byte[] found =
          database.readConsistent(
              sql -> {
                kind.requireSeen(sql, caller, id);
                return reading.apply(sql, caller, id);
              });
      EntityTag.sendUnlessKnown(ctx, found);
    };
  }

  /** Answers with the records that the caller sees: a page as JSON, or the whole list as lines. */
  public Handler list(RecordKind kind) {
    return ctx -> new ListAnswer(ctx, kind).send();
  }

  /** Answers with the records that belong to the one in the path: 404 if that is not seen. */
  public Handler list(RecordKind kind, RecordKind whole, Function<UUID, Condition> belongs) {
    return ctx -> {
      Caller caller = Authentication.caller(ctx);
      UUID id = PathId.of(ctx);
      if (database.read(sql -> whole.seen(sql, caller, Set.of(id))).isEmpty()) {
        throw Problem.notFound();
      }
      new ListAnswer(ctx, kind, belongs.apply(id)).send();
    };
  }

  private final class ListAnswer {
    private final Context ctx;
    private final Caller caller;
    private final RecordKind kind;
    private final ListRequest request;
    private final ListFormat format;

    ListAnswer(Context ctx, RecordKind kind, Condition... more) {
      this.ctx = ctx;
      this.kind = kind;
      caller = Authentication.caller(ctx);
      request = ListRequest.read(ctx, kind, database, more);
      format = request.format();
    }

    void send() {
      Preferences.varyByAccept(ctx);
      if (format == ListFormat.JSON) {
        sendPage();
      } else {
        admission.beginExport(ctx);
        sendAll();
      }
    }

    private void sendPage() {
      ListChunk page = readChunk(request.after(), request.pageSize(), MOST_PAGE_BYTES);
      ByteArrayOutputStream text =
          new ByteArrayOutputStream(page.bytes() + 2 * (page.records().size() + 1));
      Uncheck.run(
          () -> {
            ListWriter writer = format.begin(text, kind, request.style());
            writer.write(page.records());
            writer.end();
          });
      new Answer(200, null, text.toByteArray()).send(ctx);
      if (page.next() != null) {
        String next = path() + "?" + request.queryAfter(page.next());
        ctx.header("Link", "<%s>; rel=\"next\"".formatted(next));
      }
      ctx.header(Header.CACHE_CONTROL, "private, no-cache");
    }

    /** The path of the route with the id, and with its last slash. */
    private String path() {
      String path = ctx.endpoint().path;
      return path.contains("{") ? path.replace("{hashid}", PathId.of(ctx).toString()) : path;
    }

    /**
     * Sends a whole list, chunk by chunk. While a slow client reads, the service holds neither the
     * list in memory nor a connection to the database. A record that exists during the whole export
     * appears exactly once. A failure cuts the connection, so that no chunk looks like the whole
     * list.
     */
    private void sendAll() {
      int most = request.limit().or(Integer.MAX_VALUE);
      ListChunk chunk = readTogether(request.after(), Math.min(most, FIRST));
      Cursor first = chunk.first();
      describe();
      if (ctx.method().equals(HandlerType.HEAD)) {
        return;
      }
      ConnectionLimit.allowLongAnswer(ctx);
      try {
        ListWriter writer = format.begin(ctx.res().getOutputStream(), kind, request.style());
        int sent = write(chunk.records(), writer);
        while (chunk.next() != null && sent < most) {
          // A token may have been revoked since the last chunk.
          authentication.identify(ctx);
          chunk = readTogether(chunk.next(), Math.min(most - sent, chunk.nextSize()));
          sent += write(chunk.records(), writer);
        }
        if (writer instanceof Workbook workbook && kind.parts != null) {
          sendParts(first, sent, workbook);
        }
        writer.end();
      } catch (IOException | RuntimeException | OutOfMemoryError e) {
        ConnectionLimit.cut(ctx, e);
      }
    }

    /**
     * Sends the parts of so many records of the list on a sheet of their own. It reads the list
     * once more, because a zip file is written from its start to its end. It starts with the same
     * record: others may be recorded before it meanwhile. The parts of a record that meanwhile
     * leaves the list are missing.
     */
    private void sendParts(Cursor first, int records, Workbook workbook) throws IOException {
      TableStyle style = new TableStyle(request.style().isNamed(), List.of());
      workbook.begin(kind.parts, style);
      List<Cursor> wholes = Stream.ofNullable(first).toList();
      int left = records;
      while (!wholes.isEmpty()) {
        // A token may have been revoked since the last chunk.
        authentication.identify(ctx);
        List<UUID> ofWholes = wholes.stream().map(Cursor::id).toList();
        List<UUID> ids = readLong(sql -> kind.partsOf(sql, caller, ofWholes));
        while (!ids.isEmpty()) {
          List<UUID> rest = ids;
          List<byte[]> rows =
              readLong(
                  sql -> format.records(sql, caller, kind.parts, style, rest, MOST_CHUNK_BYTES));
          ids = ids.subList(write(rows, workbook), ids.size());
        }
        left -= wholes.size();
        Cursor last = wholes.get(wholes.size() - 1);
        int size = Math.min(left, TOGETHER);
        wholes =
            readLong(sql -> new PageQuery(kind, request, last, size).find(sql, caller)).stream()
                .limit(size)
                .toList();
      }
    }

    private static int write(List<byte[]> records, ListWriter writer) throws IOException {
      writer.write(records);
      return records.size();
    }

    private <T> T readLong(Function<DSLContext, T> query) {
      return admission.longWork(ctx, () -> database.readConsistent(query));
    }

    private ListChunk readTogether(Cursor after, int size) {
      return admission.longWork(ctx, () -> readChunk(after, size, MOST_CHUNK_BYTES));
    }

    /**
     * Reads so many records of the list after one, or fewer if they reach this number of bytes, in
     * one snapshot: a record that leaves the company meanwhile must not appear with later values.
     */
    private ListChunk readChunk(Cursor after, int size, int bytes) {
      return database.readConsistent(
          sql -> {
            List<Cursor> found = new PageQuery(kind, request, after, size).find(sql, caller);
            List<UUID> ids = found.stream().limit(size).map(Cursor::id).toList();
            List<byte[]> records = format.records(sql, caller, kind, request.style(), ids, bytes);
            int count = records.size();
            return new ListChunk(
                records,
                found.isEmpty() ? null : found.get(0),
                count < found.size() ? found.get(count - 1) : null);
          });
    }

    private void describe() {
      ctx.status(200).contentType(format.contentType());
      ctx.header(Header.CACHE_CONTROL, "private, no-cache");
      if (format.isTable()) {
        String name = ctx.endpoint().path.replaceFirst("/$", "").replaceFirst(".*/", "");
        String file = name + format.extension();
        ctx.header("Content-Disposition", "attachment; filename=\"" + file + "\"");
      }
    }
  }
}
