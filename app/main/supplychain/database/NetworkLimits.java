package supplychain.database;

import java.time.Duration;
import java.util.Properties;
import org.postgresql.PGProperty;

/**
 * How long a connection to PostgreSQL may take to come about, and how long it may stay silent. A
 * parameter in the URL says otherwise.
 */
public final class NetworkLimits {
  /** How long one host of the URL may take to answer a connection. */
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

  /** The limits as the driver knows them. */
  public static Properties properties() {
    Properties properties = new Properties();
    PGProperty.CONNECT_TIMEOUT.set(properties, (int) CONNECT_TIME.toSeconds());
    PGProperty.SSL_RESPONSE_TIMEOUT.set(properties, (int) CONNECT_TIME.toMillis());
    PGProperty.LOGIN_TIMEOUT.set(properties, (int) LOGIN_TIME.toSeconds());
    PGProperty.SOCKET_TIMEOUT.set(properties, (int) SILENCE.toSeconds());
    PGProperty.TCP_KEEP_ALIVE.set(properties, true);
    return properties;
  }
}
