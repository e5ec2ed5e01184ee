package supplychain.proof.requests;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.Callable;
import supplychain.WrappingDriver;

/** PostgreSQL's driver, one of whose coming round trips fails: a statement, a batch, a commit. */
final class FailingDriver extends WrappingDriver {
  /**
   * A round trip that failed.
   *
   * @param commit whether it was the commit of a transaction that may write
   */
  record Hit(boolean commit) {}

  private static final FailingDriver DRIVER = new FailingDriver();

  private Fault fault;
  private int armed;
  private int left;
  private Hit hit;

  static {
    register(DRIVER);
  }

  private FailingDriver() {
    super("failing");
  }

  /** The URL whose round trips can fail. */
  static String failing(String url) {
    return DRIVER.wrapped(url);
  }

  /** From now on, lets the n-th round trip fail, counted from 1. */
  static void arm(int roundTrip, Fault fault) {
    synchronized (DRIVER) {
      DRIVER.fault = fault;
      DRIVER.armed = roundTrip;
      DRIVER.left = roundTrip;
      DRIVER.hit = null;
    }
  }

  /** Lets nothing fail any more; the round trip that did, if it came to that. */
  static Optional<Hit> disarm() {
    synchronized (DRIVER) {
      DRIVER.fault = null;
      return Optional.ofNullable(DRIVER.hit);
    }
  }

  /** How many round trips there have been since it was armed. */
  static int passed() {
    synchronized (DRIVER) {
      return DRIVER.armed - DRIVER.left;
    }
  }

  private synchronized Optional<Fault> next(boolean commit) {
    // What the pool asks by itself, of a new connection, belongs to no write.
    boolean ofPool = Thread.currentThread().getName().startsWith("supply-chain:");
    if (fault == null || ofPool || --left != 0) {
      return Optional.empty();
    }
    hit = new Hit(commit);
    return Optional.of(fault);
  }

  @Override
  protected Connection wrap(Connection connection) {
    return proxy(
        Connection.class,
        (method, arguments) -> {
          if (method.getName().equals("commit")) {
            boolean writes = isArmed() && mayWrite(connection);
            return roundTrip(connection, writes, connection, method, arguments);
          }
          Object result = call(connection, method, arguments);
          if (result instanceof PreparedStatement statement) {
            return wrap(PreparedStatement.class, connection, statement);
          }
          return result instanceof Statement statement
              ? wrap(Statement.class, connection, statement)
              : result;
        });
  }

  private synchronized boolean isArmed() {
    return fault != null;
  }

  private static boolean mayWrite(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("show transaction_read_only")) {
      return row.next() && row.getString(1).equals("off");
    }
  }

  private <T> T wrap(Class<T> type, Connection connection, T statement) {
    return proxy(
        type,
        (method, arguments) ->
            method.getName().startsWith("execute")
                ? roundTrip(connection, false, statement, method, arguments)
                : call(statement, method, arguments));
  }

  private Object roundTrip(
      Connection connection, boolean commit, Object object, Method method, Object[] arguments)
      throws Throwable {
    Optional<Fault> due = next(commit);
    if (due.isEmpty()) {
      return call(object, method, arguments);
    }
    Callable<Object> asked = () -> method.invoke(object, arguments);
    throw due.get().strike(connection, asked);
  }

  /** What happens instead of a method. */
  private interface Handler {
    Object handle(Method method, Object[] arguments) throws Throwable;
  }

  private static <T> T proxy(Class<T> type, Handler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            FailingDriver.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> handler.handle(method, arguments)));
  }
}
