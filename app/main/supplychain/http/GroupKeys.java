package supplychain.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.database.Document;
import supplychain.database.RenderedQuery;

/** The {@code Idempotency-Key}s of requests that are recorded together. */
public final class GroupKeys {
  /** Keeps the documents of new records as the answers of their requests. */
  private static final String KEEP_NEW =
      """
      insert into idempotency_key
             (app_user, company, key, request_hash, status, location, body, created_on)
      select kept.app_user, kept.company, kept.key, decode(kept.hash, 'hex'), 201, kept.location,
             answer.body, now()
        from unnest(?::uuid[], ?::uuid[], ?, ?, ?, ?::uuid[])
             as kept (app_user, company, key, hash, location, record)
        join (%s) as answer (record, body) on answer.record = kept.record
          on conflict (app_user, company, key) do update
         set request_hash = excluded.request_hash, status = excluded.status,
             location = excluded.location, body = excluded.body, created_on = excluded.created_on
      returning (regexp_match(location, '([^/]+)/$'))[1]::uuid, body
      """;

  private static final RenderedQuery CLAIM_ALL =
      new RenderedQuery(
          """
          select place
            from unnest(?::uuid[], ?::uuid[], ?)
                 with ordinality as claim (app_user, company, key, place)
           where not claims_key(app_user, company, key, ?)
          """);

  private GroupKeys() {}

  /**
   * Claims the keys of these requests, in the round trip of the next query.
   *
   * @param inUse receives the requests whose keys are in use or have an answer; it must throw an
   *     exception, which stops the next query
   */
  public static void claim(
      DSLContext sql, List<GroupMember> members, Consumer<List<GroupMember>> inUse) {
    List<GroupMember> keyed = members.stream().filter(one -> one.keeper().key() != null).toList();
    if (keyed.isEmpty()) {
      return;
    }
    CLAIM_ALL.later(
        sql,
        rows -> {
          List<GroupMember> used = new ArrayList<>();
          while (rows.next()) {
            used.add(keyed.get(rows.getInt(1) - 1));
          }
          if (!used.isEmpty()) {
            inUse.accept(used);
          }
        },
        users(keyed),
        companies(keyed),
        keyed.stream().map(one -> one.keeper().key()).toArray(String[]::new),
        keyed.get(0).keeper().oldest());
  }

  /**
   * The documents of new records by id, complete after the commit. Keeps those of requests with a
   * key.
   *
   * @param path where the client finds the records
   * @param created the new record of each request; all have the same caller
   */
  public static Map<UUID, byte[]> documentsLater(
      DSLContext sql, String path, Map<GroupMember, UUID> created, Document document) {
    Caller caller = created.keySet().iterator().next().caller();
    List<GroupMember> keyed =
        created.keySet().stream().filter(one -> one.keeper().key() != null).toList();
    Set<UUID> others = new HashSet<>(created.values());
    Map<UUID, byte[]> documents = new HashMap<>();
    if (!keyed.isEmpty()) {
      UUID[] ids = keyed.stream().map(created::get).toArray(UUID[]::new);
      others.removeAll(List.of(ids));
      document.keepLater(
          sql,
          caller,
          ids,
          documents,
          KEEP_NEW,
          users(keyed),
          companies(keyed),
          keyed.stream().map(one -> one.keeper().key()).toArray(String[]::new),
          keyed.stream()
              .map(one -> HexFormat.of().formatHex(one.keeper().requestHash()))
              .toArray(String[]::new),
          Stream.of(ids).map(id -> path + id + "/").toArray(String[]::new),
          ids);
    }
    if (!others.isEmpty()) {
      document.later(sql, caller, others.toArray(UUID[]::new), documents);
    }
    return documents;
  }

  private static UUID[] users(List<GroupMember> members) {
    return members.stream().map(one -> one.caller().user()).toArray(UUID[]::new);
  }

  private static UUID[] companies(List<GroupMember> members) {
    return members.stream().map(one -> one.keeper().company()).toArray(UUID[]::new);
  }
}
