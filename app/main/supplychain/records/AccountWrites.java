package supplychain.records;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.Header;
import java.util.Map;
import java.util.UUID;
import org.apache.commons.io.function.Uncheck;
import org.apache.commons.lang3.function.TriFunction;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Json;
import supplychain.http.Answer;
import supplychain.http.JsonRequest;
import supplychain.http.Preferences;
import supplychain.validation.Body;

/** Creates records about users, whose answers hide a user or show a secret once. */
public final class AccountWrites {
  private AccountWrites() {}

  /** A new record, and its secret, which only this answer shows, in the field {@code token}. */
  public record Secret(UUID id, String token) {}

  /** Answers a POST that creates a record that names a user. */
  public static Handler createForUser(Writes writes, RecordKind kind) {
    return writes.once(
        (sql, keeper, ctx, request) -> {
          Body body = request.body();
          kind.replaceNames(sql, Map.of(body, keeper.caller()));
          UUID id = kind.creations().recordOne(sql, keeper.caller(), body);
          byte[] document = kind.document().of(sql, keeper.caller(), id);
          byte[] shown = withoutUnknownUser(ctx, request, document);
          return keeper.keep(sql, new Answer(201, kind.pathOf(id), shown));
        });
  }

  /** Answers a POST that creates a record with a secret, which is stored nowhere. */
  public static Handler createSecret(
      Writes writes, RecordKind kind, TriFunction<DSLContext, Caller, Body, Secret> creation) {
    return writes.once(
        (sql, keeper, ctx, request) -> {
          ctx.header(Header.CACHE_CONTROL, "no-store");
          Secret created = creation.apply(sql, keeper.caller(), request.body());
          byte[] document = kind.document().of(sql, keeper.caller(), created.id());
          byte[] kept = withoutUnknownUser(ctx, request, document);
          byte[] shown = with(kept, "token", created.token());
          String location = kind.pathOf(created.id());
          return keeper.keep(sql, new Answer(201, location, shown, kept, ContentType.JSON, ""));
        });
  }

  /**
   * A dry run adds no member. So its answer must not reveal whether an address has a user, nor the
   * id of that user.
   */
  private static byte[] withoutUnknownUser(Context ctx, JsonRequest request, byte[] document) {
    boolean isHidden = Preferences.isDryRun(ctx) && !request.tree().hasNonNull("user");
    return isHidden ? with(document, "user", null) : document;
  }

  private static byte[] with(byte[] document, String field, String value) {
    ObjectNode shown = (ObjectNode) Uncheck.get(() -> Json.MAPPER.readTree(document));
    shown.put(field, value);
    return Uncheck.get(() -> Json.MAPPER.writeValueAsBytes(shown));
  }
}
