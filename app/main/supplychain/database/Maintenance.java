package supplychain.database;

import static supplychain.schema.Tables.MAINTENANCE;

import java.time.OffsetDateTime;
import java.util.Map;
import org.jooq.DSLContext;
import org.jooq.exception.DataAccessException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notes when a backup, the check of a backup, or a verify ended, and how. */
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
   * Notes the end of a task. If this fails, the task still counts: the disk may be full, or the
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

  /** The last end of each task that was ever done. */
  public static Map<Task, Done> last(DSLContext sql) {
    return sql.select(
            MAINTENANCE.TASK, MAINTENANCE.FINISHED_ON, MAINTENANCE.IS_RIGHT, MAINTENANCE.DETAILS)
        .distinctOn(MAINTENANCE.TASK)
        .from(MAINTENANCE)
        .orderBy(MAINTENANCE.TASK, MAINTENANCE.FINISHED_ON.desc())
        .fetchMap(
            row -> Task.valueOf(row.value1()),
            row -> new Done(row.value2(), row.value3(), row.value4()));
  }
}
