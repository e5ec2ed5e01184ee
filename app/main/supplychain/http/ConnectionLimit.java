package supplychain.http;

import io.javalin.http.Context;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Limits the number of connections, and how long a connection can wait for a header or work on a
 * request. Jetty's idle time alone would never close a connection that sends a byte now and then.
 */
public final class ConnectionLimit extends Handler.Wrapper implements Connection.Listener {
  /** A request with a long answer may take this many times as long as other requests. */
  private static final int LONG_TIMES = 12;

  private static final String IS_LONG = "is-long";
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private final Limits limits;
  private final Map<Connection, State> open = new ConcurrentHashMap<>();
  private volatile Scheduler.Task next = () -> false;

  private ConnectionLimit(Limits limits) {
    this.limits = limits;
  }

  /** Limits the connections of a server that is not started yet. */
  static void limit(Server server, Limits limits) {
    server.insertHandler(new ConnectionLimit(limits));
    server.addBean(new NetworkConnectionLimit(limits.connections(), server));
  }

  /**
   * What a connection does, and since when.
   *
   * @param request the request in progress; null while the connection waits for a header
   */
  private record State(long since, Request request) {
    State(Request request) {
      this(System.nanoTime(), request);
    }

    boolean isOlderThan(Duration time) {
      return System.nanoTime() - since > time.toNanos();
    }
  }

  @Override
  protected void doStart() throws Exception {
    super.doStart();
    for (Connector each : getServer().getConnectors()) {
      ServerConnector connector = (ServerConnector) each;
      connector.addBean(this, false);
      connector.setIdleTimeout(silence().toMillis());
    }
    look();
  }

  /** How long a connection can be silent: longer than a body may take, which has its own limit. */
  private Duration silence() {
    Duration body = limits.bodyTime().plus(LOOK_EVERY);
    return body.compareTo(limits.headerTime()) > 0 ? body : limits.headerTime();
  }

  @Override
  protected void doStop() throws Exception {
    next.cancel();
    super.doStop();
  }

  @Override
  public void onOpened(Connection connection) {
    // An encrypted connection has two layers. Only the layer of HTTP has requests.
    if (connection instanceof ConnectionMetaData) {
      open.put(connection, new State(null));
    }
  }

  @Override
  public void onClosed(Connection connection) {
    open.remove(connection);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    Connection connection = request.getConnectionMetaData().getConnection();
    open.replace(connection, new State(request));
    Request.addCompletionListener(request, failure -> open.replace(connection, new State(null)));
    return super.handle(request, response, callback);
  }

  private void look() {
    try {
      closeLateConnections();
    } finally {
      next =
          getServer()
              .getScheduler()
              .schedule(this::look, LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void closeLateConnections() {
    open.forEach(
        (connection, state) -> {
          Duration most = state.request == null ? limits.headerTime() : requestTime(state.request);
          if (state.isOlderThan(most)) {
            connection.getEndPoint().close();
          }
        });
  }

  private Duration requestTime(Request request) {
    boolean isLong = request.getAttribute(IS_LONG) != null;
    return limits.requestTime().multipliedBy(isLong ? LONG_TIMES : 1);
  }

  /** Lets a request whose answer is sent while it is written take longer than others. */
  public static void allowLongAnswer(Context ctx) {
    BodyReader.request(ctx).setAttribute(IS_LONG, true);
  }

  /** Closes the connection, so that the client does not take a part of the answer for the whole. */
  public static void cut(Context ctx, Throwable cause) {
    RequestLog.warn(ctx, "the answer was cut short", cause);
    BodyReader.request(ctx).getConnectionMetaData().getConnection().getEndPoint().close();
  }
}
