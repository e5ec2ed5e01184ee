package supplychain.database;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import supplychain.core.Json;
import supplychain.validation.Body;

/**
 * Who writes in a transaction: one author, or several requests that are recorded together, each
 * with its body and its author. With several, whoever inserts a record notes first whose it is. The
 * batch tells PostgreSQL so before its next statement. The trigger of the history refuses a record
 * that nobody noted.
 */
public final class Authors {
  private static final String EVERYTHING = "";

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

  /** Whether the transaction records several requests. */
  public static boolean areSeveral(Batch batch) {
    return batch.authors().one == null;
  }

  /** Notes that this body's author writes a record. */
  public static void note(Batch batch, UUID record, Body body) {
    Authors authors = batch.authors();
    authors.note(record, authors.ofBodies.get(body));
  }

  /** Notes that the author of a noted record writes another record, too. */
  public static void note(Batch batch, UUID record, UUID noted) {
    Authors authors = batch.authors();
    authors.note(record, authors.ofRecords.get(noted));
  }

  private void note(UUID record, Author author) {
    if (one == null) {
      ofRecords.put(record, Objects.requireNonNull(author));
      isTold = false;
    }
  }

  /** Whether there are noted records that PostgreSQL does not know of. */
  boolean areUntold() {
    return !isTold;
  }

  /** Adds the noted records to the batch, before the statements that write them. */
  void tell(Batch batch) {
    if (!isTold) {
      isTold = true;
      ObjectNode all = Json.MAPPER.createObjectNode();
      ofRecords.forEach((record, author) -> put(all, record.toString(), author));
      tell(batch, all);
    }
  }

  private static void put(ObjectNode authors, String record, Author author) {
    authors
        .putArray(record)
        .add(author.user().toString())
        .add(author.request())
        .add(author.clientRequest());
  }

  private static void tell(Batch batch, ObjectNode authors) {
    Batch.SQL.call("tell_authors").set("authors", authors.toString()).add(batch, Batch.NOTHING);
  }

  /**
   * Does some work as the author of a noted record, whatever it writes. The author waits in the
   * batch when the work begins.
   */
  public static void as(Batch batch, UUID noted, Runnable work) {
    Authors authors = batch.authors();
    if (authors.one == null) {
      // Meanwhile the noted records are not told: this one author writes everything.
      authors.isTold = true;
      introduce(batch, authors.ofRecords.get(noted));
    }
    work.run();
    // The next statement tells them again.
    authors.isTold = authors.one != null;
  }

  /** Adds the first statement of the transaction to its batch. */
  void introduce(Batch batch) {
    if (one == null) {
      Batch.SQL
          .call("begin_group")
          .set("lock_wait", Database.GROUP_LOCK_WAIT.toMillis() + "ms")
          .set("statement_time", Database.GROUP_STATEMENT_TIME.toMillis() + "ms")
          .add(batch, Batch.NOTHING);
    } else {
      introduce(batch, one);
    }
  }

  /** One author writes everything. */
  private static void introduce(Batch batch, Author author) {
    ObjectNode all = Json.MAPPER.createObjectNode();
    put(all, EVERYTHING, author);
    tell(batch, all);
  }

  /** The tokens that must be live when the transaction commits. */
  UUID[] tokens() {
    Stream<Author> all = one == null ? ofBodies.values().stream() : Stream.of(one);
    return all.map(Author::token).filter(Objects::nonNull).distinct().toArray(UUID[]::new);
  }
}
