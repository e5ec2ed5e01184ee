package supplychain.docs;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.io.function.Uncheck;
import supplychain.docs.ManualPage.Block;
import supplychain.postgres.TemporaryFolder;

/**
 * The {@code sh} blocks of a page, run from top to bottom in one shell.
 *
 * @param printed what each block printed; a block after the one that failed is not in it
 * @param exitCode the exit code of the shell
 */
record PageRun(ManualPage page, List<String> printed, int exitCode) {
  private static final String MARK = "@@block@@\n";
  private static final String ANYTHING = "…";
  private static final Pattern ID =
      Pattern.compile("\\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\\b");
  private static final Pattern TIME =
      Pattern.compile(
          "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:?\\d\\d)?");

  /** Between columns, whose width depends on the path of the folder. */
  private static final Pattern BLANKS = Pattern.compile("(?<=\\S) {2,}");

  /** The folder of a command {@code java} without what pays in long runs only. */
  private static final Path QUICK_JAVA = quickJava();

  private static final Pattern PORT = Pattern.compile("127\\.0\\.0\\.1:\\d+");

  /** Runs the blocks in this folder. */
  static PageRun of(ManualPage page, Path folder) throws IOException, InterruptedException {
    String script =
        page.blocks().stream()
            .filter(Block::isShell)
            .map(block -> "printf '%s\\n' " + MARK + block.text() + "\nprintf '\\n'\n")
            .collect(Collectors.joining("", "exec 2>&1\n", ""));
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-e", "-c", script)
            .directory(folder.toFile())
            .redirectErrorStream(true);
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().merge("PATH", QUICK_JAVA.toString(), (all, own) -> own + ":" + all);
    Process shell = builder.start();
    shell.getOutputStream().close();
    String all = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    List<String> printed = Arrays.stream(all.split(MARK, -1)).skip(1).map(String::strip).toList();
    return new PageRun(page, printed, shell.waitFor());
  }

  private static Path quickJava() {
    Path folder = TemporaryFolder.made("java");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String script =
        "#!/bin/sh\nexec \"%s\" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC \"$@\"\n".formatted(java);
    Path command = Uncheck.get(() -> Files.writeString(folder.resolve("java"), script));
    assertTrue(command.toFile().setExecutable(true));
    return folder;
  }

  /** The blocks that printed something else than the page shows, and the block that failed. */
  String mistakes() {
    List<Block> blocks = page.blocks();
    int[] shell = IntStream.range(0, blocks.size()).filter(i -> blocks.get(i).isShell()).toArray();
    StringBuilder mistakes = new StringBuilder();
    for (int n = 0; n < shell.length; n++) {
      Block block = blocks.get(shell[n]);
      String real = n < printed.size() ? printed.get(n) : "(the block did not run)";
      if (exitCode != 0 && n == printed.size() - 1) {
        String failed = "to succeed, but the shell ended with " + exitCode + "\n";
        mistakes.append(mistake(n + 1, block, failed, real));
      } else if (isFollowedByOutput(blocks, shell[n])
          && !matches(blocks.get(shell[n] + 1).text(), real)) {
        mistakes.append(mistake(n + 1, block, blocks.get(shell[n] + 1).text(), real));
      }
    }
    return mistakes.toString();
  }

  private static boolean isFollowedByOutput(List<Block> blocks, int block) {
    return block + 1 < blocks.size() && blocks.get(block + 1).language().equals("output");
  }

  private String mistake(int number, Block block, String expected, String real) {
    return "%n%s.md, sh block %d:%n%s---- expected:%n%s---- really:%n%s%n"
        .formatted(page.name(), number, block.text(), expected, real);
  }

  /** Whether the text is the expected one, in which an ellipsis stands for any text. */
  static boolean matches(String expected, String real) {
    String pattern =
        Arrays.stream(normal(expected).split(ANYTHING, -1))
            .map(Pattern::quote)
            .collect(Collectors.joining(".*"));
    return Pattern.compile(pattern, Pattern.DOTALL).matcher(normal(real)).matches();
  }

  /** The text without what differs from run to run. */
  private static String normal(String text) {
    String same = PORT.matcher(text).replaceAll("127.0.0.1:8080");
    same = TIME.matcher(ID.matcher(same).replaceAll("<id>")).replaceAll("<time>");
    same = BLANKS.matcher(same).replaceAll("  ");
    return same.strip().lines().map(String::stripTrailing).collect(Collectors.joining("\n"));
  }
}
