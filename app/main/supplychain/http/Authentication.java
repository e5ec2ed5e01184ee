package supplychain.http;

import com.github.benmanes.caffeine.cache.Ticker;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.Header;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.Strings;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.core.Role;
import supplychain.core.Tokens;
import supplychain.database.Author;
import supplychain.database.Database;
import supplychain.database.LiveTokens;
import supplychain.database.LiveTokens.LiveToken;
import supplychain.http.FairQueue.Permit;

/**
 * Finds the caller of a request by its token (RFC 6750), and refuses a caller whose role is too
 * low.
 */
public final class Authentication implements AutoCloseable {
  private static final String TOKEN = "token";
  private static final String UNCONFIRMED = "unconfirmed-token";

  /** The methods of requests with a body. */
  static final Set<HandlerType> WRITES = Set.of(HandlerType.POST, HandlerType.PATCH);

  private static final Pattern BEARER = Pattern.compile("(?i:Bearer) +([\\w.~+/=-]{1,200})");

  /** How many tokens that were not used lately the service looks up at a time. */
  static final int LOOKUPS = 2;

  private final LiveTokens tokens;
  private final Metrics metrics;
  private final FailedTokens failures;
  private final FairQueue lookups;

  /** Looks up tokens in this database. */
  public Authentication(Database database, Limits limits, Metrics metrics) {
    this.tokens = new LiveTokens(database);
    this.metrics = metrics;
    this.failures = new FailedTokens(limits.failedTokens, Ticker.systemTicker());
    this.lookups = new FairQueue(LOOKUPS, Server.THREADS / 2, database.connectionWait());
  }

  /**
   * Finds the caller of a new request: 401 unless the token is live. A token that was not used
   * lately waits for its turn, so that wrong tokens take few connections. The caller of another is
   * remembered, until {@link #authorize} looks the token up.
   */
  void begin(Context ctx) {
    Optional<LiveToken> remembered = tokens.remembered(hash(ctx));
    if (remembered.isPresent()) {
      ctx.attribute(TOKEN, remembered.get());
      ctx.attribute(UNCONFIRMED, true);
    } else {
      try (Permit permit = lookups.take(ConnectionLimit.source(ctx.req().getRemoteAddr()))) {
        identify(ctx);
      }
    }
  }

  /** Looks up a remembered token, before anything is answered: 401 unless it is live. */
  void confirm(Context ctx) {
    if (ctx.attribute(UNCONFIRMED) != null) {
      ctx.attribute(UNCONFIRMED, null);
      identify(ctx);
    }
  }

  /** Finds the caller: 401 unless the token is live. */
  public void identify(Context ctx) {
    Optional<LiveToken> token = tokens.find(hash(ctx));
    if (token.isEmpty()) {
      metrics.failedToken();
      failures.count(ctx.req().getRemoteAddr());
      throw Problem.unknownToken();
    }
    ctx.attribute(TOKEN, token.get());
  }

  private static byte[] hash(Context ctx) {
    String header = ctx.header(Header.AUTHORIZATION);
    if (header == null) {
      throw noToken("Send a token in the header `Authorization: Bearer <token>`.");
    }
    Matcher bearer = BEARER.matcher(header.trim());
    if (!bearer.matches()) {
      String detail = "Correct the header. It must be `Authorization: Bearer <token>`.";
      boolean isBearer = Strings.CI.startsWith(header.trim(), "Bearer ");
      throw isBearer ? Problem.invalidToken(detail) : noToken(detail);
    }
    return Tokens.hash(bearer.group(1));
  }

  /**
   * After the route is found: 403 unless the caller's role covers that of the route. Looks up a
   * remembered token, unless the request does so later: {@link supplychain.database.Batch#commit}
   * checks the token before it commits, a route of {@link Work#ONE_RECORD} in its query, and {@link
   * #confirm} before a refusal is answered. So a revocation works at once.
   */
  public void authorize(Context ctx) {
    boolean isWrite = WRITES.contains(ctx.method()) && JsonRequest.isJson(ctx);
    if (!isWrite && !ctx.routeRoles().contains(Work.ONE_RECORD)) {
      confirm(ctx);
    }
    Role role = isIdentified(ctx) ? caller(ctx).role() : roleWithoutToken(ctx);
    Role needed =
        ctx.routeRoles().stream()
            .filter(Role.class::isInstance)
            .map(Role.class::cast)
            .findFirst()
            .orElseThrow(() -> Problem.forbidden("No role can use this path."));
    if (!role.covers(needed)) {
      throw Problem.forbidden("This needs the role " + needed + "; this token has " + role + ".");
    }
  }

  /** Only this machine gets as far as a path that needs the role MONITOR. */
  private static Role roleWithoutToken(Context ctx) {
    return OpenPaths.isLocal(ctx) ? Role.MONITOR : Role.ANYONE;
  }

  /** Whether the request has a token. A path that needs no token has no caller. */
  static boolean isIdentified(Context ctx) {
    return ctx.attribute(TOKEN) != null;
  }

  public static Caller caller(Context ctx) {
    return token(ctx).caller();
  }

  /** The id of the request's token. */
  public static UUID tokenId(Context ctx) {
    return token(ctx).id();
  }

  /** The author of what this request writes. */
  public static Author author(Context ctx) {
    RequestId id = RequestId.of(ctx);
    LiveToken token = token(ctx);
    return new Author(token.caller().user(), id.own(), id.client(), token.id());
  }

  private static LiveToken token(Context ctx) {
    return Objects.requireNonNull(ctx.attribute(TOKEN), "the path needs no token");
  }

  private static Problem noToken(String detail) {
    return new Problem(ProblemType.UNAUTHENTICATED, detail)
        .header(Header.WWW_AUTHENTICATE, "Bearer");
  }

  @Override
  public void close() {
    tokens.close();
  }
}
