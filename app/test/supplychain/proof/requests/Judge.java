package supplychain.proof.requests;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import supplychain.core.ProblemType;
import supplychain.openapi.Contract;

/** Holds every answer to what is promised of answers, whatever was asked. */
final class Judge {
  private static final List<String> PROBLEM =
      List.of("type", "title", "status", "detail", "instance", "errors");

  /** What problems of a type have besides. */
  private static final Map<String, List<String>> MORE =
      Map.of("/problems/origins-incomplete", List.of("blockers_total", "blockers"));

  /** What an answer would show of the inside. */
  private static final Pattern INSIDE =
      Pattern.compile(
          "exception|stack ?trace|\\bat [a-z]+\\.|\\b(java|javax|jakarta|kotlin)\\.|jackson|jooq"
              + "|postgres|jetty|javalin|hikari|supplychain\\.|\\bselect |insert into|sqlstate"
              + "|constraint|<html|<!doctype");

  private static final Pattern POINTER = Pattern.compile("(?:/[^~/]*+(?:~[01][^~/]*+)*+)*+");
  private static final Pattern TEXT =
      Pattern.compile(
          "(text/(html|plain|css|csv|javascript|vnd\\.graphviz)|image/svg\\+xml|application/(x-ndjson|javascript|geo\\+json))( *; *charset=utf-8)?",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern REQUEST_ID = Pattern.compile("[A-Za-z0-9._:-]{1,64}");

  /** Every so many answers that are long one is held against the document: it takes long. */
  private static final int LONG_EVERY = 20;

  private static final int LONG = 20_000;

  private int longOnes;

  private static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  /** Throws an AssertionError that says what is wrong with an answer. */
  void judge(Heard heard) {
    String id = heard.header("X-Request-Id");
    require(id != null && REQUEST_ID.matcher(id).matches(), "no X-Request-Id", heard);
    require(heard.header("Server") == null, "it names its server", heard);
    if (heard.status() >= 400) {
      require(heard.status() < 500, "a fault", heard);
      require("application/problem+json".equals(heard.header("Content-Type")), "type", heard);
      if (!heard.isHead()) {
        judgeProblem(heard, id);
      }
    } else if (heard.status() == 304) {
      require(heard.header("ETag") != null && heard.body().length == 0, "no 304", heard);
      require(heard.header("Content-Type") == null, "a type of nothing", heard);
    } else if (heard.status() == 204) {
      require(heard.header("Content-Type") == null && heard.body().length == 0, "no 204", heard);
    } else {
      require(heard.status() == 200 || heard.status() == 201, "a strange status", heard);
      require(isRecord(heard) || isText(heard), "type", heard);
      if (!heard.isHead()) {
        judgeSuccess(heard);
      }
    }
  }

  /** Throws one where the document does not promise this answer there. */
  void judge(String method, String path, Heard heard) {
    boolean isLong = heard.body().length > LONG;
    boolean isSkipped = isLong && longOnes++ % LONG_EVERY > 0;
    String text = isSkipped ? null : heard.text();
    List<String> breaches =
        Contract.breaches(method, path, heard.status(), heard.httpHeaders(), text);
    require(breaches.isEmpty(), "not promised for " + method + " " + path + ": " + breaches, heard);
  }

  private static boolean isRecord(Heard heard) {
    return "application/json".equals(heard.header("Content-Type"));
  }

  /** Whether it is a page for people, or a list as lines. */
  private static boolean isText(Heard heard) {
    return heard.status() == 200
        && TEXT.matcher(String.valueOf(heard.header("Content-Type"))).matches();
  }

  private static void judgeSuccess(Heard heard) {
    if (isRecord(heard)) {
      judgeRecord(heard);
      return;
    }
    String type = heard.header("Content-Type").replaceFirst(" *;.*", "");
    String flaw = Writings.flaw(type, heard);
    require(flaw.isEmpty(), flaw, heard);
    if (type.equals("application/x-ndjson") && heard.text().startsWith("{\"line\":")) {
      judgeOutcomes(heard);
    }
  }

  /** What became of many records: each is recorded or has its mistakes, in the order of lines. */
  private static void judgeOutcomes(Heard heard) {
    long before = 0;
    for (String line : heard.text().lines().toList()) {
      JsonNode outcome = Heard.json(line);
      boolean isRefused = outcome.path("status").asInt() != 201;
      String last = isRefused ? "errors" : "id";
      require(names(outcome).equals(List.of("line", "status", last)), "no outcome", heard);
      require(outcome.path("line").asLong() > before, "the order of the lines", heard);
      require(outcome.path("status").asInt() < 500, "a fault of a line", heard);
      require(!isRefused || !outcome.get("errors").isEmpty(), "no errors of a line", heard);
      outcome.path("errors").forEach(error -> requireOutside(judgeError(error, heard), heard));
      before = outcome.path("line").asLong();
    }
  }

  private static void judgeProblem(Heard heard, String id) {
    JsonNode problem = heard.json();
    List<String> names = names(problem);
    List<String> whole = new ArrayList<>(PROBLEM);
    whole.removeIf(
        name -> !names.contains(name) && (name.equals("instance") || name.equals("errors")));
    whole.addAll(MORE.getOrDefault(problem.path("type").asText(), List.of()));
    whole.add("request_id");
    require(names.equals(whole), "the fields are not those of a problem", heard);
    require(
        Arrays.stream(ProblemType.values())
            .anyMatch(
                type ->
                    type.uri().equals(problem.get("type").textValue())
                        && type.title().equals(problem.get("title").textValue())
                        && type.status() == heard.status()
                        && type.status() == problem.get("status").intValue()),
        "no type of the service's",
        heard);
    require(problem.get("request_id").textValue().equals(id), "another request_id", heard);
    String said = problem.get("detail").textValue();
    require(!said.isBlank(), "no detail", heard);
    StringBuilder details = new StringBuilder(said);
    if (problem.has("errors")) {
      require(!problem.get("errors").isEmpty(), "no errors", heard);
      problem.get("errors").forEach(error -> details.append('\n').append(judgeError(error, heard)));
    }
    requireOutside(details.toString(), heard);
    require((heard.status() == 401) == (heard.header("WWW-Authenticate") != null), "401", heard);
    require((heard.status() == 405) == (heard.header("Allow") != null), "405", heard);
  }

  private static void requireOutside(String said, Heard heard) {
    boolean isInside = INSIDE.matcher(said.toLowerCase(Locale.ROOT)).find();
    require(!isInside, "it shows the inside", heard);
  }

  private static String judgeError(JsonNode error, Heard heard) {
    require(names(error).equals(List.of("pointer", "code", "detail")), "no finding", heard);
    require(POINTER.matcher(error.get("pointer").textValue()).matches(), "no pointer", heard);
    require(error.get("code").textValue().matches("[a-z_]+"), "no code", heard);
    require(!error.get("detail").textValue().isBlank(), "no detail of a finding", heard);
    return error.get("detail").textValue();
  }

  private static void judgeRecord(Heard heard) {
    JsonNode record = heard.json();
    require(
        (heard.status() == 201)
            == (heard.header("Location") != null
                && heard.header("Location").endsWith("/" + record.path("id").asText() + "/")),
        "Location",
        heard);
  }

  private static void require(boolean right, String mistake, Heard heard) {
    if (!right) {
      String text = heard.text();
      throw new AssertionError(
          mistake
              + ": "
              + heard.status()
              + " "
              + heard.headers()
              + " "
              + text.substring(0, Math.min(2_000, text.length())));
    }
  }
}
