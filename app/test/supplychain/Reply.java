package supplychain;

import static java.nio.charset.StandardCharsets.*;
import static org.junit.jupiter.api.Assertions.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.http.HttpHeaders;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import supplychain.core.Json;
import supplychain.records.Workbook;

/** An answer of the service. */
public record Reply(int status, String text, HttpHeaders headers) {
  /** An answer with these bytes: a workbook has a character for each byte. */
  static Reply of(int status, byte[] body, HttpHeaders headers) {
    String type = headers.firstValue("Content-Type").orElse("");
    boolean isText = !type.equals(Workbook.MEDIA_TYPE);
    return new Reply(status, new String(body, isText ? UTF_8 : ISO_8859_1), headers);
  }

  /** The body, parsed. */
  public JsonNode json() {
    return assertDoesNotThrow(() -> Json.MAPPER.readTree(text), text);
  }

  /** The lines of the body for records, each parsed. */
  public List<JsonNode> lines() {
    return parsed().filter(line -> !line.has("summary")).toList();
  }

  /** The id in each line. */
  public List<String> lineIds() {
    return lines().stream().map(line -> line.get("id").asText()).toList();
  }

  /** The summary of many records: {@code new=2, known=1}, without the results of none. */
  public String summary() {
    return counts()
        .propertyStream()
        .filter(count -> count.getValue().asInt() > 0)
        .map(count -> count.getKey() + "=" + count.getValue())
        .collect(Collectors.joining(", "));
  }

  /** All of the summary of many records but its zeros, as {@code {"new":1,"ignored":["a"]}}. */
  public String wholeSummary() {
    ObjectNode summary = (ObjectNode) expect(200).counts();
    summary.properties().removeIf(each -> each.getValue().isInt() && each.getValue().asInt() == 0);
    return summary.toString();
  }

  /** The summary of many records as it was sent. */
  public JsonNode counts() {
    return parsed().reduce((line, next) -> next).orElseThrow().get("summary");
  }

  private Stream<JsonNode> parsed() {
    return text.lines().map(line -> new Reply(status, line, headers).json());
  }

  /** A header; null when it is not there. */
  public String header(String name) {
    return headers.firstValue(name).orElse(null);
  }

  /** The text at a JSON Pointer of the body. */
  public String at(String pointer) {
    return json().at(pointer).asText();
  }

  /** The id of the record in the body. */
  public String id() {
    return at("/id");
  }

  /** The ids of the records of a list. */
  public List<String> ids() {
    return json().valueStream().map(record -> record.get("id").asText()).toList();
  }

  /** The path of the next page; null after the last one. */
  public String next() {
    String link = header("Link");
    return link == null ? null : link.replaceAll("<([^>]*)>; rel=\"next\"", "$1");
  }

  /** This answer, which must have this status and, where any are given, exactly these findings. */
  public Reply expect(int expected, String... findings) {
    assertEquals(expected, status, text);
    if (findings.length > 0) {
      assertEquals(List.of(findings), findings(), text);
    }
    return this;
  }

  /** This answer, which must be a problem with this status and this type. */
  public Reply expectProblem(int expected, String type) {
    assertEquals("/problems/" + type, expect(expected).at("/type"), text);
    assertEquals("application/problem+json", header("Content-Type"));
    return this;
  }

  /** The findings, each as {@code pointer code}, in their order. */
  public List<String> findings() {
    return findings("code");
  }

  /** The findings, each as {@code pointer detail}, in their order. */
  public List<String> details() {
    return findings("detail");
  }

  private List<String> findings(String member) {
    return json()
        .path("errors")
        .valueStream()
        .map(error -> error.get("pointer").asText() + " " + error.get(member).asText())
        .toList();
  }
}
