package supplychain.docs;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import supplychain.cli.CommandLineTables;
import supplychain.core.ProblemType;
import supplychain.core.Role;
import supplychain.reports.Report;
import supplychain.reports.ReportRequest;
import supplychain.reports.Reports;

/** The parts of the manual that are made from the code. */
final class ManualTables {
  /** Each part by its name in the manual. */
  static final Map<String, Callable<String>> ALL =
      Map.ofEntries(
          Map.entry("settings", CommandLineTables::settings),
          Map.entry("commands", CommandLineTables::commands),
          Map.entry("problem-types", ManualTables::problemTypes),
          Map.entry("finding-codes", ManualTables::findingCodes),
          Map.entry("limits", LimitsTable::text),
          Map.entry("roles", ManualTables::roles),
          Map.entry("routes", ManualTables::routes),
          Map.entry("column-names", ColumnNamesTable::text),
          Map.entry("tool-columns", ColumnNamesTable::ofTools),
          Map.entry("dependencies", DependenciesTable::text),
          Map.entry("reports", ManualTables::reports));

  private static final Pattern PART =
      Pattern.compile("(?s)<!-- generated: ([a-z-]+) -->\n(.*?)<!-- end -->");

  /** A role with its description. */
  private static final Pattern ROLE = Pattern.compile("/\\*\\* ([^*]*) \\*/\\s*([A-Z]+)[,;]");

  private static final Set<String> METHODS = Set.of("get", "post", "patch", "delete");

  private ManualTables() {}

  /** The text of a page with each part as it must be. */
  static String filled(String page) {
    return PART.matcher(page)
        .replaceAll(
            found -> {
              String name = found.group(1);
              if (!ALL.containsKey(name)) {
                throw new AssertionError("no part of the manual has the name " + name);
              }
              String part =
                  "<!-- generated: %s -->%n%n%s%n<!-- end -->".formatted(name, text(name));
              return Matcher.quoteReplacement(part);
            });
  }

  private static String text(String name) {
    return assertDoesNotThrow(() -> ALL.get(name).call(), name).strip() + "\n";
  }

  private static String problemTypes() {
    return Arrays.stream(ProblemType.values())
        .map(
            type -> {
              String name = type.uri().replace("/problems/", "");
              JsonNode page = OpenApi.read("problems.yaml").get(name);
              return "### %s%n%n**%d**: %s.%n%n%s%n%n**What to do**: %s%n%n"
                  .formatted(
                      name,
                      type.status(),
                      type.title(),
                      page.get("meaning").asText(),
                      page.get("remedy").asText());
            })
        .collect(Collectors.joining());
  }

  private static String findingCodes() {
    StringBuilder rows = new StringBuilder("| Code | What it means |\n|---|---|\n");
    OpenApi.read("finding-codes.yaml")
        .forEachEntry((code, meaning) -> rows.append(row("`" + code + "`", meaning.asText())));
    return rows.toString();
  }

  private static String roles() throws IOException {
    String source = Files.readString(Path.of("app/main/supplychain/core/Role.java"));
    StringBuilder rows = new StringBuilder("| Role | Acts for | What it can do |\n|---|---|---|\n");
    ROLE.matcher(source)
        .results()
        .map(found -> new String[] {found.group(2), found.group(1)})
        .filter(found -> Role.valueOf(found[0]) != Role.ANYONE)
        .forEach(found -> rows.append(row("`" + found[0] + "`", owner(found[0]), found[1])));
    return rows.toString();
  }

  private static String owner(String name) {
    Role role = Role.valueOf(name);
    return role.hasCompany() ? "a company" : role == Role.MONITOR ? "nobody" : "the installation";
  }

  private static String routes() {
    StringBuilder rows = new StringBuilder("| Request | Role | What it does |\n|---|---|---|\n");
    for (Map.Entry<String, JsonNode> path : OpenApi.document().get("paths").properties()) {
      for (Map.Entry<String, JsonNode> each : path.getValue().properties()) {
        if (METHODS.contains(each.getKey())) {
          JsonNode operation = each.getValue();
          String method = each.getKey().toUpperCase(Locale.ROOT);
          String request = method + " " + OpenApi.requestPath(path.getKey(), operation);
          String role = operation.get("x-role").asText();
          String who = role.equals(Role.ANYONE.name()) ? "no token" : role;
          rows.append(row("`" + request + "`", who, operation.get("summary").asText()));
        }
      }
    }
    return rows.toString();
  }

  private static String reports() {
    StringBuilder text = new StringBuilder();
    for (Report report : Reports.ALL) {
      text.append("### %s%n%n%s.%n%n".formatted(report.name(), report.says()));
      text.append("| Parameter | What it does |\n|---|---|\n");
      report.allParameters().stream()
          .filter(each -> !each.equals(ReportRequest.COMPANY))
          .forEach(each -> text.append(row("`" + each.name() + "`", each.says())));
      text.append("\n| Column | Unit | What it means |\n|---|---|---|\n");
      for (Report.Column column : report.columns()) {
        String groups =
            column.groups().isEmpty()
                ? ""
                : " Only with `group=" + String.join("`, `", column.groups()) + "`.";
        text.append(row("`" + column.name() + "`", column.unit().shown, column.says() + groups));
      }
      text.append("\n");
    }
    return text.toString();
  }

  private static String row(String... cells) {
    return Arrays.stream(cells)
        .map(cell -> cell.replace("|", "\\|"))
        .collect(Collectors.joining(" | ", "| ", " |\n"));
  }
}
