package supplychain.docs;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import supplychain.postgres.TemporaryFolder;

/**
 * A page of the manual.
 *
 * @param name its file without {@code .md}
 */
record ManualPage(String name, String text) {
  static final Path FOLDER = Path.of("app/manual");
  static final String INDEX = "index";

  private static final Path README = Path.of("README.md");

  private static final Pattern FENCE = Pattern.compile("(?ms)^```(\\w+)\n(.*?)^```");

  /**
   * A block between fences.
   *
   * @param language such as {@code sh}
   */
  record Block(String language, String text) {
    boolean isShell() {
      return language.equals("sh");
    }
  }

  /** All pages, with the index. */
  static List<ManualPage> all() {
    return TemporaryFolder.names(FOLDER).stream()
        .filter(name -> name.matches("[a-z-]+\\.md"))
        .map(name -> of(FOLDER.resolve(name)))
        .toList();
  }

  /** All pages, and the README. */
  static Stream<ManualPage> withReadme() {
    return Stream.concat(all().stream(), Stream.of(of(README)));
  }

  /** The pages with commands for a shell. */
  static Stream<ManualPage> withShell() {
    return withReadme().filter(page -> page.blocks().stream().anyMatch(Block::isShell));
  }

  Path file() {
    return name.equals("README") ? README : FOLDER.resolve(name + ".md");
  }

  /** Whether its commands start the jar. */
  boolean runsJava() {
    return blocks().stream().anyMatch(block -> block.isShell() && block.text().contains("java "));
  }

  private static ManualPage of(Path file) {
    String name = file.getFileName().toString().replaceFirst("\\.md$", "");
    return new ManualPage(name, assertDoesNotThrow(() -> Files.readString(file)));
  }

  List<Block> blocks() {
    return FENCE
        .matcher(text)
        .results()
        .map((MatchResult found) -> new Block(found.group(1), found.group(2)))
        .toList();
  }

  /** The text without its blocks, with as many lines. */
  String prose() {
    return FENCE.matcher(text).replaceAll(found -> found.group().replaceAll("[^\n]", ""));
  }

  @Override
  public String toString() {
    return name;
  }
}
