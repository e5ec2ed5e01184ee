package supplychain.docs;

import static org.junit.jupiter.api.Assertions.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The manual can be read at the first reading, and what is made from the code is up to date. */
@Tag("unit")
class ManualTablesTest {
  private static final String UPDATE = "mvn test -Dtest=ManualTablesTest -Dmanual.update=true";

  /** Calls with a finding. The code is the first text after a comma, or of Read.wrong the first. */
  private static final Pattern CALL =
      Pattern.compile(
          "(?:refuse\\w*|settle|\\.add|Finding|[cC]onflict|forbidden)\\(([^;{}]*?);"
              + "|Read\\.wrong\\((\\s*\"[a-z_]+\"),");

  private static final Pattern CODE = Pattern.compile(",\\s*\"([a-z_]+)\",");
  private static final int MOST_WORDS = 30;
  private static final int MOST_WORDS_OF_A_CELL = 15;

  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.*)$");
  private static final Pattern LINK = Pattern.compile("\\[[^]]*]\\(([^)\\s]*)\\)");
  private static final Pattern CODES = Pattern.compile("`[^`]*`");
  private static final Pattern COMMENT = Pattern.compile("<!--.*?-->");
  private static final Pattern CELLS = Pattern.compile("(?m)^\\|(.*)\\|$");
  private static final Pattern BORDER = Pattern.compile("(?<!\\\\)\\|");
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  /** The end of a sentence, of a paragraph, of a heading or of an item in a list. */
  private static final Pattern END =
      Pattern.compile("(?<=[.!?])[*_)\"]*\\s+|\n\\s*\n|\n\\s*(?:[-*#|]|\\d+\\.)|(?<=\\|)\n");

  /** Words that make a reader decode the text, or a subject without a noun. */
  private static final Pattern HARD =
      Pattern.compile(
          "(?i)\\b(mend(s|ed|ing)?|let(s|ting)? go|anew|of before|under way|nobody knows"
              + "|all of which|whoever)\\b");

  private static final Pattern NO_SUBJECT =
      Pattern.compile("(?:(?:Who|What|Whose)|(?:One|Those) (?:who|that)) .*[^?:]");

  private static final Map<String, ManualPage> PAGES =
      ManualPage.all().stream().collect(Collectors.toMap(ManualPage::name, page -> page));

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
                "no_heading",
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
    assertEquals(codes, names(OpenApi.read("finding-codes.yaml")));
  }

  private static Set<String> names(JsonNode object) {
    Set<String> names = new TreeSet<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  @ParameterizedTest
  @MethodSource("pages")
  void noSentenceHasMoreThanThirtyWords(ManualPage page) {
    List<String> sentences = sentences(page.prose());
    assertEquals(List.of(), longerThan(MOST_WORDS, sentences));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void noCellOfATableHasMoreThanFifteenWords(ManualPage page) {
    assertEquals(List.of(), longerThan(MOST_WORDS_OF_A_CELL, cells(page.prose())));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void noSentenceHasToBeDecoded(ManualPage page) {
    List<String> hard = new ArrayList<>();
    Stream.concat(sentences(page.prose()).stream(), cells(page.prose()).stream())
        .map(text -> CODES.matcher(text).replaceAll("code"))
        .filter(text -> HARD.matcher(text).find())
        .forEach(hard::add);
    sentences(HEADING.matcher(page.prose()).replaceAll("")).stream()
        .filter(text -> NO_SUBJECT.matcher(text).matches())
        .forEach(hard::add);
    assertEquals(List.of(), hard);
  }

  @Test
  void eachPageIsInTheIndexOnce() {
    List<String> listed =
        LINK.matcher(PAGES.get(ManualPage.INDEX).text())
            .results()
            .map((MatchResult link) -> link.group(1))
            .filter(target -> target.endsWith(".md"))
            .toList();
    List<String> missing =
        PAGES.keySet().stream()
            .filter(name -> !name.equals(ManualPage.INDEX) && !listed.contains(name + ".md"))
            .sorted()
            .toList();
    assertEquals(List.of(), missing);
  }

  private static List<String> longerThan(int most, List<String> texts) {
    return texts.stream().filter(text -> BLANKS.split(text).length > most).toList();
  }

  /** The sentences outside tables and blocks, without the addresses of links. */
  private static List<String> sentences(String prose) {
    String plain = CELLS.matcher(COMMENT.matcher(prose).replaceAll("")).replaceAll("\n");
    String readable = plain.replaceAll("]\\([^)]*\\)", "]");
    return END.splitAsStream(readable)
        .map(text -> BLANKS.matcher(text).replaceAll(" ").strip())
        .filter(text -> !text.isEmpty())
        .toList();
  }

  private static List<String> cells(String prose) {
    return CELLS
        .matcher(prose)
        .results()
        .flatMap(row -> BORDER.splitAsStream(row.group(1)))
        .map(cell -> cell.strip().replaceAll("]\\([^)]*\\)", "]"))
        .toList();
  }
}
