package supplychain.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import java.util.List;
import java.util.Map;
import supplychain.validation.Body;
import supplychain.validation.Kind;
import supplychain.validation.Kind.Read;

/** The parameters after the question mark. */
public final class Query {
  private Query() {}

  /** Reads them like the fields of a body; one that stands there twice is a finding. */
  public static Body body(Context ctx) {
    return body(parameters(ctx));
  }

  /** The parameters by their names, each with its values; 400 where one can't be read. */
  public static Map<String, List<String>> parameters(Context ctx) {
    return QueryText.parameters(ctx);
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
