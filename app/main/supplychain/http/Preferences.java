package supplychain.http;

import io.javalin.http.Context;
import io.javalin.http.Header;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.QuotedQualityCSV;

/**
 * The preferences of a client: in the header Prefer (RFC 7240), and in the header Accept (RFC 9110,
 * 12.5.1). The answer names the preferences of Prefer that the service applied.
 */
public final class Preferences {
  private static final String APPLIED = "Preference-Applied";
  private static final Pattern COMMA = Pattern.compile(",");
  private static final Pattern PREFERENCE =
      Pattern.compile("[ \t]*([A-Za-z0-9_-]+)[ \t]*=[ \t]*\"?([A-Za-z0-9_-]+)\"?[ \t]*(;.*)?");

  private Preferences() {}

  /** Whether to ignore unknown fields. */
  static boolean isLenient(Context ctx) {
    return applies(ctx, "handling", "lenient");
  }

  /** Whether the request is a dry run: checked and answered as usual, then undone. */
  public static boolean isDryRun(Context ctx) {
    return applies(ctx, "tx", "rollback");
  }

  private static boolean applies(Context ctx, String name, String value) {
    boolean applies =
        Collections.list(ctx.req().getHeaders("Prefer")).stream()
            .flatMap(COMMA::splitAsStream)
            .map(PREFERENCE::matcher)
            .filter(stated -> stated.matches() && stated.group(1).equalsIgnoreCase(name))
            // Of a preference that the client states twice, the first counts (RFC 7240, 2).
            .findFirst()
            .filter(stated -> stated.group(2).equalsIgnoreCase(value))
            .isPresent();
    if (applies) {
      tell(ctx, name + "=" + value);
    }
    return applies;
  }

  private static void tell(Context ctx, String preference) {
    String told = ctx.res().getHeader(APPLIED);
    if (told == null) {
      ctx.header(APPLIED, preference);
    } else if (!told.contains(preference)) {
      ctx.header(APPLIED, told + ", " + preference);
    }
  }

  /**
   * The type that the client prefers among these; the first type if Accept is malformed or names
   * none of them.
   */
  public static String mediaType(Context ctx, List<String> types) {
    QuotedQualityCSV ranges = new QuotedQualityCSV();
    try {
      Collections.list(ctx.req().getHeaders(Header.ACCEPT)).forEach(ranges::addValue);
    } catch (IllegalArgumentException malformed) {
      return types.get(0);
    }
    return ranges.getValues().stream()
        .map(range -> range.replaceFirst(";.*", "").strip())
        .flatMap(named -> types.stream().filter(named::equalsIgnoreCase))
        .findFirst()
        .orElse(types.get(0));
  }

  /** Tells caches that the answer depends on Accept, and on Accept-Encoding as all answers do. */
  public static void varyByAccept(Context ctx) {
    ctx.header(Header.VARY, Header.ACCEPT + ", " + Header.ACCEPT_ENCODING);
  }
}
