package supplychain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What this house asks of its own code. */
class HouseRulesTest {
  private static final Path MAIN = Path.of("app/main/supplychain");
  private static final int LONGEST_FILE = 400;

  @Test
  void onlyMainRegistersRoutes() {
    Pattern registering = Pattern.compile("routes\\.(get|head|post|put|patch|delete)\\(");
    assertEquals(List.of("Main.java"), files(text -> registering.matcher(text).find()));
  }

  @Test
  void noNameSaysNothing() {
    Pattern empty = Pattern.compile(".*(Impl|Manager|Helper|Utils?|Dto)\\.java");
    List<String> named =
        paths().map(Path::toString).filter(name -> empty.matcher(name).matches()).toList();
    assertEquals(List.of(), named);
  }

  @Test
  void noFileIsLong() {
    assertEquals(List.of(), files(text -> text.lines().count() > LONGEST_FILE));
  }

  @Test
  void noResourceKnowsHttpBodiesBelowItsHandler() {
    // A Context stays in handlers, in http/ and in resource/: what is below takes values and can
    // be called by commands.
    List<String> known =
        files(text -> text.contains("import io.javalin.http.Context;")).stream()
            .filter(name -> !name.startsWith("http/") && !name.startsWith("resource/"))
            .toList();
    assertEquals(
        List.of(
            "bulk/Bulks.java",
            "changes/Changes.java",
            "changes/ChangesRequest.java",
            "companyproduct/CompanyProducts.java",
            "farmer/Farmers.java",
            "openapi/Descriptions.java",
            "openapi/DocsPages.java",
            "origin/OriginFiles.java",
            "trace/Traces.java",
            "transaction/PaymentTransactions.java",
            "transaction/ProductTransactions.java",
            "transaction/Reversals.java"),
        known);
  }

  @Test
  void nothingPrintsToStandardOutputByItself() {
    assertEquals(
        List.of(),
        files(text -> text.contains("System.out.print") || text.contains("printStackTrace")));
  }

  private static List<String> files(Predicate<String> filter) {
    return paths()
        .filter(path -> filter.test(read(path)))
        .map(path -> MAIN.relativize(path).toString())
        .toList();
  }

  private static Stream<Path> paths() {
    try (Stream<Path> paths = Files.walk(MAIN)) {
      return paths.filter(path -> path.toString().endsWith(".java")).sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
