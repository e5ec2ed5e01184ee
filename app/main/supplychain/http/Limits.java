package supplychain.http;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * How much of the service its clients may hold.
 *
 * @param bodyTime how long a body may take to arrive
 * @param unreadTime how long a client that was refused may go on sending its body
 * @param memory how many bytes of bodies and answers are held in all
 * @param connections how many connections there may be; more wait until one is closed
 * @param headerTime how long a connection may take to send a whole header, counted from its opening
 *     or its last answer
 * @param requestTime how long one request may take in all: its body, its work, and its answer's way
 */
public record Limits(
    Duration bodyTime,
    Duration unreadTime,
    long memory,
    int connections,
    Duration headerTime,
    Duration requestTime) {
  /** How long a body may take to arrive. */
  public static final Duration BODY_TIME = Duration.ofSeconds(20);

  /** How long a client that was refused may go on sending its body. */
  public static final Duration UNREAD_TIME = Duration.ofSeconds(1);

  /** How many bytes of bodies and answers can be held in all however little memory Java has. */
  public static final long LEAST_MEMORY = 40L << 20;

  /** How many connections there may be. */
  public static final int CONNECTIONS = 5_000;

  /** How long a connection may take to send a whole header. */
  public static final Duration HEADER_TIME = Duration.ofSeconds(30);

  /** How long one request may take in all. */
  public static final Duration REQUEST_TIME = Duration.ofMinutes(5);

  private static final int SHARE_OF_MEMORY = 8;

  /** Open files that are left to the pool, the log and the data folder. */
  private static final int OTHER_FILES = 200;

  /** What this machine and this Java can bear. */
  public static Limits ofThisMachine() {
    long share = Runtime.getRuntime().maxMemory() / SHARE_OF_MEMORY;
    return new Limits(
        BODY_TIME,
        UNREAD_TIME,
        Math.max(LEAST_MEMORY, share),
        connections(openFiles()),
        HEADER_TIME,
        REQUEST_TIME);
  }

  /** As many connections as the system's limit of open files leaves room for. */
  static int connections(long openFiles) {
    return (int) Math.max(1, Math.min(CONNECTIONS, openFiles - OTHER_FILES));
  }

  private static long openFiles() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getMaxFileDescriptorCount()
        : Long.MAX_VALUE;
  }
}
