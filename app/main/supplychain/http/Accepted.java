package supplychain.http;

import io.javalin.http.Context;
import io.javalin.http.Header;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the client says in Accept (RFC 9110, 12.5.1). */
public final class Accepted {
  private static final int MOST_RANGES = 50;

  /** How much it is liked (RFC 9110, 12.4.2). */
  private static final Pattern WEIGHT =
      Pattern.compile("[qQ]=(0(?:\\.[0-9]{0,3})?|1(?:\\.0{0,3})?)");

  private Accepted() {}

  /** What it likes best of these types; the first where it says nothing of them. */
  public static String best(Context ctx, List<String> types) {
    String best = types.get(0);
    double most = 0;
    for (String header : Collections.list(ctx.req().getHeaders(Header.ACCEPT))) {
      for (String range : header.split(",", MOST_RANGES)) {
        String[] parts = range.split(";", -1);
        double weight = weight(parts);
        Optional<String> named =
            types.stream().filter(type -> type.equalsIgnoreCase(parts[0].strip())).findFirst();
        if (named.isPresent() && weight > most) {
          best = named.get();
          most = weight;
        }
      }
    }
    return best;
  }

  /** That of a range, which stands among parameters that do not matter here. */
  private static double weight(String... parts) {
    return Arrays.stream(parts)
        .map(part -> WEIGHT.matcher(part.strip()))
        .filter(Matcher::matches)
        .findFirst()
        .map(stated -> Double.parseDouble(stated.group(1)))
        .orElse(1.0);
  }
}
