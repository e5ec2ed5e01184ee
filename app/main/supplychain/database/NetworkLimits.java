package supplychain.database;

import java.time.Duration;
import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/**
 * How long the service waits for a connection to PostgreSQL, and for an answer. A parameter of the
 * driver in the URL overrides each limit.
 */
public final class NetworkLimits {
  /** How long one host of the URL may take to answer a connection, and each step of the login. */
  public static final Duration CONNECT_TIME = Duration.ofSeconds(3);

  /** How long a login may take, over all hosts of the URL. */
  public static final Duration LOGIN_TIME = Duration.ofSeconds(15);

  /**
   * How long PostgreSQL may stay silent before the service closes the connection. This is longer
   * than any statement may run or wait, so it only happens to a server that hangs.
   */
  public static final Duration SILENCE = Duration.ofSeconds(40);

  /** How long PostgreSQL may take to answer a health check. */
  public static final Duration SIGN_OF_LIFE = Duration.ofSeconds(3);

  private NetworkLimits() {}

  /** The limits up to the end of the login, as parameters of the driver. */
  public static Properties properties() {
    Properties properties = new Properties();
    PGProperty.CONNECT_TIMEOUT.set(properties, (int) CONNECT_TIME.toSeconds());
    PGProperty.SSL_RESPONSE_TIMEOUT.set(properties, (int) CONNECT_TIME.toMillis());
    PGProperty.LOGIN_TIMEOUT.set(properties, (int) LOGIN_TIME.toSeconds());
    // After the login, Pool.limitSilence sets another limit.
    PGProperty.SOCKET_TIMEOUT.set(properties, (int) CONNECT_TIME.toSeconds());
    PGProperty.TCP_KEEP_ALIVE.set(properties, true);
    return properties;
  }

  /** The limit of silence after the login: the {@code socketTimeout} of the URL, or ours. */
  static Duration silence(String url) {
    Properties given = Driver.parseURL(url, new Properties());
    String seconds = given == null ? null : given.getProperty(PGProperty.SOCKET_TIMEOUT.getName());
    return seconds == null ? SILENCE : Duration.ofSeconds(Long.parseLong(seconds));
  }
}
