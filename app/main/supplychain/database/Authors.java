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
 * Who writes in a transaction: one author, or one for each of several requests that are recorded
 * together. With several, the code must call {@link #note} before it inserts or changes a record.
 * The batch then sends the authors before its next statement. The trigger of the history refuses a
 * record without an author.
 */
public final class Authors {
  /** The key of an author who writes everything. */
  private static final String EVERYTHING = "";

  private final Author one;
  private final Map<Body, Author> ofBodies;
  private final Map<UUID, Author> ofRecords = new HashMap<>();
  private boolean isSent = true;

  Authors(Author one) {
    this.one = one;
    ofBodies = Map.of();
  }

  Authors(Map<Body, Author> several) {
    one = null;
    ofBodies = several;
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
      ofRecords.put(record, Objects.requireNonNull(author, "no author for this body"));
      isSent = false;
    }
  }

  /** Whether there are noted records that the batch does not have. */
  boolean hasUnsent() {
    return !isSent;
  }

  /** Adds the noted records to the batch, before the statements that write them. */
  void send(Batch batch) {
    if (!isSent) {
      isSent = true;
      send(batch, ofRecords);
    }
  }

  private static void send(Batch batch, Map<?, Author> authors) {
    ObjectNode all = Json.MAPPER.createObjectNode();
    authors.forEach(
        (record, author) ->
            all.putArray(record.toString())
                .add(author.user().toString())
                .add(author.request())
                .add(author.clientRequest()));
    Batch.SQL.call("tell_authors").set("authors", all.toString()).add(batch, Batch.NOTHING);
  }

  /**
   * Runs work as the author of a noted record, whatever it writes. The statement that sets the
   * author is in the batch when the work begins.
   */
  public static void runAs(Batch batch, UUID noted, Runnable work) {
    Authors authors = batch.authors();
    if (authors.one == null) {
      // Meanwhile the noted records are not sent: this one author writes everything.
      authors.isSent = true;
      send(batch, Map.of(EVERYTHING, authors.ofRecords.get(noted)));
    }
    try {
      work.run();
    } finally {
      // The next statement sends them again.
      authors.isSent = authors.one != null;
    }
  }

  /** Adds the first statement of the transaction: the author, or the limits of time of a group. */
  void begin(Batch batch) {
    if (one == null) {
      Batch.SQL
          .call("begin_group")
          .set("lock_wait", Database.GROUP_LOCK_WAIT.toMillis() + "ms")
          .set("statement_time", Database.GROUP_STATEMENT_TIME.toMillis() + "ms")
          .add(batch, Batch.NOTHING);
    } else {
      send(batch, Map.of(EVERYTHING, one));
    }
  }

  /** The tokens that must be live when the transaction commits. */
  UUID[] tokens() {
    Stream<Author> all = one == null ? ofBodies.values().stream() : Stream.of(one);
    return all.map(Author::token).filter(Objects::nonNull).distinct().toArray(UUID[]::new);
  }
}
