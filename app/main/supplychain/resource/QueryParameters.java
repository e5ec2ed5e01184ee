package supplychain.resource;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import supplychain.body.Body;
import supplychain.body.Kind;
import supplychain.body.Kind.Read;

/** What stands after the question mark, read like a body. */
public final class QueryParameters {
  private QueryParameters() {}

  /** The parameters; one that stands there twice is a finding. */
  public static Body read(Map<String, List<String>> query) {
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
