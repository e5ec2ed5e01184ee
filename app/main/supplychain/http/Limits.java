package supplychain.http;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * The limits of what clients can take of the service, at first the usual ones for this machine. Set
 * the fields before the service is created: it reads some of them only then.
 */
public final class Limits {
  public static final Duration BODY_TIME = Duration.ofSeconds(20);

  /** The bytes of all bodies and answers together, even if Java has little memory. */
  public static final long LEAST_MEMORY = 40L << 20;

  public static final int CONNECTIONS = 5_000;
  public static final Duration HEADER_TIME = Duration.ofSeconds(30);
  public static final Duration REQUEST_TIME = Duration.ofMinutes(5);
  public static final long COPIES = 16L << 20;
  public static final Duration ANSWERS = Duration.ofDays(30);
  public static final int FAILED_TOKENS = 60;
  public static final int CONNECTIONS_OF_ADDRESS = 2_000;
  private static final int SHARE_OF_MEMORY = 8;

  /** Open files for the connection pool, the log and the data folder. */
  private static final int OTHER_FILES = 200;

  /** How long a body with one record may take to arrive. */
  public Duration bodyTime = BODY_TIME;

  /** The bytes of all bodies and answers together. */
  public long memory = Math.max(LEAST_MEMORY, Runtime.getRuntime().maxMemory() / SHARE_OF_MEMORY);

  /** How many connections may be open. */
  public int connections = connections(openFiles());

  /** The time for a whole header, counted from the opening or the last answer. */
  public Duration headerTime = HEADER_TIME;

  /** The time of a request in all: to receive the body, do the work and send the answer. */
  public Duration requestTime = REQUEST_TIME;

  /** The bytes of all documents that are kept for the next readers; 0 keeps none. */
  public long copies = COPIES;

  /** How long the answer to a request with an Idempotency-Key is kept. */
  public Duration answers = ANSWERS;

  /** After this number of wrong tokens of an address in a minute, the next get 429 and not 401. */
  public int failedTokens = FAILED_TOKENS;

  /** How many requests are recorded together. */
  public WriteGroups.Size groups = WriteGroups.Size.USUAL;

  /** How many connections one address may open; 0 sets no limit. */
  public int connectionsOfAddress = CONNECTIONS_OF_ADDRESS;

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
