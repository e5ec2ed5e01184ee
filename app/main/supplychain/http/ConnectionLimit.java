package supplychain.http;

import io.javalin.http.Context;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.commons.lang3.ObjectUtils;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * Limits the number of connections, of all clients and of one address, and how long a connection
 * can wait for a header or work on a request. Jetty's idle time alone would never close a
 * connection that sends a byte now and then. While too many connections are open, a new one closes
 * the one that is idle longest.
 */
public final class ConnectionLimit extends AbstractLifeCycle
    implements Connection.Listener, HttpConfiguration.Customizer {
  /** A request with a long answer may take this many times as long as other requests. */
  private static final int LONG_TIMES = 12;

  /** Too many connections are open above this part of their limit. */
  private static final int CROWDED_PERCENT = 80;

  /** IPv6 gives each customer a network of this many groups. */
  private static final int NETWORK_GROUPS = 4;

  private static final String IS_LONG = "is-long";
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  private final org.eclipse.jetty.server.Server server;
  private final Limits limits;
  private final Map<Connection, State> open = new ConcurrentHashMap<>();
  private volatile Scheduler.Task next = () -> false;

  private ConnectionLimit(org.eclipse.jetty.server.Server server, Limits limits) {
    this.server = server;
    this.limits = limits;
  }

  /** Limits the connections of a server that is not started yet. */
  static void limit(org.eclipse.jetty.server.Server server, Limits limits) {
    server.addBean(new ConnectionLimit(server, limits));
    server.addBean(new NetworkConnectionLimit(limits.connections, server));
  }

  /** What a connection does, and since when. It waits for a header while it has no request. */
  private record State(String address, long since, Request request) {
    State(String address, Request request) {
      this(address, System.nanoTime(), request);
    }

    boolean isIdle() {
      return request == null;
    }

    /** Differences, because the times themselves cannot be compared. */
    long age() {
      return System.nanoTime() - since;
    }
  }

  @Override
  protected void doStart() {
    for (Connector each : server.getConnectors()) {
      ServerConnector connector = (ServerConnector) each;
      connector.addBean(this, false);
      connector
          .getConnectionFactory(HttpConnectionFactory.class)
          .getHttpConfiguration()
          .addCustomizer(this);
      connector.setIdleTimeout(silence().toMillis());
    }
    look();
  }

  /** How long a connection can be silent: longer than a body may take, which has its own limit. */
  private Duration silence() {
    return ObjectUtils.max(limits.bodyTime.plus(LOOK_EVERY), limits.headerTime);
  }

  @Override
  protected void doStop() {
    next.cancel();
  }

  @Override
  public void onOpened(Connection connection) {
    // An encrypted connection has two layers. Only the layer of HTTP has requests.
    if (!(connection instanceof ConnectionMetaData layer)) {
      return;
    }
    String address = source(address(layer));
    open.put(connection, new State(address, null));
    Predicate<State> isOfAddress = state -> state.address.equals(address);
    int most = limits.connectionsOfAddress;
    boolean canHaveTooMany = most > 0 && open.size() > most;
    if (canHaveTooMany && open.values().stream().filter(isOfAddress).count() > most) {
      closeIdleLongest(isOfAddress);
    }
    if (open.size() * 100L > (long) limits.connections * CROWDED_PERCENT && open.size() > 1) {
      closeIdleLongest(state -> true);
    }
  }

  /** Who counts as one client: an address of IPv4, or the network of an address of IPv6. */
  static String source(String address) {
    String[] groups = address.split(":", -1);
    return groups.length <= NETWORK_GROUPS
        ? address
        : String.join(":", Arrays.copyOf(groups, NETWORK_GROUPS));
  }

  private static String address(ConnectionMetaData connection) {
    return connection.getRemoteSocketAddress() instanceof InetSocketAddress address
        ? address.getAddress().getHostAddress()
        : "";
  }

  @Override
  public void onClosed(Connection connection) {
    open.remove(connection);
  }

  /** Notes when each request begins and ends. */
  @Override
  public Request customize(Request request, HttpFields.Mutable answerHeaders) {
    Connection connection = request.getConnectionMetaData().getConnection();
    begin(connection, request);
    Request.addCompletionListener(request, failure -> begin(connection, null));
    return request;
  }

  private void begin(Connection connection, Request request) {
    open.computeIfPresent(connection, (same, before) -> new State(before.address, request));
  }

  private void closeIdleLongest(Predicate<State> which) {
    open.entrySet().stream()
        .filter(each -> each.getValue().isIdle() && which.test(each.getValue()))
        .max(Comparator.comparingLong(each -> each.getValue().age()))
        .ifPresent(longest -> close(longest.getKey(), longest.getValue()));
  }

  /** Closes a connection, unless a request has begun or ended since it had this state. */
  private void close(Connection connection, State state) {
    if (open.replace(connection, state, new State(state.address, state.request))) {
      connection.getEndPoint().close();
    }
  }

  private void look() {
    try {
      closeLateConnections();
    } finally {
      next =
          server.getScheduler().schedule(this::look, LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void closeLateConnections() {
    open.forEach(
        (connection, state) -> {
          Duration most = state.isIdle() ? limits.headerTime : requestTime(state.request);
          if (state.age() > most.toNanos()) {
            close(connection, state);
          }
        });
  }

  private Duration requestTime(Request request) {
    boolean isLong = request.getAttribute(IS_LONG) != null;
    return limits.requestTime.multipliedBy(isLong ? LONG_TIMES : 1);
  }

  /** Lets a request whose answer is sent while it is written take longer than others. */
  public static void allowLongAnswer(Context ctx) {
    Server.request(ctx).setAttribute(IS_LONG, true);
  }

  /** Closes the connection, so that the client does not take a part of the answer for the whole. */
  public static void cut(Context ctx, Throwable cause) {
    RequestLog.warn(ctx, "the answer was cut short", cause);
    Server.request(ctx).getConnectionMetaData().getConnection().getEndPoint().close();
  }
}
