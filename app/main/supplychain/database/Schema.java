package supplychain.database;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;

/** The schema of a database, compared with the migrations in the jar. */
final class Schema {
  private final Flyway flyway;

  Schema(DataSource database) {
    flyway = Flyway.configure().dataSource(database).locations("classpath:db").load();
  }

  /** Applies what is missing; several processes at once wait for each other. */
  void migrate() {
    refuseNewer(flyway.info());
    flyway.migrate();
  }

  /** Refuses a schema that is not the jar's own. */
  void requireCurrent() {
    MigrationInfoService info = flyway.info();
    refuseNewer(info);
    if (info.pending().length > 0) {
      throw new SchemaException(
          "The database's schema is at version %s and this jar needs %s: run migrate first."
              .formatted(version(info.current()), version(last(info.pending()))));
    }
  }

  private static void refuseNewer(MigrationInfoService info) {
    MigrationInfo current = info.current();
    if (current != null && !current.getState().isResolved()) {
      throw new SchemaException(
          "The database's schema is at version %s, which this jar does not know: use a newer jar."
              .formatted(version(current)));
    }
  }

  private static MigrationInfo last(MigrationInfo[] migrations) {
    return migrations[migrations.length - 1];
  }

  private static String version(MigrationInfo migration) {
    return migration == null ? "0" : migration.getVersion().toString();
  }
}
