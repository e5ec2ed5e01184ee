package supplychain.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/**
 * How long a connection to PostgreSQL may take to come about, and how long it may stay silent. A
 * parameter of the driver in the URL says otherwise.
 */
public final class NetworkLimits {
  /** How long one host of the URL may take to answer a connection, and each step of the login. */
  public static final Duration CONNECT_TIME = Duration.ofSeconds(3);

  /** How long a login may take, over all hosts of the URL. */
  public static final Duration LOGIN_TIME = Duration.ofSeconds(15);

  /**
   * How long PostgreSQL may say nothing before it is taken for gone. Longer than any statement may
   * run or wait, so that only a server that hangs is cut off.
   */
  public static final Duration SILENCE = Duration.ofSeconds(40);

  /** How long it may take over a sign of life. */
  public static final Duration SIGN_OF_LIFE = Duration.ofSeconds(3);

  private NetworkLimits() {}

  /** The limits until somebody is logged in, as the driver knows them. */
  public static Properties properties() {
    Properties properties = new Properties();
    PGProperty.CONNECT_TIMEOUT.set(properties, (int) CONNECT_TIME.toSeconds());
    PGProperty.SSL_RESPONSE_TIMEOUT.set(properties, (int) CONNECT_TIME.toMillis());
    PGProperty.LOGIN_TIMEOUT.set(properties, (int) LOGIN_TIME.toSeconds());
    PGProperty.SOCKET_TIMEOUT.set(properties, (int) CONNECT_TIME.toSeconds());
    PGProperty.TCP_KEEP_ALIVE.set(properties, true);
    return properties;
  }

  /**
   * The limit of silence for whoever is logged in: the {@code socketTimeout} of the URL, or ours.
   */
  static Duration silence(String url) {
    Properties given = Driver.parseURL(url, new Properties());
    String seconds = given == null ? null : given.getProperty(PGProperty.SOCKET_TIMEOUT.getName());
    return seconds == null ? SILENCE : Duration.ofSeconds(Long.parseLong(seconds));
  }

  /** Lets a connection be silent for so long, and zero for ever. */
  static void limitSilence(Connection connection, Duration most) throws SQLException {
    // The pool sets it back when it gets the connection back.
    connection.setNetworkTimeout(Runnable::run, (int) most.toMillis());
  }
}
