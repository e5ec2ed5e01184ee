package supplychain;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;

/** PostgreSQL's driver, with a count of the statements that are prepared. */
public final class CountingDriver implements Driver {
  private static final String PREFIX = "jdbc:counting:";
  private static final AtomicInteger STATEMENTS = new AtomicInteger();

  static {
    try {
      DriverManager.registerDriver(new CountingDriver());
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The URL whose statements are counted. */
  public static String counting(String url) {
    return PREFIX + url.substring("jdbc:".length());
  }

  /** How many statements there were so far. */
  public static int statements() {
    return STATEMENTS.get();
  }

  @Override
  public boolean acceptsURL(String url) {
    return url.startsWith(PREFIX);
  }

  @Override
  public Connection connect(String url, Properties properties) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    Connection connection =
        DriverManager.getConnection("jdbc:" + url.substring(PREFIX.length()), properties);
    return (Connection)
        Proxy.newProxyInstance(
            CountingDriver.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("prepareStatement")) {
                STATEMENTS.incrementAndGet();
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
    return new DriverPropertyInfo[0];
  }

  @Override
  public int getMajorVersion() {
    return 1;
  }

  @Override
  public int getMinorVersion() {
    return 0;
  }

  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getLogger(CountingDriver.class.getName());
  }
}
