package supplychain.monitor;

import static supplychain.schema.Tables.MAINTENANCE;

import java.time.OffsetDateTime;
import java.util.Optional;
import org.jooq.DSLContext;
import org.jooq.Records;
import org.jooq.exception.DataAccessException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import supplychain.database.Author;
import supplychain.database.Database;

/** Notes the work that keeps the records safe, when it comes to its end. */
public final class Maintenance {
  private static final Logger LOG = LoggerFactory.getLogger(Maintenance.class);

  private Maintenance() {}

  /** The work that is noted. */
  public enum Task {
    BACKUP,
    /** A backup was restored into a scratch database and verified. */
    BACKUP_CHECK,
    VERIFY
  }

  /** The end of a task. */
  public record Done(OffsetDateTime time, boolean isRight, String details) {}

  /**
   * Notes the end of a task. The task counts even if this fails: the disk may be full, or the
   * database a standby.
   */
  public static void note(
      Database database, Author author, Task task, boolean isRight, String details) {
    try {
      database.write(
          author,
          sql ->
              sql.insertInto(MAINTENANCE)
                  .columns(MAINTENANCE.TASK, MAINTENANCE.IS_RIGHT, MAINTENANCE.DETAILS)
                  .values(task.name(), isRight, details)
                  .execute());
    } catch (DataAccessException e) {
      LOG.warn("could not record in the database that {} has ended: {}", task, e.toString());
    }
  }

  /** The last end of a task, if there is one. */
  static Optional<Done> last(DSLContext sql, Task task) {
    return sql.select(MAINTENANCE.FINISHED_ON, MAINTENANCE.IS_RIGHT, MAINTENANCE.DETAILS)
        .from(MAINTENANCE)
        .where(MAINTENANCE.TASK.eq(task.name()))
        .orderBy(MAINTENANCE.FINISHED_ON.desc())
        .limit(1)
        .fetchOptional(Records.mapping(Done::new));
  }
}
