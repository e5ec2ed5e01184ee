package supplychain.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import supplychain.core.ProblemType;
import supplychain.validation.Body;
import supplychain.validation.Findings;
import supplychain.validation.Kind;
import supplychain.validation.Kind.Read;

/** The parameters after the question mark. */
public final class Query {
  private Query() {}

  /** Reads the parameters like the fields of a body; one that is sent twice is a finding. */
  public static Body body(Context ctx) {
    return body(parameters(ctx));
  }

  /** The parameters by name, each with its values; 400 if one is not percent-encoded UTF-8. */
  public static Map<String, List<String>> parameters(Context ctx) {
    return QueryText.parameters(ctx);
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

  /** A whole number in this range, of at most four digits. */
  public static Kind<Integer> number(int least, int most) {
    return value -> {
      boolean fits = value.asText().matches("[0-9]{1,4}");
      int number = fits ? Integer.parseInt(value.asText()) : -1;
      return number >= least && number <= most
          ? Read.right(number)
          : Read.wrong("range", "It must be a number from " + least + " to " + most + ".");
    };
  }

  /**
   * Parses a query as browsers write it (URL Standard, 5.1): percent-encoded UTF-8, with a plus for
   * a space. Jetty's own parser would use the charset that the request names for its body.
   */
  private static final class QueryText {
    private static final int HEX = 16;

    private QueryText() {}

    static Map<String, List<String>> parameters(Context ctx) {
      Map<String, List<String>> parameters = new TreeMap<>();
      Findings findings = new Findings();
      String query = ctx.queryString() == null ? "" : ctx.queryString();
      for (String parameter : query.split("&", -1)) {
        if (!parameter.isEmpty()) {
          String[] parts = parameter.split("=", 2);
          String name = parts[0];
          try {
            name = decoded(name);
            String value = parts.length == 1 ? "" : decoded(parts[1]);
            parameters.computeIfAbsent(name, first -> new ArrayList<>()).add(value);
          } catch (CharacterCodingException e) {
            findings.add(Body.pointer("", name), "encoding", "It is not percent-encoded UTF-8.");
          }
        }
      }
      findings.refuseIfAny(ProblemType.INVALID_QUERY);
      return parameters;
    }

    private static String decoded(String text) throws CharacterCodingException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      ByteBuffer encoded = StandardCharsets.UTF_8.encode(text);
      while (encoded.hasRemaining()) {
        byte one = encoded.get();
        if (one == '%') {
          bytes.write(digit(encoded) * HEX + digit(encoded));
        } else {
          bytes.write(one == '+' ? ' ' : one);
        }
      }
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    }

    private static int digit(ByteBuffer encoded) throws CharacterCodingException {
      int digit = encoded.hasRemaining() ? Character.digit(encoded.get(), HEX) : -1;
      if (digit < 0) {
        throw new CharacterCodingException();
      }
      return digit;
    }
  }
}
