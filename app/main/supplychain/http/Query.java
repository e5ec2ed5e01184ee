package supplychain.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import supplychain.core.ProblemType;
import supplychain.validation.Body;
import supplychain.validation.Findings;
import supplychain.validation.ValueType;
import supplychain.validation.ValueType.Read;
import supplychain.validation.ValueTypes;

/** The parameters after the question mark. */
public final class Query {
  /** Java decodes bytes that are not UTF-8 to this character. */
  private static final char DAMAGE = '\uFFFD';

  private Query() {}

  /** Reads the parameters like the fields of a body; one that is sent twice is a finding. */
  public static Body body(Context ctx) {
    return body(parameters(ctx));
  }

  /**
   * The parameters by name, each with its values; 400 if one is not percent-encoded UTF-8. Jetty's
   * own parser would use the charset that the request names for its body.
   */
  public static Map<String, List<String>> parameters(Context ctx) {
    Map<String, List<String>> parameters = new TreeMap<>();
    Findings findings = new Findings();
    String query = ctx.queryString() == null ? "" : ctx.queryString();
    for (String parameter : query.split("&", -1)) {
      if (!parameter.isEmpty()) {
        String[] parts = parameter.split("=", 2);
        Optional<String> name = decoded(parts[0]);
        Optional<String> value = parts.length == 1 ? Optional.of("") : decoded(parts[1]);
        if (name.isPresent() && value.isPresent()) {
          parameters.computeIfAbsent(name.get(), first -> new ArrayList<>()).add(value.get());
        } else {
          String place = Body.pointer("", name.orElse(parts[0]));
          findings.add(place, "encoding", "This parameter is not percent-encoded UTF-8.");
        }
      }
    }
    findings.refuseIfAny(ProblemType.INVALID_QUERY);
    return parameters;
  }

  /** A text as browsers encode it in a query (URL Standard, 5.1); empty if it is damaged. */
  private static Optional<String> decoded(String text) {
    try {
      String decoded = URLDecoder.decode(text, StandardCharsets.UTF_8);
      return decoded.indexOf(DAMAGE) < 0 ? Optional.of(decoded) : Optional.empty();
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }

  /** Reads parameters like the fields of a body; one that is sent twice is a finding. */
  public static Body body(Map<String, List<String>> query) {
    ObjectNode parameters = JsonNodeFactory.instance.objectNode();
    query.forEach((name, values) -> parameters.put(name, values.get(0)));
    Body body = Body.ofQuery(parameters);
    query.forEach(
        (name, values) -> {
          if (values.size() > 1) {
            body.refuse(name, "duplicate", "This parameter appears more than once.");
          }
        });
    return body;
  }

  /** One of these words. */
  public static ValueType<String> word(String... words) {
    return new ValueTypes.Word(List.of(words));
  }

  /** The query in its normal form, without these parameters. */
  public static String text(Map<String, List<String>> query, Set<String> without) {
    return query.entrySet().stream()
        .filter(parameter -> !without.contains(parameter.getKey()))
        .map(parameter -> encoded(parameter.getKey()) + "=" + encoded(parameter.getValue().get(0)))
        .collect(Collectors.joining("&"));
  }

  /** A text as it can be in a query. */
  public static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** A whole number in this range, of at most four digits. */
  public static ValueType<Integer> number(int least, int most) {
    return value -> {
      boolean fits = value.asText().matches("[0-9]{1,4}");
      int number = fits ? Integer.parseInt(value.asText()) : -1;
      return number >= least && number <= most
          ? Read.right(number)
          : Read.wrong("range", "must be a number from " + least + " to " + most + ".");
    };
  }
}
