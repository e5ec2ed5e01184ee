package supplychain.proof.requests;

import com.fasterxml.jackson.databind.JsonNode;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.io.StringReader;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import supplychain.Reply;
import supplychain.core.Json;
import supplychain.core.ProblemType;
import supplychain.openapi.Contract;

/**
 * Checks what the service promises of every answer, whatever the request was.
 *
 * @param isHead whether the request was a HEAD, whose answer has no body
 */
record Judge(Reply reply, boolean isHead) {
  /** Words that would show the inside of the service. */
  private static final Pattern INSIDE =
      Pattern.compile(
          "exception|stack ?trace|\\bat [a-z]+\\.|\\b(java|javax|jakarta|kotlin)\\.|jackson|jooq"
              + "|postgres|jetty|javalin|hikari|supplychain\\.|\\bselect |insert into|sqlstate"
              + "|constraint|<html|<!doctype");

  private static final Pattern POINTER = Pattern.compile("(?:/[^~/]*+(?:~[01][^~/]*+)*+)*+");
  private static final Pattern REQUEST_ID = Pattern.compile("[A-Za-z0-9._:-]{1,64}");

  /** A text that a spreadsheet runs; a number is none. */
  private static final Pattern FORMULA =
      Pattern.compile(
          "(?s)(?:[=+@\\t\\r\\n\uff1d\uff0b\uff0d\uff20]|-(?![0-9.]+(?:[eE]-?[0-9]+)?$)).*");

  /** Throws an AssertionError that says what is wrong with an answer. */
  static void judge(Reply reply, boolean isHead) {
    new Judge(reply, isHead).judge();
  }

  private void judge() {
    String id = reply.header("X-Request-Id");
    require(id != null && REQUEST_ID.matcher(id).matches(), "no X-Request-Id");
    require(reply.header("Server") == null, "it names its server");
    reply.headers().map().forEach((name, values) -> require(values.size() == 1, "twice: " + name));
    String type = reply.header("Content-Type");
    switch (reply.status()) {
      case 204, 304 -> require(type == null && reply.text().isEmpty(), "a body or its type");
      case 200, 201 -> {
        require(type != null, "no Content-Type");
        if (!isHead) {
          judgeSuccess(type.replaceFirst(" *;.*", ""));
        }
      }
      default -> {
        require(reply.status() >= 400 && reply.status() < 500, "a fault or a strange status");
        require("application/problem+json".equals(type), "the type of a problem");
        if (!isHead) {
          judgeProblem(id);
        }
      }
    }
    require(reply.status() != 304 || reply.header("ETag") != null, "no ETag");
    require((reply.status() == 401) == (reply.header("WWW-Authenticate") != null), "401");
    require((reply.status() == 405) == (reply.header("Allow") != null), "405");
  }

  private void judgeSuccess(String type) {
    try {
      switch (type) {
        case "application/json" -> judgeRecord();
        case "application/x-ndjson" -> judgeLines();
        case "application/geo+json" ->
            require(reply.json().path("features").isArray(), "no features");
        case "text/csv" -> judgeTable();
        case "image/svg+xml" -> judgePicture();
        default -> require(!reply.text().isBlank(), "nothing in it");
      }
    } catch (IOException | SAXException | ParserConfigurationException | CsvParseException e) {
      require(false, "not well-formed: " + e.getMessage());
    }
  }

  private void judgeRecord() {
    String id = reply.json().path("id").asText();
    String location = reply.header("Location");
    boolean isLocated = location != null && location.endsWith("/" + id + "/");
    require((reply.status() == 201) == isLocated, "Location");
  }

  /** Lines of a list, or what became of each of many records, in the order of their lines. */
  private void judgeLines() throws IOException {
    String text = reply.text();
    require(text.isEmpty() || text.endsWith("\n"), "the last line has no end");
    long before = 0;
    for (String line : text.lines().toList()) {
      require(!line.isEmpty(), "an empty line");
      JsonNode outcome = Json.MAPPER.readTree(line);
      require(outcome.isObject(), "no object: " + line);
      if (text.startsWith("{\"line\":")) {
        require(outcome.path("line").asLong() > before, "the order of the lines");
        require(outcome.path("status").asInt() < 500, "a fault of a line");
        outcome.path("errors").forEach(error -> requireOutside(judgeError(error)));
        before = outcome.path("line").asLong();
      }
    }
  }

  private void judgeProblem(String id) {
    JsonNode problem = reply.json();
    List<String> breaches = Contract.breaches("/components/schemas/Problem", problem);
    require(breaches.isEmpty(), "the fields of a problem: " + breaches);
    require(
        Arrays.stream(ProblemType.values())
            .anyMatch(
                type ->
                    type.uri().equals(problem.get("type").textValue())
                        && type.title().equals(problem.get("title").textValue())
                        && type.status() == reply.status()
                        && type.status() == problem.get("status").intValue()),
        "no type of the service's");
    require(problem.get("request_id").textValue().equals(id), "another request_id");
    String said = problem.get("detail").textValue();
    require(!said.isBlank(), "no detail");
    require(!problem.has("errors") || !problem.get("errors").isEmpty(), "no errors");
    StringBuilder details = new StringBuilder(said);
    problem.path("errors").forEach(error -> details.append('\n').append(judgeError(error)));
    requireOutside(details.toString());
  }

  private String judgeError(JsonNode error) {
    require(POINTER.matcher(error.get("pointer").textValue()).matches(), "no pointer");
    require(error.get("code").textValue().matches("[a-z_]+"), "no code");
    require(!error.get("detail").textValue().isBlank(), "no detail of a finding");
    return error.get("detail").textValue();
  }

  private void requireOutside(String said) {
    require(!INSIDE.matcher(said.toLowerCase(Locale.ROOT)).find(), "it shows the inside");
  }

  private void judgeTable() throws IOException {
    require(reply.text().endsWith("\r\n"), "the last line has no end");
    try (CsvReader<CsvRecord> rows =
        CsvReader.builder()
            .allowExtraFields(false)
            .allowMissingFields(false)
            .skipEmptyLines(false)
            .ofCsvRecord(reply.text())) {
      for (CsvRecord row : rows) {
        row.getFields()
            .forEach(cell -> require(!FORMULA.matcher(cell).matches(), "a formula: " + cell));
      }
    }
  }

  private void judgePicture() throws IOException, SAXException, ParserConfigurationException {
    var builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    builder.setErrorHandler(null);
    var picture = builder.parse(new InputSource(new StringReader(reply.text())));
    require(picture.getElementsByTagName("script").getLength() == 0, "a picture that runs");
  }

  private void require(boolean right, String mistake) {
    if (!right) {
      String start = reply.text().substring(0, Math.min(2_000, reply.text().length()));
      throw new AssertionError(mistake + ": " + reply.status() + reply.headers() + start);
    }
  }
}
