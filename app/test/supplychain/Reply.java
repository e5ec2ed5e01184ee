package supplychain;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.StreamSupport;
import supplychain.core.Json;

/** What the service answered. */
public record Reply(int status, String text, HttpResponse<String> response) {
  /** The body, parsed. */
  public JsonNode json() {
    try {
      return Json.MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON: " + text, e);
    }
  }

  /** The lines of the body, each parsed. */
  public List<JsonNode> lines() {
    return text.lines().map(line -> new Reply(status, line, response).json()).toList();
  }

  /** A header; null when it is not there. */
  public String header(String name) {
    return response.headers().firstValue(name).orElse(null);
  }

  /** The id of the record in the body. */
  public String id() {
    return json().get("id").asText();
  }

  /** The findings, each as {@code pointer code}, in their order. */
  public List<String> findings() {
    return StreamSupport.stream(json().path("errors").spliterator(), false)
        .map(error -> error.get("pointer").asText() + " " + error.get("code").asText())
        .toList();
  }
}
