package supplychain.docs;

import static org.junit.jupiter.api.Assertions.*;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import supplychain.cli.ServiceProcess;
import supplychain.postgres.TemporaryFolder;

/** Every command of the manual works, and prints what the manual shows. */
class ManualTest {
  private static Path shared;
  private static ServiceProcess demo;

  private final Path temp = TemporaryFolder.made("page");

  @BeforeAll
  static void startDemo() throws Exception {
    shared = DemoFolder.withJar();
    demo = DemoFolder.start(shared);
  }

  @AfterAll
  static void stopDemo() {
    demo.close();
  }

  static Stream<ManualPage> pages() {
    return ManualPage.withShell().filter(page -> !page.runsJava());
  }

  static Stream<ManualPage> pagesWithJava() {
    return ManualPage.withShell().filter(ManualPage::runsJava);
  }

  @ParameterizedTest
  @MethodSource("pages")
  void theBlocksOfAPageRunInOneShellAndPrintWhatThePageShows(ManualPage page) throws Exception {
    for (String link : List.of(DemoFolder.JAR, DemoFolder.DATA)) {
      Files.createSymbolicLink(temp.resolve(link), shared.resolve(link));
    }
    assertEquals("", PageRun.of(page, temp).mistakes(), demo.err()::toString);
  }

  /** Each command starts Java, and may change the demo under the other pages. */
  @ParameterizedTest
  @MethodSource("pagesWithJava")
  @Tag("proof")
  void aPageWithCommandsRunsBesideADemoOfItsOwn(ManualPage page) throws Exception {
    Path folder = DemoFolder.in(temp);
    try (ServiceProcess own = DemoFolder.start(folder)) {
      assertEquals("", PageRun.of(page, folder).mistakes(), own.err()::toString);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'120.5', '120.5', true",
    "'120.5', '120.50', false",
    "'id 0193b9a2-7c52-7bbd-a0a9-9d7cf3f5a1c6', 'id 0193b9a2-7c52-7bbd-a0a9-000000000000', true",
    "'at 2026-11-01T08:00:00Z', 'at 2027-02-03T04:05:06.7Z', true",
    "'http://127.0.0.1:8080/v1', 'http://127.0.0.1:41233/v1', true",
    "'--port  8080  default', '--port    8080       default', true",
    "'{\"a\":1,…}', '{\"a\":1,\"b\":2}', true",
    "'{\"a\":1,…}', '{\"a\":2,\"b\":2}', false"
  })
  void idsTimesPortsAndWidthsAreIgnoredAndAnEllipsisIsAnyText(
      String shown, String printed, boolean isSame) {
    assertEquals(isSame, PageRun.matches(shown, printed));
  }

  @Test
  void aBlockThatFailsOrPrintsSomethingElseIsNamedWithBothTexts() throws Exception {
    ManualPage page =
        new ManualPage(
            "page",
            """
            ```sh
            LOT=7
            echo $LOT
            ```
            ```output
            8
            ```
            ```sh
            echo "$LOT" again
            false
            ```
            ```sh
            echo never
            ```
            """);
    PageRun run = PageRun.of(page, temp);
    assertEquals(List.of("7", "7 again"), run.printed());
    assertEquals(
        """

        page.md, sh block 1:
        LOT=7
        echo $LOT
        ---- expected:
        8
        ---- really:
        7

        page.md, sh block 2:
        echo "$LOT" again
        false
        ---- expected:
        to succeed, but the shell ended with 1
        ---- really:
        7 again
        """,
        run.mistakes());
  }
}
