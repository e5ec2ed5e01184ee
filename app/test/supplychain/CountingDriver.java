package supplychain;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.concurrent.atomic.AtomicInteger;

/** PostgreSQL's driver, with a count of the statements that are prepared. */
public final class CountingDriver extends WrappingDriver {
  private static final AtomicInteger STATEMENTS = new AtomicInteger();
  private static final CountingDriver DRIVER = new CountingDriver();

  static {
    register(DRIVER);
  }

  private CountingDriver() {
    super("counting");
  }

  /** The URL whose statements are counted. */
  public static String counting(String url) {
    return DRIVER.wrapped(url);
  }

  /** How many statements there were so far. */
  public static int statements() {
    return STATEMENTS.get();
  }

  @Override
  protected Connection wrap(Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            CountingDriver.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("prepareStatement")) {
                STATEMENTS.incrementAndGet();
              }
              return call(connection, method, arguments);
            });
  }
}
