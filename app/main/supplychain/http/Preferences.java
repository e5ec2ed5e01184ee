package supplychain.http;

import io.javalin.http.Context;
import java.util.Collections;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The preferences of a client (RFC 7240). The answer names those that the service applied. */
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
        stated(ctx)
            .filter(stated -> stated.group(1).equalsIgnoreCase(name))
            // Of a preference that the client states twice, the first counts (RFC 7240, 2).
            .findFirst()
            .filter(stated -> stated.group(2).equalsIgnoreCase(value))
            .isPresent();
    if (applies) {
      tell(ctx, name + "=" + value);
    }
    return applies;
  }

  private static Stream<Matcher> stated(Context ctx) {
    return Collections.list(ctx.req().getHeaders("Prefer")).stream()
        .flatMap(COMMA::splitAsStream)
        .map(PREFERENCE::matcher)
        .filter(Matcher::matches);
  }

  private static void tell(Context ctx, String preference) {
    String told = ctx.res().getHeader(APPLIED);
    if (told == null) {
      ctx.header(APPLIED, preference);
    } else if (!told.contains(preference)) {
      ctx.header(APPLIED, told + ", " + preference);
    }
  }
}
