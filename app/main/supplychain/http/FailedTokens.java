package supplychain.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.javalin.http.Header;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import supplychain.core.Problem;
import supplychain.core.ProblemType;

/**
 * Counts the requests with a token that cannot be used, by the address that sends them. Above the
 * limit, they are answered 429 instead of 401. A request with a right token is never refused, since
 * many clients can share an address.
 */
final class FailedTokens {
  private static final Duration TIME = Duration.ofMinutes(1);

  /** More addresses at a time are forgotten early, so that they need little memory. */
  private static final int MOST_ADDRESSES = 10_000;

  private final int limit;
  private final Cache<String, AtomicInteger> failures;

  /** After this number of failures of an address in a minute, its requests get 429. */
  FailedTokens(int limit, Ticker clock) {
    this.limit = limit;
    failures =
        Caffeine.newBuilder()
            .expireAfterWrite(TIME)
            .maximumSize(MOST_ADDRESSES)
            .ticker(clock)
            .build();
  }

  /** Counts a failure. Throws TOO_MANY_REQUESTS if the address has too many. */
  void count(String address) {
    String source = ConnectionLimit.source(address);
    if (failures.get(source, first -> new AtomicInteger()).incrementAndGet() > limit) {
      throw new Problem(
              ProblemType.TOO_MANY_REQUESTS,
              "Your address sent too many wrong tokens. Correct the token and retry in a minute.")
          .header(Header.RETRY_AFTER, Long.toString(TIME.toSeconds()));
    }
  }
}
