package supplychain.records;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.Header;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.database.Database;
import supplychain.http.Admission;
import supplychain.http.Authentication;
import supplychain.http.LongAnswer;

/**
 * Sends a whole list, part by part. While a slow client reads, the service holds neither the list
 * in memory nor a connection to the database. A record that exists during the whole export appears
 * exactly once.
 */
final class Export {
  private final Database database;
  private final Authentication authentication;
  private final Admission admission;

  Export(Database database, Authentication authentication, Admission admission) {
    this.database = database;
    this.authentication = authentication;
    this.admission = admission;
  }

  /** Sends the list. A failure cuts the connection, so that no part looks like the whole list. */
  void send(Context ctx, RecordKind resource, ListRequest request, MediaType type) {
    ctx.future(() -> admission.beginExport(ctx).thenRun(() -> write(ctx, resource, request, type)));
  }

  private void write(Context ctx, RecordKind resource, ListRequest request, MediaType type) {
    Lines lines = lines(resource, type);
    int left = request.limit().or(Integer.MAX_VALUE);
    ListPart part = read(ctx, resource, request.sized(Math.min(left, ListPart.FIRST)), lines);
    describe(ctx, type);
    if (ctx.method().equals(HandlerType.HEAD)) {
      return;
    }
    LongAnswer.allow(ctx);
    try {
      OutputStream out = ctx.res().getOutputStream();
      out.write(lines.head().getBytes(StandardCharsets.UTF_8));
      part.text().writeTo(out);
      left -= part.count();
      while (part.next() != null && left > 0) {
        // A token may have been revoked since the last part.
        authentication.identify(ctx);
        ListRequest next = request.after(part.next()).sized(Math.min(left, part.nextSize()));
        part = read(ctx, resource, next, lines);
        part.text().writeTo(out);
        left -= part.count();
      }
      out.write(lines.foot().getBytes(StandardCharsets.UTF_8));
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      LongAnswer.cut(ctx, e);
    }
  }

  private static Lines lines(RecordKind resource, MediaType type) {
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

  private ListPart read(Context ctx, RecordKind resource, ListRequest request, Lines lines) {
    Caller caller = Authentication.caller(ctx);
    return admission.longWork(
        ctx, () -> database.instant(sql -> ListPart.read(sql, caller, resource, request, lines)));
  }

  /** Records as one FeatureCollection of GeoJSON (RFC 7946), a feature a line. */
  private static final class FeatureLines implements Lines {
    private static final byte[] BETWEEN = ",\n".getBytes(StandardCharsets.UTF_8);

    private final RecordKind resource;
    private boolean isFirst = true;

    FeatureLines(RecordKind resource) {
      this.resource = resource;
    }

    @Override
    public String head() {
      return "{\"type\":\"FeatureCollection\",\"features\":[";
    }

    @Override
    public int write(
        DSLContext sql, Caller reader, List<UUID> ids, int bytes, ByteArrayOutputStream text) {
      List<byte[]> features = resource.features(sql, reader, ids, bytes);
      for (byte[] feature : features) {
        text.write(BETWEEN, isFirst ? 1 : 0, isFirst ? 1 : 2);
        text.writeBytes(feature);
        isFirst = false;
      }
      return features.size();
    }

    @Override
    public String foot() {
      return "\n]}\n";
    }
  }
}
