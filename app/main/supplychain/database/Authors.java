package supplychain.database;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import supplychain.core.Json;
import supplychain.validation.Body;

/**
 * Who writes in a transaction: one author, or several requests that are recorded together, each
 * with its body and its author. With several, whoever inserts a record notes first whose it is. The
 * trigger of the history refuses a record that nobody noted.
 */
public final class Authors {
  /** The settings that the triggers of the history read; they end with the transaction. */
  private static final String ONE =
      "select set_config('supply_chain.app_user', ?, true), "
          + "set_config('supply_chain.request', ?, true), "
          + "set_config('supply_chain.client_request', ?, true), "
          + "set_config('supply_chain.authors', '', true)";

  private static final String SEVERAL =
      "select set_config('supply_chain.authors', '{}', true), "
          + "set_config('lock_timeout', ?, true), set_config('statement_timeout', ?, true)";

  private static final String NOTED = "select set_config('supply_chain.authors', ?, true)";

  private final Author one;
  private final Map<Body, Author> ofBodies;
  private final Map<UUID, Author> ofRecords = new HashMap<>();
  private boolean isTold = true;

  private Authors(Author one, Map<Body, Author> ofBodies) {
    this.one = one;
    this.ofBodies = ofBodies;
  }

  static Authors of(Author one) {
    return new Authors(one, Map.of());
  }

  static Authors of(Map<Body, Author> several) {
    return new Authors(null, several);
  }

  /** Whether the transaction of {@code sql} records several requests. */
  public static boolean areSeveral(DSLContext sql) {
    return in(sql).one == null;
  }

  /** Notes that this body's author writes a record. */
  public static void note(DSLContext sql, UUID record, Body body) {
    Authors authors = in(sql);
    authors.note(record, authors.ofBodies.get(body));
  }

  /** Notes that the author of a noted record writes another record, too. */
  public static void note(DSLContext sql, UUID record, UUID noted) {
    Authors authors = in(sql);
    authors.note(record, authors.ofRecords.get(noted));
  }

  private void note(UUID record, Author author) {
    if (one == null) {
      ofRecords.put(record, Objects.requireNonNull(author));
      isTold = false;
    }
  }

  /** Tells PostgreSQL the noted records, in the round trip of the next query. */
  static void tell(DSLContext sql) {
    Authors authors = in(sql);
    if (!authors.isTold) {
      ObjectNode all = Json.MAPPER.createObjectNode();
      authors.ofRecords.forEach(
          (record, author) ->
              all.putArray(record.toString())
                  .add(author.user().toString())
                  .add(author.request())
                  .add(author.clientRequest()));
      later(sql, NOTED, all.toString());
      authors.isTold = true;
    }
  }

  /** Does some work as the author of a noted record, whatever it writes. */
  public static void as(DSLContext sql, UUID noted, Runnable work) {
    Authors authors = in(sql);
    if (authors.one == null) {
      later(sql, ONE, introduction(authors.ofRecords.get(noted)));
      authors.isTold = true;
    }
    work.run();
    authors.isTold = authors.one != null;
  }

  private static Authors in(DSLContext sql) {
    return Pipeline.of(sql.configuration()).authors();
  }

  private static void later(DSLContext sql, String statement, Object... values) {
    sql.connection(connection -> Pipeline.of(sql.configuration()).add(statement, values));
  }

  /** The first statement of the transaction. */
  String introduction() {
    return one == null ? SEVERAL : ONE;
  }

  /** Its values. */
  Object[] introductionValues() {
    return one == null
        ? new Object[] {
          Database.GROUP_LOCK_WAIT.toMillis() + "ms",
          Database.GROUP_STATEMENT_TIME.toMillis() + "ms"
        }
        : introduction(one);
  }

  private static Object[] introduction(Author author) {
    String client = author.clientRequest() == null ? "" : author.clientRequest();
    return new Object[] {author.user().toString(), author.request(), client};
  }

  /** The tokens that must be live when the transaction commits. */
  UUID[] tokens() {
    Stream<Author> all = one == null ? ofBodies.values().stream() : Stream.of(one);
    return all.map(Author::token).filter(Objects::nonNull).distinct().toArray(UUID[]::new);
  }
}
