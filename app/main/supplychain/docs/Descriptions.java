package supplychain.docs;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import supplychain.core.Json;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.core.Release;
import supplychain.core.Texts;
import supplychain.history.Changes;
import supplychain.http.Admission;
import supplychain.http.EntityTag;
import supplychain.http.JsonRequest;
import supplychain.http.Limits;
import supplychain.http.LinesRequest;
import supplychain.http.Preferences;
import supplychain.http.Server;
import supplychain.records.Reads;
import supplychain.validation.Findings;
import supplychain.validation.Formats;

/** The OpenAPI document, a page about each type of problem, and a summary of the service. */
public final class Descriptions {
  private static final Pattern COLLECTION = Pattern.compile("/(?:[a-z-]+/)?([a-z-]+)/");

  private static final List<String> PROBLEM_PAGES = List.of("text/plain", Manual.HTML);

  private Descriptions() {}

  /** Java writes it at the first use. */
  private static final class Written {
    private static final byte[] OPEN_API = OpenApi.document().toString().getBytes(UTF_8);
  }

  public static void openApi(Context ctx) {
    EntityTag.sendUnlessKnown(ctx, Written.OPEN_API);
  }

  /** Answers with the version, these limits and where everything is. */
  public static Handler service(Limits limits) {
    return ctx -> EntityTag.sendUnlessKnown(ctx, describe(limits).toString().getBytes(UTF_8));
  }

  private static ObjectNode describe(Limits limits) {
    JsonNode info = OpenApi.document().get("info");
    ObjectNode service = JsonNodeFactory.instance.objectNode();
    service.put("name", info.get("title").asText()).put("version", Release.version());
    service.put("interface_version", info.get("version").asText());
    service.put("time_zone", ZoneId.systemDefault().getId());
    return service.<ObjectNode>set("limits", json(limits)).set("links", links());
  }

  private static ObjectNode json(Limits limits) {
    ObjectNode shown = JsonNodeFactory.instance.objectNode();
    shown.put("body_bytes", JsonRequest.MOST_BYTES);
    shown.put("body_seconds", Limits.BODY_TIME.toSeconds());
    shown.put("bulk_bytes", LinesRequest.MOST_BYTES).put("bulk_records", LinesRequest.MOST_RECORDS);
    shown.put("bulk_seconds", LinesRequest.BODY_TIME.toSeconds());
    shown.put("json_depth", Json.DEPTH).put("number_characters", Json.NUMBER_LENGTH);
    shown.put("decimal_digits", Formats.DECIMAL_DIGITS);
    shown.put("decimal_places", Formats.DECIMAL_SCALE);
    shown.put("header_bytes", Server.MOST_HEADER_BYTES);
    shown.put("request_seconds", Limits.REQUEST_TIME.toSeconds());
    shown.put("page_records", Reads.USUAL_PAGE).put("page_records_most", Reads.LARGEST_PAGE);
    shown.put("lists_at_once", Admission.EXPORTS).put("wait_seconds", Changes.MOST_WAIT);
    shown.put("waiting_at_once", Changes.MOST_WAITING);
    shown.put("waiting_at_once_of_a_company", Changes.MOST_WAITING_OF_ONE);
    return shown.put("findings", Findings.MOST).put("idempotency_days", limits.answers.toDays());
  }

  /** The pages about the service, and each list by the last part of its path. */
  private static ObjectNode links() {
    ObjectNode links = JsonNodeFactory.instance.objectNode();
    links.put("docs", "/docs/").put("api", "/docs/api/").put("openapi", "/v1/openapi.json");
    links.put("live", "/health/live").put("ready", "/health/ready");
    for (Map.Entry<String, JsonNode> path : OpenApi.document().get("paths").properties()) {
      Matcher collection = COLLECTION.matcher(path.getKey());
      if (collection.matches()) {
        String request = OpenApi.requestPath(path.getKey(), path.getValue().get("get"));
        links.put(collection.group(1), request);
      }
    }
    return links;
  }

  /** Answers with the page that the {@code type} of a problem names (RFC 9457, 3.1.1). */
  public static void problem(Context ctx) {
    String name = ctx.pathParam("name");
    ProblemType type = ProblemType.named(name).orElseThrow(Problem::notFound);
    JsonNode page = OpenApi.read("problems.yaml").get(name);
    String mediaType = Preferences.mediaType(ctx, PROBLEM_PAGES);
    boolean isHtml = mediaType.equals(Manual.HTML);
    String form = "/supplychain/docs/" + (isHtml ? "manual/problem.html" : "problem.txt");
    String meaning = shown(page.get("meaning").asText(), isHtml);
    String remedy = shown(page.get("remedy").asText(), isHtml);
    String text =
        Texts.ofResource(form).formatted(type.title(), type.status(), meaning, remedy, name);
    Preferences.varyByAccept(ctx);
    Manual.send(ctx, mediaType, text.getBytes(UTF_8));
  }

  /** The text of problems.yaml, which has names between backticks. */
  private static String shown(String text, boolean isHtml) {
    return isHtml ? text.replaceAll("`([^`]*)`", "<code>$1</code>") : text;
  }
}
