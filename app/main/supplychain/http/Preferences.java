package supplychain.http;

import io.javalin.http.Context;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/** What a client prefers (RFC 7240). */
final class Preferences {
  private static final Pattern LENIENT =
      Pattern.compile("handling *= *\"?lenient\"?( *;.*)?", Pattern.CASE_INSENSITIVE);

  private Preferences() {}

  /** Whether unknown fields are to be ignored; if so, the answer says that it was applied. */
  static boolean isLenient(Context ctx) {
    List<String> headers = Collections.list(ctx.req().getHeaders("Prefer"));
    boolean lenient =
        headers.stream()
            .flatMap(header -> Pattern.compile(",").splitAsStream(header))
            .anyMatch(preference -> LENIENT.matcher(preference.trim()).matches());
    if (lenient) {
      ctx.header("Preference-Applied", "handling=lenient");
    }
    return lenient;
  }
}
