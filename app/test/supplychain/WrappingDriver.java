package supplychain;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;

/** PostgreSQL's driver behind a URL of its own, under which its connections are watched. */
public abstract class WrappingDriver implements Driver {
  private static final String JDBC = "jdbc:";

  private final String prefix;

  /** The driver of URLs that begin with {@code jdbc:name:}. */
  protected WrappingDriver(String name) {
    prefix = JDBC + name + ":";
  }

  /** Makes it known to everybody who connects. */
  protected static void register(Driver driver) {
    try {
      DriverManager.registerDriver(driver);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The URL that leads to the same database by way of this driver. */
  protected final String wrapped(String url) {
    return prefix + url.substring(JDBC.length());
  }

  /** The connection as it is to be used. */
  protected abstract Connection wrap(Connection connection);

  /** Calls a method as if there were nothing around its object. */
  protected static Object call(Object object, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(object, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  @Override
  public final boolean acceptsURL(String url) {
    return url.startsWith(prefix);
  }

  @Override
  public final Connection connect(String url, Properties properties) throws SQLException {
    return acceptsURL(url)
        ? wrap(DriverManager.getConnection(JDBC + url.substring(prefix.length()), properties))
        : null;
  }

  @Override
  public final DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
    return new DriverPropertyInfo[0];
  }

  @Override
  public final int getMajorVersion() {
    return 1;
  }

  @Override
  public final int getMinorVersion() {
    return 0;
  }

  @Override
  public final boolean jdbcCompliant() {
    return false;
  }

  @Override
  public final Logger getParentLogger() {
    return Logger.getLogger(getClass().getName());
  }
}
