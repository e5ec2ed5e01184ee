package supplychain.database;

import com.zaxxer.hikari.HikariConfig;
import java.util.Arrays;
import java.util.Optional;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationInfoService;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import supplychain.core.Release;

/** The schema of a database, compared with the migrations in the jar. */
public final class Schema {
  /** Flyway keeps the release that applied each migration after these words. */
  private static final String RELEASE = "release ";

  private final FluentConfiguration configuration;
  private final Flyway flyway;

  /** Opens own connections: a migration needs several, and more time than the pool allows. */
  Schema(HikariConfig pool) {
    configuration =
        Flyway.configure()
            .dataSource(pool.getJdbcUrl(), pool.getUsername(), pool.getPassword())
            .defaultSchema(pool.getSchema())
            .locations("classpath:db")
            .installedBy(RELEASE + Release.version());
    flyway = configuration.load();
  }

  /** Whether any release has created its tables here. */
  public boolean exists() {
    return flyway.info().current() != null;
  }

  /** Applies the missing migrations; several processes at once wait for each other. */
  public void migrate() {
    if (known().pending().length > 0) {
      flyway.migrate();
    }
  }

  /** The version of a schema that lacks migrations; empty if it has all, or is no schema yet. */
  public Optional<String> outdated() {
    MigrationInfoService info = known();
    return Optional.ofNullable(info.current())
        .filter(current -> info.pending().length > 0)
        .map(Schema::version);
  }

  /** Applies the missing migrations up to a version, which this release knows. */
  public void migrate(String version, String release) {
    MigrationVersion target = MigrationVersion.fromVersion(version);
    if (Arrays.stream(flyway.info().all()).noneMatch(each -> target.equals(each.getVersion()))) {
      throw new SchemaException(
          "This jar is release %s and does not know version %s of the schema: use a newer jar, of release %s or later."
              .formatted(Release.version(), version, release));
    }
    configuration.target(target).load().migrate();
  }

  /** Refuses a schema whose version is not the jar's. */
  public void requireCurrent() {
    MigrationInfoService info = known();
    MigrationInfo[] pending = info.pending();
    if (pending.length > 0) {
      throw new SchemaException(
          "The database's schema is at version %s and this jar needs %s: run migrate first."
              .formatted(version(info.current()), version(pending[pending.length - 1])));
    }
  }

  /** The state of the schema. Refuses a schema that this jar does not know. */
  private MigrationInfoService known() {
    MigrationInfoService info = flyway.info();
    if (Arrays.stream(info.applied()).anyMatch(Schema::isReplaced)) {
      throw new SchemaException(
          "A version from before the first release created this database, and its records cannot be"
              + " upgraded: start with a new data folder or an empty database.");
    }
    MigrationInfo current = info.current();
    if (current != null && !current.getState().isResolved()) {
      String installed = current.getInstalledBy();
      throw new SchemaException(
          "The database's schema is at version %s, which this jar does not know: use a newer jar%s"
              .formatted(
                  version(current),
                  installed.startsWith(RELEASE)
                      ? ", of " + installed + " or later; this one is release " + Release.version()
                      : "."));
    }
    return info;
  }

  /** Whether an applied migration is missing in the jar, or has another text there. */
  private static boolean isReplaced(MigrationInfo applied) {
    return switch (applied.getState()) {
      case MISSING_SUCCESS, MISSING_FAILED -> true;
      default -> applied.getState().isResolved() && !applied.isChecksumMatching();
    };
  }

  private static String version(MigrationInfo migration) {
    return migration == null ? "0" : migration.getVersion().toString();
  }
}
