package supplychain.http;

import io.javalin.config.Key;
import io.javalin.http.Context;
import io.javalin.router.Endpoint;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import supplychain.core.ProblemType;

/** The metrics for Prometheus: counts and times, without personal data and ids. */
public final class Metrics implements AutoCloseable {
  public static final String PATH = "/metrics";

  static final Key<Metrics> KEY = new Key<>("metrics");

  private static final String MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  /** A path without a route: a name for each would let clients fill the memory. */
  private static final String NO_ROUTE = "none";

  private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PATCH", "DELETE");

  private static final Duration[] BUCKETS =
      LongStream.of(5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 10_000, 60_000)
          .mapToObj(Duration::ofMillis)
          .toArray(Duration[]::new);

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final MeterProvider<Timer> timers =
      Timer.builder("http.server.requests")
          .description("Requests until their answer is ready")
          .serviceLevelObjectives(BUCKETS)
          .withRegistry(registry);
  private final MeterProvider<Counter> refusals =
      Counter.builder("supply.chain.refusals")
          .description("Answers that refuse a request, by the type of the problem")
          .withRegistry(registry);
  private final Counter failedTokens;
  private final JvmGcMetrics collector = new JvmGcMetrics();

  /** Nothing counted yet. */
  public Metrics() {
    // From the start, the metrics show each type.
    Stream.of(ProblemType.values()).forEach(this::refusals);
    failedTokens =
        Counter.builder("supply.chain.failed.tokens")
            .description("Requests with a token that is unknown, revoked or expired")
            .register(registry);
    Arrays.asList(
            new JvmMemoryMetrics(),
            new JvmThreadMetrics(),
            new ProcessorMetrics(),
            new UptimeMetrics(),
            collector)
        .forEach(binder -> binder.bindTo(registry));
  }

  /** Shows a figure, which is asked for at each reading; NaN if there is none. */
  public void gauge(String name, String description, Supplier<Number> figure, String... tags) {
    Gauge.builder(name, figure).description(description).tags(tags).register(registry);
  }

  void count(Context ctx, float ms) {
    count(ctx.req().getMethod(), route(ctx), ctx.statusCode(), ms);
  }

  private static String route(Context ctx) {
    Endpoint matched = ctx.endpoints().matchedHttpEndpoint();
    return matched == null ? NO_ROUTE : matched.path;
  }

  /** Counts a group of requests like this one. */
  void group(Context ctx, int members) {
    DistributionSummary.builder("supply.chain.group.requests")
        .description("Requests of a group when it begins")
        .tags("method", ctx.req().getMethod(), "route", route(ctx))
        .register(registry)
        .record(members);
  }

  /** Counts a request that left its group, or whose group was rolled back. */
  void doneAlone(Context ctx) {
    Counter.builder("supply.chain.group.alone")
        .description("Requests that are done alone after their group did not record them")
        .tags("method", ctx.req().getMethod(), "route", route(ctx))
        .register(registry)
        .increment();
  }

  /** Counts a request that is not valid HTTP. */
  void countUnreadable(ProblemType type, float ms) {
    count("", NO_ROUTE, type.status(), ms);
    refused(type);
  }

  private void count(String method, String route, int status, float ms) {
    String known = METHODS.contains(method) ? method : "OTHER";
    timers
        .withTags("method", known, "route", route, "status", Integer.toString(status))
        .record((long) (ms * 1e6), TimeUnit.NANOSECONDS);
  }

  private Counter refusals(ProblemType type) {
    return refusals.withTag("type", type.shortName());
  }

  void refused(ProblemType type) {
    refusals(type).increment();
  }

  void failedToken() {
    failedTokens.increment();
  }

  /** Answers with all figures. */
  public void read(Context ctx) {
    Answer.send(ctx, 200, MEDIA_TYPE, registry.scrape().getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    collector.close();
    registry.close();
  }
}
