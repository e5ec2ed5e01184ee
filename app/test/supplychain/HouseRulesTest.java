package supplychain;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The rules of this project for its own code. */
@Tag("unit")
class HouseRulesTest {
  private static final Path MAIN = Path.of("app/main/supplychain");
  private static final Path TESTS = Path.of("app/test/supplychain");

  /** The rooms from the ground up. A file imports from its own room and from rooms before it. */
  private static final List<String> ROOMS =
      List.of(
          "core",
          "validation",
          "database",
          "postgres",
          "verify",
          "http",
          "records",
          "records/catalogue",
          "records/card",
          "records/form",
          "records/account",
          "records/farmer",
          "records/company",
          "records/transaction",
          "records/registry",
          "trace",
          "eudr",
          "history",
          "reports",
          "docs",
          "ingest",
          "backup",
          "cli");

  private static final Pattern IMPORT =
      Pattern.compile("import (?:static )?supplychain\\.([a-z.]+)\\.[A-Z]");

  private static final int LONGEST_FILE = 400;

  @Test
  void onlyMainRegistersRoutes() {
    Pattern registering = Pattern.compile("routes\\.(get|head|post|put|patch|delete)\\(");
    assertEquals(List.of("Main.java"), files(text -> registering.matcher(text).find()));
  }

  @Test
  void roomsImportOnlyFromRoomsBelow() {
    List<String> upward = new ArrayList<>();
    paths(MAIN)
        .filter(path -> !path.getParent().equals(MAIN))
        .forEach(
            path -> {
              int room = room(MAIN.relativize(path.getParent()).toString());
              IMPORT
                  .matcher(read(path))
                  .results()
                  .map(found -> found.group(1).replace('.', '/'))
                  .filter(target -> !target.startsWith("schema") && room(target) > room)
                  .forEach(target -> upward.add(path + " imports from " + target));
            });
    assertEquals(List.of(), upward);
  }

  private static int room(String folder) {
    int room = ROOMS.indexOf(folder);
    if (room < 0) {
      throw new AssertionError("add the folder to the rooms: " + folder);
    }
    return room;
  }

  @Test
  void noSimpleNameIsUsedTwice() {
    for (Path root : List.of(MAIN, TESTS)) {
      List<String> names = paths(root).map(path -> path.getFileName().toString()).toList();
      List<String> twice =
          names.stream().filter(name -> Collections.frequency(names, name) > 1).toList();
      assertEquals(List.of(), twice);
    }
  }

  @Test
  void noNameSaysNothing() {
    Pattern empty = Pattern.compile(".*(Impl|Manager|Helper|Utils?|Dto)\\.java");
    List<String> named =
        paths(MAIN).map(Path::toString).filter(name -> empty.matcher(name).matches()).toList();
    assertEquals(List.of(), named);
  }

  @Test
  void noFileIsLong() {
    assertEquals(List.of(), files(text -> text.lines().count() > LONGEST_FILE));
  }

  @Test
  void noResourceKnowsHttpBodiesBelowItsHandler() {
    // A Context stays in handlers, in http/ and in records/: what is below takes values and can
    // be called by commands.
    List<String> known =
        files(text -> text.contains("import io.javalin.http.Context;")).stream()
            .filter(name -> !name.startsWith("http/") && !name.matches("records/[^/]*"))
            .toList();
    assertEquals(
        List.of(
            "docs/Descriptions.java",
            "docs/Manual.java",
            "eudr/OriginFiles.java",
            "history/Changes.java",
            "ingest/Bulks.java",
            "reports/Papers.java",
            "reports/ReportAnswers.java",
            "trace/Traces.java"),
        known);
  }

  @Test
  void nothingPrintsToStandardOutputByItself() {
    assertEquals(
        List.of(),
        files(text -> text.contains("System.out.print") || text.contains("printStackTrace")));
  }

  @Test
  void noUnitTestStartsTheServiceOrADatabase() {
    Pattern starting =
        Pattern.compile("\\b(Installation|World|EmbeddedPostgres|ServiceProcess|CommandRun)\\b");
    List<String> started =
        paths(TESTS)
            .filter(path -> !path.endsWith("HouseRulesTest.java"))
            .filter(path -> read(path).contains("@Tag(\"unit\")"))
            .filter(path -> starting.matcher(read(path)).find())
            .map(Path::toString)
            .toList();
    assertEquals(List.of(), started);
  }

  private static List<String> files(Predicate<String> filter) {
    return paths(MAIN)
        .filter(path -> filter.test(read(path)))
        .map(path -> MAIN.relativize(path).toString())
        .toList();
  }

  private static Stream<Path> paths(Path root) {
    String[] endings = {"java"};
    return FileUtils.listFiles(root.toFile(), endings, true).stream().map(File::toPath).sorted();
  }

  private static String read(Path path) {
    return assertDoesNotThrow(() -> Files.readString(path));
  }
}
