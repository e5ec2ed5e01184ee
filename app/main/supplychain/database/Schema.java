package supplychain.database;

import com.zaxxer.hikari.HikariConfig;
import java.util.Arrays;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/** The schema of a database, compared with the migrations in the jar. */
final class Schema {
  private final FluentConfiguration configuration;
  private final Flyway flyway;

  /**
   * Of the database that a pool is of, over connections of its own: it needs several at once, and
   * time without the pool's limits.
   */
  Schema(HikariConfig pool) {
    configuration =
        Flyway.configure()
            .dataSource(pool.getJdbcUrl(), pool.getUsername(), pool.getPassword())
            .defaultSchema(pool.getSchema())
            .locations("classpath:db");
    flyway = configuration.load();
  }

  /** Applies what is missing; several processes at once wait for each other. */
  void migrate() {
    refuseNewer(flyway.info());
    flyway.migrate();
  }

  /** Applies what is missing up to a version, which must be one of the jar's. */
  void migrate(String version) {
    MigrationVersion target = MigrationVersion.fromVersion(version);
    if (Arrays.stream(flyway.info().all()).noneMatch(each -> target.equals(each.getVersion()))) {
      throw new SchemaException(
          "The schema's version %s is none that this jar knows: use a newer jar."
              .formatted(version));
    }
    configuration.target(target).load().migrate();
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
