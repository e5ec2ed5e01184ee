package supplychain.http;

import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import supplychain.core.Caller;
import supplychain.database.Batch;
import supplychain.database.Batch.Fetched;
import supplychain.database.Document;
import supplychain.database.Document.Written;
import supplychain.http.Idempotency.Keeper;

/** The {@code Idempotency-Key}s of requests that are recorded together, and of new records. */
public final class GroupKeys {
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

  /**
   * A record that a request has created.
   *
   * @param location where the client finds it
   */
  public record NewRecord(Keeper keeper, UUID id, String location) {}

  private GroupKeys() {}

  /** Claims the keys of these requests. The rows are those with keys in use or with an answer. */
  public static Fetched<Keeper> claim(Batch batch, List<Keeper> keepers) {
    List<Keeper> keyed = keepers.stream().filter(one -> one.key() != null).toList();
    return keyed.isEmpty()
        ? Fetched.none()
        : Idempotency.SQL
            .call("claim_all")
            .set("users", ids(keyed, one -> one.caller().user()))
            .set("companies", ids(keyed, Keeper::company))
            .set("keys", texts(keyed, Keeper::key))
            .set("oldest", keyed.get(0).oldest())
            .add(batch, row -> keyed.get(row.getInt("place") - 1));
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
    List<Caller> readers = created.stream().map(one -> one.keeper().caller()).toList();
    List<NewRecord> keyed = created.stream().filter(one -> one.keeper().key() != null).toList();
    return keyed.isEmpty()
        ? document.add(batch, records, readers)
        : document.store(
            batch,
            records,
            readers,
            KEEP_NEW,
            ids(keyed, one -> one.keeper().caller().user()),
            ids(keyed, one -> one.keeper().company()),
            texts(keyed, one -> one.keeper().key()),
            texts(keyed, one -> HexFormat.of().formatHex(one.keeper().requestHash())),
            texts(keyed, NewRecord::location),
            ids(keyed, NewRecord::id));
  }

  private static <T> UUID[] ids(List<T> all, Function<T, UUID> id) {
    return all.stream().map(id).toArray(UUID[]::new);
  }

  private static <T> String[] texts(List<T> all, Function<T, String> text) {
    return all.stream().map(text).toArray(String[]::new);
  }
}
