package supplychain.history;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.database.Author;
import supplychain.database.Database;

/**
 * Gives numbers to the changes that were committed since the last time, in an order in which nobody
 * who reads up to a number ever misses what comes later: batch after batch of what one snapshot of
 * PostgreSQL sees and the one before did not, each in the order of the history's ids. Of one
 * record, whose row its writers lock, that is the order in which it changed.
 *
 * <p>One at a time does it. Whoever else would waits without a connection to the database, of which
 * there are few, and not for long.
 */
public final class Numbering {
  /** How long a request may number changes, or wait for others who do. */
  static final Duration TIME = Duration.ofSeconds(5);

  /** How many may wait for their turn; each of them is a thread. */
  static final int MOST_IN_LINE = 50;

  /** How long to wait where another instance numbers. */
  private static final Duration PAUSE = Duration.ofMillis(20);

  /** Held while numbers are given: by one instance at a time. */
  static final long LOCK = 0x6368616e;

  private static final Author AUTHOR = new Author(Caller.SYSTEM, "changes");

  private static final String EVERYTHING = "4611686018427387903:4611686018427387903:";

  /** How far it went. */
  enum Reach {
    /** All that was committed before has its number. */
    ALL,
    /** Some got numbers, and there may be more. */
    SOME,
    /** There are some without a number, and no time left. */
    LATE
  }

  private final Database database;
  private final Semaphore turn = new Semaphore(1, true);

  Numbering(Database database) {
    this.database = database;
  }

  /** When a request that begins now has numbered for long enough, as {@link System#nanoTime}. */
  static long end() {
    return System.nanoTime() + TIME.toNanos();
  }

  /**
   * Numbers some of what is committed now and has no number.
   *
   * @param end when to give up waiting for others, as {@link System#nanoTime} has it
   */
  Reach goOn(long end) {
    if (!database.read(sql -> isPending(sql, NumberingBatch.next(sql)))) {
      return Reach.ALL;
    }
    if (!takeTurn(end)) {
      return Reach.LATE;
    }
    try {
      Reach reach;
      do {
        reach = database.write(AUTHOR, Numbering::unlessAnotherDoes);
      } while (reach == Reach.LATE && pause(end));
      return reach;
    } finally {
      turn.release();
    }
  }

  private boolean takeTurn(long end) {
    long left = end - System.nanoTime();
    try {
      return left > 0 && inLine() < MOST_IN_LINE && turn.tryAcquire(left, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** How many wait for their turn. */
  int inLine() {
    return turn.getQueueLength();
  }

  /** Waits a moment; whether there is still time. */
  private static boolean pause(long end) {
    try {
      TimeUnit.NANOSECONDS.sleep(Math.min(PAUSE.toNanos(), end - System.nanoTime()));
      return end - System.nanoTime() > 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static Reach unlessAnotherDoes(DSLContext sql) {
    boolean isFree =
        sql.select(field("pg_try_advisory_xact_lock({0})", Boolean.class, inline(LOCK)))
            .fetchSingle()
            .value1();
    if (!isFree) {
      return Reach.LATE;
    }
    NumberingBatch batch = NumberingBatch.next(sql);
    if (!isPending(sql, batch)) {
      return Reach.ALL;
    }
    // What was committed since a batch was begun is not in it.
    return batch.take(sql) == NumberingBatch.TOGETHER || batch.isBegun() ? Reach.SOME : Reach.ALL;
  }

  private static boolean isPending(DSLContext sql, NumberingBatch batch) {
    if (batch.isForeign()) {
      throw new IllegalStateException(
          "the changes were numbered by another PostgreSQL: move records by backup and restore");
    }
    return batch.isPending(sql);
  }

  /**
   * Numbers all that is there, in a database to which nobody else writes, and starts anew from now:
   * it may be of another cluster, whose transactions had other numbers.
   */
  public static void settle(DSLContext sql) {
    // Of a batch that was begun only what comes after the last id is left; not so of what follows.
    for (NumberingBatch batch = NumberingBatch.next(sql);
        batch.isBegun();
        batch = NumberingBatch.next(sql)) {
      batch.take(sql);
    }
    sql.execute("update change_feed set until = cast({0} as pg_snapshot)", inline(EVERYTHING));
    int taken;
    do {
      taken = NumberingBatch.next(sql).take(sql);
    } while (taken == NumberingBatch.TOGETHER);
    sql.execute(
        """
        update change_feed
           set since = pg_current_snapshot(), settled = (select coalesce(max(id), 0) from history)
        """);
  }
}
