package supplychain.http;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jooq.exception.DataAccessException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import supplychain.database.Database;
import supplychain.database.Maintenance.Done;
import supplychain.database.Maintenance.Task;

/** Shows the state of the records and of the connection pool among the metrics. */
public final class Monitoring {
  /** How long the metrics show the same figures before the service reads them again. */
  static final Duration KEPT = Duration.ofSeconds(15);

  private static final Logger LOG = LoggerFactory.getLogger(Monitoring.class);

  private final LoadingCache<Boolean, Optional<Figures>> figures;

  private Monitoring(Database database) {
    figures = Caffeine.newBuilder().expireAfterWrite(KEPT).build(only -> read(database));
  }

  /** Adds the figures of this database to the metrics. */
  public static void show(Database database, Metrics metrics) {
    Monitoring monitoring = new Monitoring(database);
    monitoring.showPool(database, metrics);
    monitoring.showRecords(metrics);
    for (Task task : Task.values()) {
      monitoring.show(metrics, task);
    }
  }

  private static Optional<Figures> read(Database database) {
    try {
      return Optional.of(database.read(Figures::read));
    } catch (DataAccessException e) {
      LOG.warn("the metrics have no figures of the database: {}", e.toString());
      return Optional.empty();
    }
  }

  /** A figure of the database; NaN while it is away. */
  private Number of(Function<Figures, Number> figure) {
    return figures.get(true).map(figure).orElse(Double.NaN);
  }

  private void showPool(Database database, Metrics metrics) {
    for (String state : List.of("active", "idle", "pending", "max")) {
      metrics.gauge(
          "hikaricp.connections." + state,
          "Connections to the database",
          () -> database.connectionCounts().getOrDefault(state, 0));
    }
  }

  private void showRecords(Metrics metrics) {
    metrics.gauge(
        "supply.chain.database.up",
        "Whether the database answers",
        () -> figures.get(true).isPresent() ? 1 : 0);
    metrics.gauge(
        "supply.chain.database.bytes", "The size of the database", () -> of(Figures::bytes));
    for (String table : Figures.TABLES) {
      metrics.gauge(
          "supply.chain.records",
          "Rows of the table, as PostgreSQL estimates them",
          () -> of(all -> all.rows().getOrDefault(table, 0L)),
          "table",
          table);
    }
    metrics.gauge(
        "supply.chain.tokens.expiring",
        "Tokens that expire within 14 days",
        () -> of(all -> all.expiring().size()));
  }

  private void show(Metrics metrics, Task task) {
    String name = "supply.chain." + task.name().toLowerCase(Locale.ROOT).replace('_', '.');
    metrics.gauge(
        name + ".timestamp.seconds",
        "When it last ended, in seconds since 1970; NaN for never",
        () -> of(all -> last(all, task, done -> done.time().toEpochSecond())));
    metrics.gauge(
        name + ".right",
        "1 if it last found no mistake, 0 if it found one; NaN for never",
        () -> of(all -> last(all, task, done -> done.isRight() ? 1 : 0)));
  }

  private static Number last(Figures all, Task task, Function<Done, Number> figure) {
    return Optional.ofNullable(all.last().get(task)).map(figure).orElse(Double.NaN);
  }
}
