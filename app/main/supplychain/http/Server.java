package supplychain.http;

import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Header;
import io.javalin.http.HttpResponseException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.eclipse.jetty.compression.gzip.GzipCompression;
import org.eclipse.jetty.compression.server.CompressionConfig;
import org.eclipse.jetty.compression.server.CompressionHandler;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jooq.exception.DataAccessException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.database.SqlFailure;

/** Sets up what all routes share. */
public final class Server {
  /**
   * The most requests in progress at the same time; further requests wait. A request does not count
   * while its client is slow with the header or the answer.
   */
  public static final int THREADS = 500;

  /** The most bytes of a request before its body: the request line and all headers. */
  public static final int MOST_HEADER_BYTES = 8 << 10;

  /** A workbook for Excel, which is compressed itself. */
  public static final String WORKBOOK =
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

  /** Shorter answers are not compressed. */
  static final int LEAST_COMPRESSED_BYTES = 1_000;

  private static final int IDLE_THREADS = 8;

  /**
   * While there are more threads than that, one of them ends each time. The threads take turns, so
   * after a burst too many of them would each work on another core than last time.
   */
  private static final int IDLE_MILLIS = 500;

  private static final Logger LOG = LoggerFactory.getLogger(Server.class);

  /** Headers that count once. */
  private static final List<String> ONCE =
      List.of(Header.AUTHORIZATION, Header.CONTENT_TYPE, Idempotency.HEADER);

  /** The header by which Javalin lets a client change the method. */
  private static final String METHOD_OVERRIDE = "X-HTTP-Method-Override";

  private Server() {}

  /** Sets up everything but the routes, which follow. */
  public static void configure(
      JavalinConfig config,
      Authentication authentication,
      Admission admission,
      Limits limits,
      Metrics metrics) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.startup.startupWatcherEnabled = false;
    config.http.prefer405over404 = true;
    config.http.generateEtags = false;
    config.http.compressionStrategy = CompressionStrategy.NONE;
    config.http.maxRequestSize = JsonRequest.MOST_BYTES;
    config.router.ignoreTrailingSlashes = true;
    configureJetty(config, limits, metrics);
    config.appData(Metrics.KEY, metrics);
    config.requestLogger.http(
        (ctx, ms) -> {
          RequestLog.write(ctx, ms);
          metrics.count(ctx, ms);
        });
    MemoryBudget.limit(config, limits.memory);
    List<String> paths = new ArrayList<>();
    config.appData(Problems.PATHS, paths);
    config.events.handlerAdded(route -> paths.add(route.getPath()));
    OpenPaths open = new OpenPaths();
    config.events.handlerAdded(open::add);
    config.routes.before(ctx -> begin(ctx, authentication, open));
    config.routes.beforeMatched(authentication::authorize);
    config.router.handlerWrapper(
        endpoint ->
            endpoint.method.isHttpMethod()
                ? ctx -> admission.handle(ctx, endpoint.handler)
                : endpoint.handler);
    config.router.javaLangErrorHandler(Problems::answerError);
    config.routes.exception(Exception.class, (e, ctx) -> refuse(e, ctx, authentication, admission));
    // Javalin has its own answer to this exception, unless a handler names it.
    config.routes.exception(
        HttpResponseException.class, (e, ctx) -> refuse(e, ctx, authentication, admission));
  }

  private static void configureJetty(JavalinConfig config, Limits limits, Metrics metrics) {
    config.jetty.threadPool = new QueuedThreadPool(THREADS, IDLE_THREADS, IDLE_MILLIS);
    config.jetty.modifyHttpConfiguration(Server::configure);
    config.jetty.modifyServer(
        server ->
            server.setErrorHandler(
                (request, response, callback) ->
                    Problems.answerUnreadable(request, response, callback, metrics)));
    // Jetty would redirect a request without a path.
    config.jetty.modifyServletContextHandler(all -> all.setAllowNullPathInContext(true));
    config.jetty.modifyServer(Server::compress);
    config.jetty.modifyServer(server -> ConnectionLimit.limit(server, limits));
  }

  /** Compresses answers for clients that accept gzip. The bodies of requests stay as they are. */
  private static void compress(org.eclipse.jetty.server.Server server) {
    GzipCompression gzip = new GzipCompression();
    gzip.setMinCompressSize(LEAST_COMPRESSED_BYTES);
    CompressionHandler handler = new CompressionHandler();
    handler.putCompression(gzip);
    CompressionConfig.Builder all = CompressionConfig.builder().defaults();
    List.of("GET", "POST", "PATCH").forEach(all::compressIncludeMethod);
    all.compressExcludeMimeType(WORKBOOK);
    handler.putConfiguration("/*", all.decompressExcludePath("/*").build());
    server.insertHandler(handler);
  }

  /** Jetty's request below the servlet: only Jetty's can be read without waiting. */
  static Request request(Context ctx) {
    return ServletContextRequest.getServletContextRequest(ctx.req());
  }

  private static void refuse(
      Exception exception, Context ctx, Authentication authentication, Admission admission) {
    try {
      Problems.answer(refusal(exception, ctx, authentication), ctx);
      if (Authentication.isIdentified(ctx)) {
        admission.discardBody(ctx);
      }
    } catch (RuntimeException ended) {
      // The request is over: its connection or the service ended. Javalin would pass an exception
      // of this method to this method again, without end.
      LOG.warn("a request ended before its answer: {}", ended.toString());
    }
  }

  /** The refusal, or in its place that of a token that is no longer live. */
  private static Exception refusal(Exception first, Context ctx, Authentication authentication) {
    boolean isRefusal =
        first instanceof Problem
            || first instanceof HttpResponseException
            || SqlFailure.isOfStatement(first);
    try {
      if (isRefusal) {
        authentication.confirm(ctx);
      }
      return first;
    } catch (Problem | DataAccessException instead) {
      return instead;
    }
  }

  private static void configure(HttpConfiguration http) {
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(MOST_HEADER_BYTES);
    http.setHttpCompliance(HttpCompliance.STRICT);
  }

  private static void begin(Context ctx, Authentication authentication, OpenPaths open) {
    ctx.header(RequestId.HEADER, RequestId.of(ctx).forAnswer());
    ctx.header("X-Content-Type-Options", "nosniff");
    requireUnambiguous(ctx);
    if (!open.isOpen(ctx)) {
      authentication.begin(ctx);
    }
  }

  /** Refuses headers that a proxy in front of the service could read differently. */
  private static void requireUnambiguous(Context ctx) {
    if (ctx.header(METHOD_OVERRIDE) != null) {
      // A proxy that allows or repeats a GET must be sure that it is a GET.
      throw new Problem(
          ProblemType.MALFORMED_REQUEST, "Leave out the header " + METHOD_OVERRIDE + ".");
    }
    for (String name : ONCE) {
      if (Collections.list(ctx.req().getHeaders(name)).size() > 1) {
        throw new Problem(ProblemType.MALFORMED_REQUEST, "Send the header " + name + " once.");
      }
    }
    String coding = ctx.header(Header.TRANSFER_ENCODING);
    if (coding != null && !coding.equalsIgnoreCase("chunked")) {
      throw new Problem(
              ProblemType.MALFORMED_REQUEST, "Send the body with Transfer-Encoding: chunked only.")
          .header(Header.CONNECTION, "close");
    }
  }
}
