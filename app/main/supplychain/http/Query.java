package supplychain.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import supplychain.body.Body;
import supplychain.body.Kind;
import supplychain.body.Kind.Read;
import supplychain.problem.Finding;
import supplychain.problem.Problem;
import supplychain.problem.ProblemType;

/** The parameters after the question mark. */
public final class Query {
  private static final Pattern LONE_PERCENT = Pattern.compile("%(?![0-9A-Fa-f]{2})");

  private Query() {}

  /** Their values by their names, in the order of these: 400 where a {@code %} stands alone. */
  public static Map<String, List<String>> of(Context ctx) {
    // Javalin would leave out what it cannot decode, and with it what a list is narrowed by.
    String query = ctx.queryString();
    if (query != null && LONE_PERCENT.matcher(query).find()) {
      String detail =
          "Two hexadecimal digits have to follow each %; write %25 for the sign itself.";
      throw new Problem(
          ProblemType.INVALID_QUERY, detail, List.of(new Finding("", "format", detail)));
    }
    return new TreeMap<>(ctx.queryParamMap());
  }

  /** Reads them like the fields of a body; one that stands there twice is a finding. */
  public static Body body(Context ctx) {
    return body(of(ctx));
  }

  /** The same of parameters by their names. */
  public static Body body(Map<String, List<String>> query) {
    ObjectNode parameters = JsonNodeFactory.instance.objectNode();
    query.forEach((name, values) -> parameters.put(name, values.get(0)));
    Body body = Body.ofQuery(parameters);
    query.forEach(
        (name, values) -> {
          if (values.size() > 1) {
            body.refuse(name, "duplicate", "It stands here twice.");
          }
        });
    return body;
  }

  /** A whole number of these, at most four digits long. */
  public static Kind<Integer> number(int least, int most) {
    return value -> {
      boolean fits = value.asText().matches("[0-9]{1,4}");
      int number = fits ? Integer.parseInt(value.asText()) : -1;
      return number >= least && number <= most
          ? Read.right(number)
          : Read.wrong("range", "It must be a number from " + least + " to " + most + ".");
    };
  }
}
