package supplychain.trace;

import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.val;

import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import supplychain.core.Caller;

/** Who the parties of a lineage are. */
final class PartyQueries {
  /**
   * A farmer of another company is named only by its own consent. Each table is read by itself: a
   * join of what was recorded just now, of which there are no statistics yet, takes minutes.
   */
  private static final String PARTIES =
      """
      select id, 'COMPANY', name
        from company
       where id in (select unnest({0}))
      union all
      select id, 'FARMER',
             case when consent_status = 'GRANTED' or buyer = {1} or {2}
                  then concat_ws(' ', first_name, last_name) end
        from farmer
       where id in (select unnest({0}))
      """;

  private PartyQueries() {}

  /** The parties of these ids, as the caller may know them. */
  static Map<UUID, Party> find(DSLContext sql, Caller caller, Set<UUID> ids) {
    return sql
        .resultQuery(
            PARTIES,
            val(ids.toArray(UUID[]::new)),
            val(caller.company(), UUID.class),
            inline(caller.isOperator()))
        .fetch()
        .stream()
        .map(
            row ->
                new Party(
                    row.get(0, UUID.class),
                    Party.Kind.valueOf(row.get(1, String.class)),
                    row.get(2, String.class)))
        .collect(Collectors.toMap(Party::id, Function.identity()));
  }
}
