package supplychain.docs;

import static org.junit.jupiter.api.Assertions.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The parts of the manual that are made from the code are up to date, and explain everything. */
@Tag("unit")
class ManualTablesTest {
  private static final String UPDATE = "mvn test -Dtest=ManualTablesTest -Dmanual.update=true";

  /** Calls with a finding. The code is the first text after a comma, or of Read.wrong the first. */
  private static final Pattern CALL =
      Pattern.compile(
          "(?:refuse\\w*|settle|\\.add|Finding|[cC]onflict|forbidden)\\(([^;{}]*?);"
              + "|Read\\.wrong\\((\\s*\"[a-z_]+\"),");

  private static final Pattern CODE = Pattern.compile(",\\s*\"([a-z_]+)\",");

  static Stream<ManualPage> pages() {
    return ManualPage.withReadme();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void thePartsFromTheCodeAreUpToDate(ManualPage page) throws IOException {
    String filled = ManualTables.filled(page.text());
    if (Boolean.getBoolean("manual.update")) {
      Files.writeString(page.file(), filled);
    } else {
      assertEquals(
          linesNotIn(page.text(), filled),
          linesNotIn(filled, page.text()),
          page.file() + " is not up to date. This updates it: " + UPDATE);
      assertTrue(filled.equals(page.text()), UPDATE);
    }
  }

  private static List<String> linesNotIn(String other, String text) {
    Set<String> known = other.lines().collect(Collectors.toSet());
    return text.lines().filter(line -> !known.contains(line)).toList();
  }

  @Test
  void eachPartIsOnOnePage() {
    for (String name : ManualTables.ALL.keySet()) {
      String marker = "<!-- generated: " + name + " -->";
      List<ManualPage> found = pages().filter(page -> page.text().contains(marker)).toList();
      assertEquals(1, found.size(), name);
    }
  }

  @Test
  void eachFindingCodeHasItsExplanation() throws IOException {
    // A constant or a type of problem is the code of these.
    Set<String> codes =
        new TreeSet<>(
            Set.of(
                "columns",
                "conflict",
                "malformed_json",
                "not_found",
                "not_json",
                "nowhere",
                "quotes",
                "replaced",
                "unknown_parameter"));
    try (Stream<Path> files = Files.walk(Path.of("app/main/supplychain"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        // verify names what is wrong in the books, and docs describes: neither is an answer.
        if (!file.toString().matches(".*/(verify|docs)/.*")) {
          CALL.matcher(Files.readString(file))
              .results()
              .map(call -> call.group(1) == null ? "," + call.group(2) + "," : call.group(1))
              .flatMap(arguments -> CODE.matcher(arguments).results())
              .forEach(code -> codes.add(code.group(1)));
        }
      }
    }
    assertEquals(codes, names(DescribedOperation.read("finding-codes.yaml")));
  }

  private static Set<String> names(JsonNode object) {
    Set<String> names = new TreeSet<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
