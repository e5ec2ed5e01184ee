package supplychain;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * PostgreSQL's driver, which counts statements and can let a round trip fail: a statement, a batch
 * or a commit.
 */
public final class WatchedDriver {
  /** How a round trip fails. */
  public enum Fault {
    /** PostgreSQL does the work, and the connection ends before anybody hears of that. */
    CUT_AFTER("08006"),
    /** PostgreSQL gives up for a reason that nobody foresaw. */
    INTERNAL("XX000"),
    /** The statement took too long, or somebody cancelled it. */
    CANCELLED("57014"),
    /** The connection ends before PostgreSQL hears of the statement. */
    CUT_BEFORE("08006"),
    /** Java has no memory left. */
    OUT_OF_MEMORY(""),
    /** PostgreSQL does the work, and Java has no memory for a row of the answer. */
    ROW_TOO_LONG("53200");

    private final String sqlState;

    Fault(String sqlState) {
      this.sqlState = sqlState;
    }
  }

  /**
   * A round trip that failed.
   *
   * @param isDone whether PostgreSQL nevertheless committed what was written
   * @param isOfGroup whether the transaction was one of several requests together, and it is
   *     certain that nothing of it is recorded
   */
  public record Hit(boolean isDone, boolean isOfGroup) {}

  /** What the first statement of a transaction of several requests has. */
  private static final String OF_GROUP = "'supply_chain.authors', '{}'";

  /** The start of a commit without anything to write: the group left all its requests out. */
  private static final String CHECK = "select refuse_token()";

  private static final String JDBC = "jdbc:";
  private static final String PREFIX = "jdbc:watched:";
  private static final WatchedDriver DRIVER = new WatchedDriver();

  private Fault fault;
  private Runnable action;
  private Hit hit;
  private int failing;
  private int roundTrips;
  private int statements;

  static {
    assertDoesNotThrow(() -> DriverManager.registerDriver(proxy(Driver.class, DRIVER::answer)));
  }

  private WatchedDriver() {}

  private Object answer(Object self, Method method, Object[] arguments) throws Throwable {
    boolean isOwn = arguments != null && arguments[0].toString().startsWith(PREFIX);
    return switch (method.getName()) {
      case "acceptsURL" -> isOwn;
      case "connect" -> isOwn ? connection((String) arguments[0], (Properties) arguments[1]) : null;
      default -> call(this, method, arguments);
    };
  }

  private Connection connection(String url, Properties properties) throws SQLException {
    return watched(DriverManager.getConnection(JDBC + url.substring(PREFIX.length()), properties));
  }

  /** The URL that leads to the same database by way of this driver. */
  public static String url(String url) {
    return PREFIX + url.substring(JDBC.length());
  }

  public static int statements() {
    synchronized (DRIVER) {
      return DRIVER.statements;
    }
  }

  /** Lets a coming round trip fail: 1 stands for the next one. */
  public static void arm(int roundTrip, Fault fault) {
    synchronized (DRIVER) {
      DRIVER.fault = fault;
      DRIVER.failing = roundTrip;
      DRIVER.roundTrips = 0;
      DRIVER.hit = null;
    }
  }

  /** Does this before a coming round trip: 1 stands for the next one. */
  public static void before(int roundTrip, Runnable action) {
    synchronized (DRIVER) {
      arm(roundTrip, null);
      DRIVER.action = action;
    }
  }

  /** Lets nothing fail any more. Returns the round trip that failed, if one did. */
  public static Optional<Hit> disarm() {
    synchronized (DRIVER) {
      DRIVER.fault = null;
      DRIVER.action = null;
      return Optional.ofNullable(DRIVER.hit);
    }
  }

  private synchronized boolean fails() {
    return (fault != null || action != null) && !isOfNoRequest() && ++roundTrips == failing;
  }

  /** Whether the pool asks a new connection, or the service notes the use of a token. */
  private static boolean isOfNoRequest() {
    return Thread.currentThread().getName().startsWith("supply-chain:");
  }

  private Connection watched(Connection connection) {
    AtomicBoolean isOfGroup = new AtomicBoolean();
    return proxy(
        Connection.class,
        (self, method, arguments) -> {
          if (method.getName().equals("commit")) {
            return roundTrip(connection, false, false, connection, method, arguments);
          }
          if (method.getName().equals("rollback")) {
            isOfGroup.set(false);
          }
          Object result = call(connection, method, arguments);
          if (result instanceof PreparedStatement statement) {
            synchronized (this) {
              statements += isOfNoRequest() ? 0 : 1;
            }
            String text = arguments[0].toString();
            boolean ofGroup = isOfGroup.get() || text.contains(OF_GROUP);
            isOfGroup.set(ofGroup && !text.endsWith("commit"));
            boolean isEmpty = ofGroup && text.startsWith(CHECK);
            boolean isCommit = text.endsWith("commit") && !isEmpty;
            return watched(PreparedStatement.class, connection, statement, isCommit, ofGroup);
          }
          return result instanceof Statement statement
              ? watched(Statement.class, connection, statement, false, isOfGroup.get())
              : result;
        });
  }

  private <T> T watched(
      Class<T> type, Connection connection, T statement, boolean isCommit, boolean ofGroup) {
    return proxy(
        type,
        (self, method, arguments) ->
            method.getName().startsWith("execute")
                ? roundTrip(connection, isCommit, ofGroup, statement, method, arguments)
                : call(statement, method, arguments));
  }

  private Object roundTrip(
      Connection connection,
      boolean isCommit,
      boolean ofGroup,
      Object object,
      Method method,
      Object[] arguments)
      throws Throwable {
    if (!fails()) {
      return call(object, method, arguments);
    }
    if (action != null) {
      action.run();
      return call(object, method, arguments);
    }
    Fault due = fault;
    boolean isCut = due == Fault.CUT_BEFORE || due == Fault.CUT_AFTER;
    boolean isDone = due == Fault.CUT_AFTER || due == Fault.ROW_TOO_LONG;
    hit = new Hit(isCommit && isDone, ofGroup && !(isCommit && (isCut || isDone)));
    if (due == Fault.OUT_OF_MEMORY) {
      throw new OutOfMemoryError("none left");
    }
    if (isDone) {
      call(object, method, arguments);
    }
    if (isCut) {
      connection.abort(Runnable::run);
    }
    Error reason = due == Fault.ROW_TOO_LONG ? new OutOfMemoryError("none left") : null;
    throw new SQLException("the test wants the fault " + due, due.sqlState, reason);
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    ClassLoader loader = WatchedDriver.class.getClassLoader();
    return type.cast(Proxy.newProxyInstance(loader, new Class<?>[] {type}, handler));
  }

  private static Object call(Object object, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(object, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
