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
import supplychain.docs.Contract;

/**
 * Checks what the service promises of every answer, whatever the request was.
 *
 * @param isHead whether the request was a HEAD, whose answer has no body
 */
record AnswerCheck(Reply reply, boolean isHead) {
  /** Words that would reveal how the service works inside. */
  private static final Pattern INTERNALS =
      Pattern.compile(
          "exception|stack ?trace|\\bat [a-z]+\\.|\\b(java|javax|jakarta|kotlin)\\.|jackson|jooq"
              + "|postgres|jetty|javalin|hikari|supplychain\\.|\\bselect |insert into|sqlstate"
              + "|constraint|<html|<!doctype");

  /** The fields that can have the id of the record at the Location: it, or what it is about. */
  private static final List<String> RECORDS = List.of("id", "transaction", "farmer");

  private static final Pattern POINTER = Pattern.compile("(?:/[^~/]*+(?:~[01][^~/]*+)*+)*+");
  private static final Pattern REQUEST_ID = Pattern.compile("[A-Za-z0-9._:-]{1,64}");

  /** A text that a spreadsheet would run as a formula. Negative numbers are allowed. */
  private static final Pattern FORMULA =
      Pattern.compile(
          "(?s)(?:[=+@\\t\\r\\n\uff1d\uff0b\uff0d\uff20]|-(?![0-9.]+(?:[eE]-?[0-9]+)?$)).*");

  /** Throws an AssertionError that says what is wrong with an answer. */
  static void check(Reply reply, boolean isHead) {
    new AnswerCheck(reply, isHead).check();
  }

  private void check() {
    String id = reply.header("X-Request-Id");
    require(id != null && REQUEST_ID.matcher(id).matches(), "X-Request-Id is missing or malformed");
    require(reply.header("Server") == null, "the header Server is present");
    reply
        .headers()
        .map()
        .forEach(
            (name, values) -> require(values.size() == 1, "header sent more than once: " + name));
    String type = reply.header("Content-Type");
    switch (reply.status()) {
      case 204, 304 ->
          require(
              type == null && reply.text().isEmpty(),
              "204 and 304 must have no body and no Content-Type");
      case 200, 201 -> {
        require(type != null, "Content-Type is missing");
        if (!isHead) {
          checkSuccess(type.replaceFirst(" *;.*", ""));
        }
      }
      default -> {
        require(
            reply.status() >= 400 && reply.status() < 500,
            "the status must be 200, 201, 204, 304 or 4xx");
        require(
            List.of("application/problem+json", "text/plain").contains(type + ""),
            "the Content-Type of an error must be application/problem+json or text/plain");
        if (!isHead && !type.equals("text/plain")) {
          checkProblem(id);
        }
      }
    }
    require(reply.status() != 304 || reply.header("ETag") != null, "304 must have an ETag");
    require(
        (reply.status() == 401) == (reply.header("WWW-Authenticate") != null),
        "WWW-Authenticate must come with 401 and only with 401");
    require(
        (reply.status() == 405) == (reply.header("Allow") != null),
        "Allow must come with 405 and only with 405");
  }

  private void checkSuccess(String type) {
    try {
      switch (type) {
        case "application/json" -> checkRecord();
        case "application/x-ndjson" -> checkLines();
        case "application/geo+json" ->
            require(
                reply.json().path("features").isArray(), "the GeoJSON has no array of features");
        case "text/csv" -> checkTable();
        case "image/svg+xml" -> checkPicture();
        default -> require(!reply.text().isBlank(), "the body is empty");
      }
    } catch (IOException | SAXException | ParserConfigurationException | CsvParseException e) {
      require(false, "the body is not well-formed: " + e.getMessage());
    }
  }

  private void checkRecord() {
    String location = reply.header("Location");
    boolean isLocated =
        location != null
            && RECORDS.stream()
                .map(name -> "/" + reply.json().path(name).asText() + "/")
                .anyMatch(location::endsWith);
    require((reply.status() == 201) == isLocated, "Location must come with 201 and only with 201");
  }

  /** Lines of a list, or the outcome of each record, in the order of the lines. */
  private void checkLines() throws IOException {
    String text = reply.text();
    require(text.isEmpty() || text.endsWith("\n"), "the last line does not end with a line break");
    long before = 0;
    for (String line : text.lines().toList()) {
      require(!line.isEmpty(), "a line is empty");
      JsonNode outcome = Json.MAPPER.readTree(line);
      require(outcome.isObject(), "a line is not a JSON object: " + line);
      if (text.startsWith("{\"line\":") && !outcome.has("summary")) {
        require(outcome.path("line").asLong() > before, "the line numbers must increase");
        require(outcome.path("status").asInt() < 500, "a line has a status of 500 or more");
        outcome.path("errors").forEach(error -> requireNoInternals(checkFinding(error)));
        before = outcome.path("line").asLong();
      }
    }
  }

  private void checkProblem(String id) {
    JsonNode problem = reply.json();
    List<String> breaches = Contract.breaches("/components/schemas/Problem", problem);
    require(breaches.isEmpty(), "the problem does not match its schema: " + breaches);
    require(
        Arrays.stream(ProblemType.values())
            .anyMatch(
                type ->
                    type.uri().equals(problem.get("type").textValue())
                        && type.title().equals(problem.get("title").textValue())
                        && type.status() == reply.status()
                        && type.status() == problem.get("status").intValue()),
        "the problem type is unknown, or has another title or status");
    require(
        problem.get("request_id").textValue().equals(id), "request_id differs from X-Request-Id");
    String said = problem.get("detail").textValue();
    require(!said.isBlank(), "the detail of the problem is blank");
    require(!problem.has("errors") || !problem.get("errors").isEmpty(), "errors is empty");
    StringBuilder details = new StringBuilder(said);
    problem.path("errors").forEach(error -> details.append('\n').append(checkFinding(error)));
    requireNoInternals(details.toString());
  }

  private String checkFinding(JsonNode error) {
    require(
        POINTER.matcher(error.get("pointer").textValue()).matches(),
        "the pointer of a finding is not a JSON Pointer");
    require(
        error.get("code").textValue().matches("[a-z_]+"),
        "the code of a finding may only have small letters and underscores");
    require(!error.get("detail").textValue().isBlank(), "the detail of a finding is blank");
    return error.get("detail").textValue();
  }

  private void requireNoInternals(String said) {
    require(!INTERNALS.matcher(said.toLowerCase(Locale.ROOT)).find(), "the text reveals internals");
  }

  private void checkTable() throws IOException {
    require(reply.text().endsWith("\r\n"), "the last line does not end with a line break");
    try (CsvReader<CsvRecord> rows =
        CsvReader.builder()
            .allowExtraFields(false)
            .allowMissingFields(false)
            .skipEmptyLines(false)
            .ofCsvRecord(reply.text())) {
      for (CsvRecord row : rows) {
        row.getFields()
            .forEach(
                cell ->
                    require(
                        !FORMULA.matcher(cell).matches(),
                        "a spreadsheet would run a cell as a formula: " + cell));
      }
    }
  }

  private void checkPicture() throws IOException, SAXException, ParserConfigurationException {
    var builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    builder.setErrorHandler(null);
    var picture = builder.parse(new InputSource(new StringReader(reply.text())));
    require(picture.getElementsByTagName("script").getLength() == 0, "the SVG contains a script");
  }

  private void require(boolean isRight, String mistake) {
    if (!isRight) {
      String start = reply.text().substring(0, Math.min(2_000, reply.text().length()));
      throw new AssertionError(mistake + ": " + reply.status() + reply.headers() + start);
    }
  }
}
