package supplychain.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.Header;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import supplychain.core.Json;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.validation.Body;

/** A request with a JSON body; {@code lenient} says whether to ignore unknown fields. */
public record JsonRequest(byte[] bytes, JsonNode tree, boolean lenient) {
  public static final int MOST_BYTES = 1 << 20;

  private static final String[] TYPES = {"application/json", "application/merge-patch+json"};

  private static final Pattern JSON =
      Pattern.compile(
          "application/(json|merge-patch\\+json) *(; *charset *= *\"?utf-?8\"? *)?",
          Pattern.CASE_INSENSITIVE);

  /** The message for a number that no BigDecimal can hold. */
  public static final String LARGE_EXPONENT = "The exponent of a number is too large.";

  private static final String BYTE_ORDER_MARK = "\uFEFF";

  /** Parses the body that was received: 400 if it is not JSON. */
  public static JsonRequest read(Context ctx) {
    byte[] bytes = RequestBody.of(ctx);
    return new JsonRequest(bytes, parse(bytes), Preferences.isLenient(ctx));
  }

  /** A new copy of the body: a write that runs again must not read what the first try changed. */
  public Body body() {
    return Body.of(tree.deepCopy(), lenient);
  }

  /** Whether the headers say that the body is JSON. */
  static boolean isJson(Context ctx) {
    // The whole header: Jetty throws an exception if Java does not know the charset.
    String type = ctx.header(Header.CONTENT_TYPE);
    return type != null && JSON.matcher(type.trim()).matches();
  }

  /** 415 unless the headers say that the body is JSON. */
  static void requireJson(Context ctx) {
    if (!isJson(ctx)) {
      String many =
          LinesType.taken(ctx).map(LinesType::written).collect(Collectors.joining(" or "));
      throw unsupported(
          ctx,
          "Send JSON in UTF-8 with the header Content-Type: application/json."
              + (many.isEmpty() ? "" : " For many records: " + many + "."));
    }
  }

  /** 415 if the body is compressed. */
  static void requirePlain(Context ctx) {
    String coding = ctx.header(Header.CONTENT_ENCODING);
    if (coding != null && !coding.equalsIgnoreCase("identity")) {
      throw unsupported(ctx, "Send the body without a Content-Encoding.");
    }
  }

  /** 415 with the types that the route accepts (RFC 5789, 3.1; the same for POST). */
  private static Problem unsupported(Context ctx, String detail) {
    String types =
        Stream.concat(Stream.of(TYPES), LinesType.taken(ctx).map(LinesType::written))
            .collect(Collectors.joining(", "));
    return new Problem(ProblemType.UNSUPPORTED_MEDIA_TYPE, detail)
        .header(ctx.method().equals(HandlerType.PATCH) ? "Accept-Patch" : "Accept-Post", types);
  }

  /** Parses one document: 400 if it is not JSON. */
  public static JsonNode parse(byte[] bytes) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      String json = text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
      JsonNode node = Json.MAPPER.readTree(json);
      if (node.isMissingNode()) {
        throw malformed("The body is empty.");
      }
      return node;
    } catch (CharacterCodingException e) {
      throw malformed("The body is not UTF-8.");
    } catch (NumberFormatException e) {
      // Jackson throws this for an exponent that no int can hold.
      throw malformed(LARGE_EXPONENT);
    } catch (JsonProcessingException e) {
      throw malformed(e);
    }
  }

  /** The refusal of a text that is not JSON, with the place of the mistake. */
  public static Problem malformed(JsonProcessingException e) {
    String place =
        e.getLocation() == null
            ? ""
            : "Line %d, column %d: "
                .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
    return malformed(place + JsonMistake.reason(e));
  }

  public static Problem malformed(String detail) {
    return new Problem(ProblemType.MALFORMED_JSON, detail);
  }
}
