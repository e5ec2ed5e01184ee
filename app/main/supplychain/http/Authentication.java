package supplychain.http;

import io.javalin.http.Context;
import io.javalin.http.Header;
import io.javalin.security.RouteRole;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.core.Role;
import supplychain.core.Tokens;
import supplychain.database.Author;
import supplychain.database.Database;
import supplychain.database.LiveTokens;
import supplychain.database.LiveTokens.LiveToken;

/** Finds out who calls (RFC 6750) and whether the route is open to them. Deny by default. */
public final class Authentication {
  private static final String CALLER = "caller";
  private static final String TOKEN_ID = "token-id";
  private static final Pattern BEARER = Pattern.compile("(?i:Bearer) +([A-Za-z0-9._~+/=-]{1,200})");

  private static final Pattern SCHEME = Pattern.compile("(?i:Bearer) ");
  private static final String NO_TOKEN = "Bearer";
  private static final String BAD_TOKEN = "Bearer error=\"invalid_token\"";

  private final Database database;

  /** Looks tokens up in this database, at each request: a revoked one is refused at once. */
  public Authentication(Database database) {
    this.database = database;
  }

  /** Before anything else: 401 unless the token is live. */
  public void identify(Context ctx) {
    String header = ctx.header(Header.AUTHORIZATION);
    if (header == null) {
      throw unauthenticated(NO_TOKEN, "Send a token: Authorization: Bearer <token>.");
    }
    Matcher bearer = BEARER.matcher(header.trim());
    if (!bearer.matches()) {
      throw unauthenticated(
          SCHEME.matcher(header.trim()).lookingAt() ? BAD_TOKEN : NO_TOKEN,
          "The header must read: Authorization: Bearer <token>.");
    }
    byte[] hash = Tokens.hash(bearer.group(1));
    LiveToken token =
        database.read(sql -> LiveTokens.find(sql, hash)).orElseThrow(Authentication::unknownToken);
    ctx.attribute(CALLER, token.caller());
    ctx.attribute(TOKEN_ID, token.id());
  }

  /** After the route is found: 403 unless the caller's role reaches one of the route's. */
  public void authorize(Context ctx) {
    Role role = isIdentified(ctx) ? caller(ctx).role() : Role.ANYONE;
    for (RouteRole named : ctx.routeRoles()) {
      if (named instanceof Role needed && role.compareTo(needed) >= 0) {
        return;
      }
    }
    throw Problem.forbidden("The role of this token is " + role + "; it may not do this.");
  }

  /** Whether anybody calls: nobody does where no token is needed. */
  static boolean isIdentified(Context ctx) {
    return ctx.attribute(CALLER) != null;
  }

  /** Who calls. */
  public static Caller caller(Context ctx) {
    Caller caller = ctx.attribute(CALLER);
    if (caller == null) {
      throw new IllegalStateException("nobody was identified");
    }
    return caller;
  }

  /** Who calls and with which request, for what is written. */
  public static Author author(Context ctx) {
    RequestId id = RequestId.of(ctx);
    return new Author(caller(ctx).user(), id.own(), id.client(), ctx.attribute(TOKEN_ID));
  }

  /** The refusal of a token that is not live, or is not any more. */
  static Problem unknownToken() {
    return unauthenticated(BAD_TOKEN, "The token is unknown, revoked or expired.");
  }

  private static Problem unauthenticated(String challenge, String detail) {
    return new Problem(ProblemType.UNAUTHENTICATED, detail)
        .header(Header.WWW_AUTHENTICATE, challenge);
  }
}
