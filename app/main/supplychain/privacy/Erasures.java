package supplychain.privacy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;
import static supplychain.validation.Kinds.filledText;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.io.IOUtils;
import org.apache.commons.io.function.Uncheck;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.Record;
import org.jooq.impl.SQLDataType;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.core.Role;
import supplychain.database.Document;
import supplychain.database.Ids;
import supplychain.database.JsonObject;
import supplychain.database.Reader;
import supplychain.records.Numbers;
import supplychain.records.RecordKind;
import supplychain.records.registry.RecordKinds;
import supplychain.validation.Body;
import supplychain.validation.Columns;

/** Erases the personal data of a farmer. The SQL function {@code erase_farmer} does the work. */
public final class Erasures {
  /** The document of an erasure, with what it could not reach. */
  public static final Document DOCUMENT =
      new Document(
          new JsonObject()
              .columns(ERASURE.ID, ERASURE.FARMER, ERASURE.REASON, ERASURE.PLOTS_UNTIL)
              .value("remains", remains())
              .columns(ERASURE.CREATED_ON, ERASURE.UPDATED_ON)
              .users(ERASURE.CREATOR, ERASURE.UPDATER)
              .build(),
          ERASURE,
          ERASURE.ID,
          noCondition());

  private static final String ERASE = "select erase_farmer({0}, {1}, {2}, {3}, {4}, {5}, {6})";

  /** The last erasure of a farmer, unless something about the farmer was written since. */
  private static final String STANDING =
      """
      select id
        from (select * from erasure where farmer = {0} order by id desc limit 1) as last
       where not exists (select from history
                          where (record = {0} or part_of = {0})
                            and kind <> 'erasure'
                            and id > (select max(id) from history made where made.record = last.id))
      """;

  private static final UUID NO_COMPANY = new UUID(0, 0);

  private Erasures() {}

  private static Field<JSON> remains() {
    return field("({0})", JSON.class, sql(text("remains.sql"), Reader.COMPANY));
  }

  static String text(String file) {
    return Uncheck.get(() -> IOUtils.resourceToString("/supplychain/privacy/" + file, UTF_8));
  }

  /** Erases a farmer for the reason in a body. Returns the id of the erasure. */
  public static UUID create(DSLContext sql, Caller caller, UUID farmer, Body body) {
    lock(sql, caller, farmer);
    String reason = body.required("reason", filledText(Columns.limit(ERASURE.REASON)));
    body.ignore("id", "farmer", "plots_until", "remains");
    body.ignore("created_on", "updated_on", "creator", "updater");
    body.finish();
    return erase(sql, caller, farmer, reason);
  }

  private static void lock(DSLContext sql, Caller caller, UUID farmer) {
    Condition isSeen = caller.isOperator() ? noCondition() : FARMER.BUYER.eq(caller.company());
    sql.select(FARMER.ID)
        .from(FARMER)
        .where(FARMER.ID.eq(farmer))
        .and(isSeen)
        .forUpdate()
        .fetchOptional()
        .orElseThrow(Problem::notFound);
  }

  /** Erases a farmer that the caller sees. The same again changes nothing. */
  public static UUID erase(DSLContext sql, Caller caller, UUID farmer, String reason) {
    lock(sql, caller, farmer);
    Optional<UUID> standing = sql.resultQuery(STANDING, val(farmer)).fetchOptional(0, UUID.class);
    return standing.orElseGet(
        () -> {
          UUID id = Ids.next();
          repeat(sql, id, farmer, reason, caller.user(), OffsetDateTime.now());
          return id;
        });
  }

  /** Records this erasure, and erases the farmer if the database has one with this id. */
  public static boolean repeat(
      DSLContext sql, UUID id, UUID farmer, String reason, UUID user, OffsetDateTime at) {
    if (!sql.fetchExists(FARMER, FARMER.ID.eq(farmer))) {
      return false;
    }
    sql.fetch(
        ERASE,
        val(id),
        val(farmer),
        val(reason),
        val(user),
        val(at),
        val(Numbers.orNew(null)),
        val(Ids.next()));
    replaceAnswers(sql, farmer);
    return true;
  }

  /** A repeated request gets the present record, or the id alone of a record that is gone. */
  private static void replaceAnswers(DSLContext sql, UUID farmer) {
    Set<UUID> cards =
        sql.select(ENTITY_CARD.CARD)
            .from(ENTITY_CARD)
            .where(ENTITY_CARD.ENTITY.eq(farmer))
            .fetchSet(ENTITY_CARD.CARD);
    List<Condition> named =
        Stream.concat(Stream.of(farmer), cards.stream())
            .map(id -> IDEMPOTENCY_KEY.BODY.contains(id.toString()))
            .collect(Collectors.toList());
    sql.selectFrom(IDEMPOTENCY_KEY)
        .where(or(named))
        .and(IDEMPOTENCY_KEY.LOCATION.isNotNull())
        .and(IDEMPOTENCY_KEY.LOCATION.notContains("/erasure/"))
        .forUpdate()
        .forEach(answer -> replace(sql, answer));
  }

  private static void replace(DSLContext sql, Record answer) {
    String[] path = answer.get(IDEMPOTENCY_KEY.LOCATION).split("/", -1);
    UUID id = UUID.fromString(path[path.length - 2]);
    UUID company = answer.get(IDEMPOTENCY_KEY.COMPANY);
    Caller caller =
        company.equals(NO_COMPANY)
            ? new Caller(answer.get(IDEMPOTENCY_KEY.APP_USER), null, Role.OPERATOR)
            : new Caller(answer.get(IDEMPOTENCY_KEY.APP_USER), company, Role.ADMIN);
    String body =
        document(sql, caller, path[path.length - 3], id).orElseGet(() -> "{\"id\":\"" + id + "\"}");
    sql.update(IDEMPOTENCY_KEY)
        .set(IDEMPOTENCY_KEY.BODY, body)
        .where(IDEMPOTENCY_KEY.APP_USER.eq(caller.user()))
        .and(IDEMPOTENCY_KEY.COMPANY.eq(company))
        .and(IDEMPOTENCY_KEY.KEY.eq(answer.get(IDEMPOTENCY_KEY.KEY)))
        .execute();
  }

  private static Optional<String> document(DSLContext sql, Caller caller, String name, UUID id) {
    if (!RecordKinds.exist(name)) {
      return Optional.empty();
    }
    RecordKind kind = RecordKinds.named(name);
    return kind.seen(sql, caller, Set.of(id)).isEmpty()
        ? Optional.empty()
        : Optional.of(new String(kind.document().of(sql, caller, id), UTF_8));
  }

  /** Everything that the service keeps about a farmer, as JSON. */
  public static byte[] personalData(DSLContext sql, Caller caller, UUID farmer) {
    return sql.fetchSingle(
            text("personal-data.sql"), val(farmer), val(caller.company(), SQLDataType.UUID))
        .get(0, String.class)
        .getBytes(UTF_8);
  }
}
