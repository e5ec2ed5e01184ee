package supplychain.http;

import io.javalin.http.ContentType;
import io.javalin.http.Header;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Json;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.database.Batch;
import supplychain.database.Batch.Fetched;
import supplychain.database.Document;
import supplychain.database.Document.Written;
import supplychain.database.KnownRows;
import supplychain.database.SqlFile;
import supplychain.database.SqlText;
import supplychain.verify.Warning;
import supplychain.verify.Warnings;

/**
 * Keeps the answer of a write for its repeats, in the transaction of the write.
 *
 * @param key null if the request has none
 * @param oldest earlier answers no longer count
 */
public record AnswerKeeper(
    Caller caller, String key, byte[] requestHash, String mediaType, OffsetDateTime oldest) {
  static final SqlFile SQL = SqlFile.beside(AnswerKeeper.class, "idempotency.sql");

  private static final String ERASED =
      "The first request was recorded. Its answer was deleted, because it had data of an erased"
          + " farmer. Read the record at the path in `Location`.";

  /** Reads the documents of new records, and keeps those of requests with a key. */
  private static final String KEEP_NEW =
      """
      with answer (record, body) as materialized (%s),
      kept as (
        insert into idempotency_key
               (app_user, company, key, request_hash, status, location, body, created_on)
        select one.app_user, one.company, one.key, decode(one.hash, 'hex'), 201, one.location,
               answer.body, now()
          from unnest(?::uuid[], ?::uuid[], ?, ?, ?, ?::uuid[])
               as one (app_user, company, key, hash, location, record)
          join answer on answer.record = one.record
            on conflict (app_user, company, key) do update
           set request_hash = excluded.request_hash, status = excluded.status,
               location = excluded.location, body = excluded.body, created_on = excluded.created_on)
      select record, body from answer
      """;

  /** A record that a request has created; the location is its path for the client. */
  public record NewRecord(AnswerKeeper keeper, UUID id, String location) {}

  /**
   * Claims the keys of these requests until the end of the transaction, before it reads a record.
   * When the batch has run, the result has the requests whose keys are in use or have an answer. If
   * the transaction may assume, it assumes that there are none.
   */
  public static Supplier<List<AnswerKeeper>> claim(Batch batch, List<AnswerKeeper> all) {
    List<AnswerKeeper> keyed = all.stream().filter(one -> one.key != null).toList();
    if (keyed.isEmpty()) {
      return List::of;
    }
    SQL.call("note_erasures").add(batch, Batch.NOTHING);
    if (batch.mayAssume()) {
      KnownRows.requireNone(batch, callWithKeys("lock", keyed));
      KnownRows.requireNone(
          batch, callWithKeys("answered", keyed).set("oldest", keyed.get(0).oldest));
      return List::of;
    }
    SqlText.Row<AnswerKeeper> request = row -> keyed.get(row.getInt("place") - 1);
    Fetched<AnswerKeeper> inUse = callWithKeys("lock", keyed).add(batch, request);
    Fetched<AnswerKeeper> answered =
        callWithKeys("answered", keyed).set("oldest", keyed.get(0).oldest).add(batch, request);
    return () -> Stream.concat(inUse.list().stream(), answered.list().stream()).toList();
  }

  private static SqlFile.Call callWithKeys(String statement, List<AnswerKeeper> keyed) {
    return SQL.call(statement)
        .set("users", ids(keyed, one -> one.caller.user()))
        .set("companies", ids(keyed, AnswerKeeper::company))
        .set("keys", texts(keyed, AnswerKeeper::key));
  }

  /**
   * The documents of new records, as their callers see them. Keeps those of requests with a key.
   */
  public static Fetched<Written> documents(
      Batch batch, Document document, List<NewRecord> created) {
    if (created.isEmpty()) {
      return Fetched.none();
    }
    List<UUID> records = created.stream().map(NewRecord::id).toList();
    List<Caller> readers = created.stream().map(one -> one.keeper.caller).toList();
    List<NewRecord> keyed = created.stream().filter(one -> one.keeper.key != null).toList();
    return keyed.isEmpty()
        ? document.add(batch, records, readers)
        : document.store(
            batch,
            records,
            readers,
            KEEP_NEW,
            ids(keyed, one -> one.keeper.caller.user()),
            ids(keyed, one -> one.keeper.company()),
            texts(keyed, one -> one.keeper.key),
            texts(keyed, one -> HexFormat.of().formatHex(one.keeper.requestHash)),
            texts(keyed, NewRecord::location),
            ids(keyed, NewRecord::id));
  }

  private static <T> UUID[] ids(List<T> all, Function<T, UUID> id) {
    return all.stream().map(id).toArray(UUID[]::new);
  }

  private static <T> String[] texts(List<T> all, Function<T, String> text) {
    return all.stream().map(text).toArray(String[]::new);
  }

  /** Keeps the answer of a write that is no new record, and returns it. */
  public Answer keep(DSLContext sql, Answer answer) {
    if (key != null) {
      call("keep")
          .set("hash", requestHash)
          .set("status", answer.status())
          .set("location", answer.location())
          .set("body", new String(answer.kept(), StandardCharsets.UTF_8))
          .execute(sql);
    }
    return answer;
  }

  /** Equal for requests with the same key of the same user and company; empty without a key. */
  public Optional<Object> sameKey() {
    return Optional.ofNullable(key).map(known -> List.of(caller.user(), company(), known));
  }

  private UUID company() {
    return caller.companyInKey();
  }

  private SqlFile.Call call(String statement) {
    return SQL.call(statement).set("user", caller.user()).set("company", company()).set("key", key);
  }

  /** The answer of the first request with the key; empty while that request is in progress. */
  Optional<Answer> find(DSLContext sql) {
    return call("find")
        .set("oldest", oldest)
        .one(sql, this::replay)
        .map(answer -> answer.location() == null ? answer : answer.with(warnings(sql, answer)));
  }

  /** The warnings about the record at the location, whose path ends with its kind and id. */
  private List<Warning> warnings(DSLContext sql, Answer answer) {
    String[] parts = answer.location().split("/", 0);
    Set<UUID> id = Set.of(UUID.fromString(parts[parts.length - 1]));
    return Warnings.of(sql, parts[parts.length - 2], id).stream()
        .filter(warning -> warning.isFor(caller))
        .toList();
  }

  private Answer replay(ResultSet row) throws SQLException {
    if (!Arrays.equals(row.getBytes("request_hash"), requestHash)) {
      throw new Problem(
          ProblemType.KEY_REUSED,
          "This key was sent with another request. Send a new key with each new request.");
    }
    byte[] body = row.getBytes("body");
    if (body.length == 0) {
      throw new Problem(ProblemType.ERASED, ERASED)
          .header(Header.LOCATION, row.getString("location"))
          .header(Idempotency.REPLAYED, "true");
    }
    body = mediaType.equals(ContentType.JSON) ? Json.compact(body) : body;
    return new Answer(row.getInt("status"), row.getString("location"), body, body, mediaType, "");
  }
}
