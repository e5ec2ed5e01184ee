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

/**
 * A request with a JSON body.
 *
 * @param bytes the body as it was sent
 * @param tree the same, parsed
 * @param lenient whether unknown fields are to be ignored
 */
public record JsonRequest(byte[] bytes, JsonNode tree, boolean lenient) {
  /** The most bytes a body may have. */
  public static final int MOST_BYTES = 1 << 20;

  private static final String[] TYPES = {"application/json", "application/merge-patch+json"};

  private static final Pattern JSON =
      Pattern.compile(
          "application/(json|merge-patch\\+json) *(; *charset *= *\"?utf-?8\"? *)?",
          Pattern.CASE_INSENSITIVE);

  /** What Jackson tells the programmer, not the client. */
  private static final Pattern ABOUT_JACKSON =
      Pattern.compile(
          " \\((start marker|bound as|not recognized) .*|, from `[^`]*`|: enable `.*",
          Pattern.DOTALL);

  /** What is said of a number that no BigDecimal can hold. */
  public static final String LARGE_EXPONENT = "A number has too large an exponent.";

  private static final String BYTE_ORDER_MARK = "\uFEFF";

  /** Reads the body that was received: 400 when it is not JSON. */
  public static JsonRequest read(Context ctx) {
    byte[] bytes = RequestBodies.received(ctx).toByteArray();
    return new JsonRequest(bytes, parse(bytes), Preferences.isLenient(ctx));
  }

  /** The body, to be read from its start. */
  public Body body() {
    return Body.of(tree, lenient);
  }

  /** 415 unless the body says that it is JSON. */
  static void requireJson(Context ctx) {
    // The header as it stands: Jetty throws on a charset that Java does not know.
    String type = ctx.header(Header.CONTENT_TYPE);
    if (type == null || !JSON.matcher(type.trim()).matches()) {
      String many =
          LinesType.taken(ctx).map(LinesType::written).collect(Collectors.joining(" or "));
      throw unsupported(
          ctx,
          "Send JSON in UTF-8 and say so: Content-Type: application/json."
              + (many.isEmpty() ? "" : " Of many records: " + many + "."));
    }
  }

  /** 415 where the body is packed. */
  static void requirePlain(Context ctx) {
    String coding = ctx.header(Header.CONTENT_ENCODING);
    if (coding != null && !coding.equalsIgnoreCase("identity")) {
      throw unsupported(ctx, "Send the body without a Content-Encoding.");
    }
  }

  /** 415 that names the types which are taken (RFC 5789, 3.1; the same for POST). */
  private static Problem unsupported(Context ctx, String detail) {
    String types =
        Stream.concat(Stream.of(TYPES), LinesType.taken(ctx).map(LinesType::written))
            .collect(Collectors.joining(", "));
    return new Problem(ProblemType.UNSUPPORTED_MEDIA_TYPE, detail)
        .header(ctx.method().equals(HandlerType.PATCH) ? "Accept-Patch" : "Accept-Post", types);
  }

  /**
   * Parses one document.
   *
   * @throws Problem if it is none: 400
   */
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
      throw malformed("It is not UTF-8.");
    } catch (NumberFormatException e) {
      // Jackson says this of an exponent that no int can hold.
      throw malformed(LARGE_EXPONENT);
    } catch (JsonProcessingException e) {
      throw malformed(e);
    }
  }

  /** The refusal of a text that is not JSON, with the place where that shows. */
  public static Problem malformed(JsonProcessingException e) {
    String place =
        e.getLocation() == null
            ? ""
            : "Line %d, column %d: "
                .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
    return malformed(place + reason(e));
  }

  /** Why a text is not JSON, for people who never heard of Jackson. */
  public static String reason(JsonProcessingException e) {
    return ABOUT_JACKSON.matcher(e.getOriginalMessage()).replaceAll("");
  }

  /** The refusal of a text that is not JSON. */
  public static Problem malformed(String detail) {
    return new Problem(ProblemType.MALFORMED_JSON, detail);
  }
}
