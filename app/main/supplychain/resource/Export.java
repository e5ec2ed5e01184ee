package supplychain.resource;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.Header;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.jooq.DSLContext;
import supplychain.database.Database;
import supplychain.http.Authentication;
import supplychain.http.Caller;
import supplychain.http.LongAnswer;
import supplychain.problem.Problem;
import supplychain.problem.ProblemType;

/**
 * Sends a whole list, however long: part after part of it, so that neither memory nor a connection
 * to the database is held while a client takes its time. What is there from the first part to the
 * last is in it once.
 */
final class Export {
  /** How many lists may be under way; each holds a thread while its client reads. */
  static final int MOST_AT_ONCE = 16;

  /** How many records are read together. */
  private static final int TOGETHER = 500;

  private static final String RETRY_AFTER_SECONDS = "5";

  private final Database database;
  private final Semaphore places = new Semaphore(MOST_AT_ONCE);

  Export(Database database) {
    this.database = database;
  }

  /**
   * One part.
   *
   * @param next the request for the part after it; null after the last
   */
  private record Part(String text, ListRequest next) {}

  /** Sends it; what goes wrong on the way cuts the connection, so that no part passes for all. */
  void send(Context ctx, Resource resource, ListRequest request, MediaType type) {
    if (!places.tryAcquire()) {
      throw new Problem(ProblemType.UNAVAILABLE, "Too many lists are being sent: try again soon.")
          .header(Header.RETRY_AFTER, RETRY_AFTER_SECONDS);
    }
    try {
      write(ctx, resource, request, type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      places.release();
    }
  }

  private void write(Context ctx, Resource resource, ListRequest request, MediaType type)
      throws IOException {
    Caller caller = Authentication.caller(ctx);
    Lines lines = lines(resource, type);
    ListRequest first = request.limit().hasValue() ? request : request.sized(TOGETHER);
    Part part = part(caller, resource, first, lines);
    describe(ctx, type);
    if (ctx.method().equals(HandlerType.HEAD)) {
      return;
    }
    LongAnswer.allow(ctx);
    OutputStream out = ctx.res().getOutputStream();
    try {
      out.write(lines.head().getBytes(StandardCharsets.UTF_8));
      out.write(part.text().getBytes(StandardCharsets.UTF_8));
      while (part.next() != null && !request.limit().hasValue()) {
        part = part(caller, resource, part.next(), lines);
        out.write(part.text().getBytes(StandardCharsets.UTF_8));
      }
      out.write(lines.foot().getBytes(StandardCharsets.UTF_8));
    } catch (IOException | RuntimeException e) {
      LongAnswer.cut(ctx, e);
    }
  }

  private static Lines lines(Resource resource, MediaType type) {
    return switch (type) {
      case TABLE -> Lines.table(resource.table());
      case FEATURES -> new FeatureLines(resource);
      default -> Lines.documents(resource);
    };
  }

  private static void describe(Context ctx, MediaType type) {
    boolean isText = type != MediaType.FEATURES;
    ctx.status(200).contentType(type.written() + (isText ? "; charset=utf-8" : ""));
    ctx.header(Header.CACHE_CONTROL, "private, no-cache");
    if (type == MediaType.TABLE) {
      String path = ctx.endpoint().path.replaceFirst("/$", "");
      String name = path.substring(path.lastIndexOf('/') + 1);
      ctx.header("Content-Disposition", "attachment; filename=\"" + name + ".csv\"");
    }
  }

  private Part part(Caller caller, Resource resource, ListRequest request, Lines lines) {
    return database.read(sql -> read(sql, caller, resource, request, lines));
  }

  private static Part read(
      DSLContext sql, Caller caller, Resource resource, ListRequest request, Lines lines) {
    List<Cursor> found = PageQuery.find(sql, caller, resource, request);
    List<Cursor> part = found.subList(0, Math.min(found.size(), request.pageSize()));
    String text = lines.of(sql, part.stream().map(Cursor::id).toList());
    boolean isLast = part.size() == found.size();
    return new Part(text, isLast ? null : request.after(part.get(part.size() - 1)));
  }
}
