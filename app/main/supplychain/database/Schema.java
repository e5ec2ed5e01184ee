package supplychain.database;

import com.zaxxer.hikari.HikariConfig;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;

/** The schema of a database, compared with the migrations in the jar. */
final class Schema {
  private final Flyway flyway;

  /**
   * Of the database that a pool is of, over connections of its own: it needs several at once, and
   * time without the pool's limits.
   */
  Schema(HikariConfig pool) {
    flyway =
        Flyway.configure()
            .dataSource(pool.getJdbcUrl(), pool.getUsername(), pool.getPassword())
            .locations("classpath:db")
            .load();
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
