package supplychain.http;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.util.JavalinException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import org.apache.commons.io.function.Uncheck;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The address where the service accepts connections, and how it closes them. */
public final class Listeners {
  private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);

  /** The most connections that wait for the service to accept them. */
  private static final int BACKLOG = 1_000;

  private Listeners() {}

  /**
   * Opens the address before the service starts, so that a port in use is an error at once, and a
   * port that the system chooses is known before the first request.
   */
  public static ServerSocketChannel take(InetSocketAddress address) throws IOException {
    return ServerSocketChannel.open().bind(address, BACKLOG);
  }

  /**
   * Accepts connections on this socket.
   *
   * @param stopWait how long requests in progress can take when the service stops
   * @param tls the encryption; null for plain HTTP
   */
  public static void configure(
      JavalinConfig config, ServerSocketChannel socket, Duration stopWait, Tls tls) {
    config.jetty.addConnector((server, http) -> connector(server, http, socket, tls));
    config.jetty.modifyServer(
        server -> {
          server.insertHandler(new GracefulHandler());
          server.setStopTimeout(stopWait.toMillis());
        });
  }

  /** Starts the service; the result stops it after the requests in progress. */
  public static AutoCloseable start(Javalin service) {
    service.start();
    return () -> {
      try {
        service.stop();
      } catch (JavalinException e) {
        LOG.warn("requests in progress did not finish in time and were ended");
      }
    };
  }

  private static ServerConnector connector(
      Server server, HttpConfiguration http, ServerSocketChannel socket, Tls tls) {
    // A proxy may reach the service by a name or an address that its certificate lacks. The client
    // decides whether it accepts that.
    http.addCustomizer(new SecureRequestCustomizer(false));
    HttpConnectionFactory factory =
        new HttpConnectionFactory(http) {
          @Override
          public Connection newConnection(Connector connector, EndPoint endPoint) {
            return configure(
                new SingleThreadConnection(http, connector, endPoint), connector, endPoint);
          }
        };
    ServerConnector connector =
        tls == null
            ? new ServerConnector(server, factory)
            : new ServerConnector(server, tls.factory(), factory);
    Uncheck.run(() -> connector.open(socket));
    return connector;
  }
}
