package supplychain.http;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * The limits of what clients can take of the service.
 *
 * @param bodyTime how long a body with one record may take to arrive
 * @param memory the bytes of all bodies and answers together
 * @param headerTime how long a connection may take to send a whole header, counted from its opening
 *     or its last answer
 * @param requestTime how long one request may take in all: to receive the body, to do the work and
 *     to send the answer
 * @param copies the bytes of all documents that are kept for the next readers; 0 keeps none
 * @param answers how long the answer to a request with an Idempotency-Key is kept
 * @param failedTokens how many requests of one address in a minute may have a token that cannot be
 *     used, before they are answered 429 instead of 401
 * @param groups how many requests are recorded together
 * @param connectionsOfAddress how many connections one address may open; 0 sets no limit
 */
public record Limits(
    Duration bodyTime,
    long memory,
    int connections,
    Duration headerTime,
    Duration requestTime,
    long copies,
    Duration answers,
    int failedTokens,
    WriteGroups.Size groups,
    int connectionsOfAddress) {
  public static final Duration BODY_TIME = Duration.ofSeconds(20);

  /** The bytes of all bodies and answers together, even if Java has little memory. */
  public static final long LEAST_MEMORY = 40L << 20;

  public static final int CONNECTIONS = 5_000;

  public static final int CONNECTIONS_OF_ADDRESS = 2_000;

  public static final Duration HEADER_TIME = Duration.ofSeconds(30);

  public static final Duration REQUEST_TIME = Duration.ofMinutes(5);

  public static final long COPIES = 16L << 20;

  public static final Duration ANSWERS = Duration.ofDays(30);

  public static final int FAILED_TOKENS = 60;

  private static final int SHARE_OF_MEMORY = 8;

  /** Open files for the connection pool, the log and the data folder. */
  private static final int OTHER_FILES = 200;

  /**
   * Limits with the usual copies, answers, numbers of wrong tokens and connections of an address.
   */
  public Limits(
      Duration bodyTime, long memory, int connections, Duration headerTime, Duration requestTime) {
    this(
        bodyTime,
        memory,
        connections,
        headerTime,
        requestTime,
        COPIES,
        ANSWERS,
        FAILED_TOKENS,
        WriteGroups.Size.USUAL,
        CONNECTIONS_OF_ADDRESS);
  }

  /** These limits with another size of copies. */
  public Limits withCopies(long bytes) {
    return with(bytes, answers, failedTokens, groups, connectionsOfAddress);
  }

  /** These limits with another time of answers. */
  public Limits withAnswers(Duration time) {
    return with(copies, time, failedTokens, groups, connectionsOfAddress);
  }

  /** These limits with another number of wrong tokens. */
  public Limits withFailedTokens(int most) {
    return with(copies, answers, most, groups, connectionsOfAddress);
  }

  /** These limits with groups of another size. */
  public Limits withGroups(WriteGroups.Size size) {
    return with(copies, answers, failedTokens, size, connectionsOfAddress);
  }

  /** These limits with another number of connections of an address. */
  public Limits withConnectionsOfAddress(int most) {
    return with(copies, answers, failedTokens, groups, most);
  }

  private Limits with(long bytes, Duration time, int tokens, WriteGroups.Size size, int ofAddress) {
    return new Limits(
        bodyTime,
        memory,
        connections,
        headerTime,
        requestTime,
        bytes,
        time,
        tokens,
        size,
        ofAddress);
  }

  public static Limits ofThisMachine() {
    long share = Runtime.getRuntime().maxMemory() / SHARE_OF_MEMORY;
    return new Limits(
        BODY_TIME,
        Math.max(LEAST_MEMORY, share),
        connections(openFiles()),
        HEADER_TIME,
        REQUEST_TIME);
  }

  /** As many connections as the system's limit of open files allows. */
  static int connections(long openFiles) {
    return (int) Math.max(1, Math.min(CONNECTIONS, openFiles - OTHER_FILES));
  }

  private static long openFiles() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getMaxFileDescriptorCount()
        : Long.MAX_VALUE;
  }
}
