package supplychain.docs;

import static org.junit.jupiter.api.Assertions.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Reply;

/** The service shows its manual to everybody, as readable pages and as Markdown. */
class ManualPagesTest {
  private static final Pattern ADDRESS = Pattern.compile("(?:src|href)=\"([^\"]*)\"");
  private static final Pattern HEADING = Pattern.compile("<h([1-6]) id=\"([^\"]*)\">");
  private static final double LEAST = 4.5;
  private static final Pattern PALETTE = Pattern.compile(":root \\{([^}]*)}");
  private static final Pattern COLOR = Pattern.compile("--([a-z-]+): #([0-9a-f]{6});");

  private static final List<String> TEXTS_ON_GROUNDS =
      List.of(
          "text ground",
          "soft ground",
          "link ground",
          "text panel",
          "soft panel",
          "link panel",
          "text mark",
          "link mark",
          "on-top top");

  private final Client anybody = Installation.shared().client(null);

  static Stream<ManualPage> pages() {
    return ManualPage.all().stream();
  }

  private static String path(ManualPage page) {
    return page.name().equals(ManualPage.INDEX) ? "/docs/" : "/docs/" + page.name() + "/";
  }

  @ParameterizedTest
  @MethodSource("pages")
  void aPageIsServedAsHtmlAndTheSameAsMarkdown(ManualPage page) {
    Reply html = anybody.get(path(page)).expect(200);
    assertType("text/html", html);
    assertEquals("Accept, Accept-Encoding", html.header("Vary"));
    String markdown = anybody.get(path(page), "Accept", "text/markdown").expect(200).text();
    assertEquals(page.text(), markdown);
    Reply file = anybody.get("/docs/" + page.name() + ".md").expect(200);
    assertType("text/markdown", file);
    assertEquals(page.text(), file.text());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text/html,application/xhtml+xml,*/*;q=0.8 | text/html",
        "text/markdown                             | text/markdown",
        "text/markdown, text/html;q=0.9            | text/markdown",
        "text/html, text/markdown;q=0.9            | text/html",
        "application/json                          | text/html"
      })
  void theClientChoosesBetweenHtmlAndMarkdown(String accepted, String answered) {
    assertType(answered, anybody.get("/docs/errors/", "Accept", accepted).expect(200));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/docs/",
        "/docs/api/",
        "/docs/errors/",
        "/docs/manual.css",
        "/docs/errors.md"
      })
  void aKnownVersionIsNotSentAgain(String path) {
    Reply reply = anybody.get(path).expect(200);
    assertEquals("private, no-cache", reply.header("Cache-Control"));
    Reply known = anybody.get(path, "If-None-Match", reply.header("ETag")).expect(304);
    assertEquals("", known.text());
    assertEquals(reply.header("ETag"), known.header("ETag"));
  }

  @Test
  void theRootIsTheContentsOfTheManual() {
    assertEquals(anybody.get("/docs/").text(), anybody.get("/").text());
  }

  @Test
  void aPageHasTheWholeFrame() {
    String page = anybody.get("/docs/limits/").expect(200).text();
    assertTrue(page.startsWith("<!doctype html>\n<html lang=\"en\">\n"), page);
    assertTrue(page.contains("<title>Limits · Supply-chain service</title>"), page);
    assertTrue(page.contains("<a href=\"/docs/limits/\" aria-current=\"page\">"), page);
    assertTrue(page.contains("rel=\"prev\"") && page.contains("rel=\"next\""), page);
    assertTrue(page.contains("<td>Body with one record</td>\n<td>1 MiB, and 20 s to arrive</td>"));
    assertTrue(page.endsWith("</body>\n</html>\n"), page);
    assertFalse(page.contains("generated:"), page);
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everythingOfAPageIsOfThisServiceAndEachLinkLeadsToAPlaceOfAPage(ManualPage page) {
    Reply reply = anybody.get(path(page)).expect(200);
    assertOwn(reply);
    for (String address : addresses(reply.text())) {
      if (address.matches("https?://.*|/problems/.*|/v1/.*")) {
        continue;
      }
      assertTrue(address.matches("[/#].*"), address);
      String[] parts = address.split("#", 2);
      String target = parts[0].isEmpty() ? path(page) : parts[0];
      String found = anybody.get(target).expect(200).text();
      assertTrue(
          parts.length == 1 || found.contains(" id=\"" + parts[1] + "\""), page + ": " + address);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/docs/api/", "/problems/conflict"})
  void theOtherPagesHaveTheSameFrameAndLoadOnlyFromThisService(String path) {
    Reply reply = anybody.get(path, "Accept", "text/html").expect(200);
    assertOwn(reply);
    assertTrue(reply.text().contains("<a class=\"brand\" href=\"/docs/\">"), reply.text());
    for (String address : addresses(reply.text())) {
      assertTrue(address.matches("[/#].*"), address);
      if (address.startsWith("/")) {
        anybody.get(address.replaceFirst("#.*", "")).expect(200);
      }
    }
  }

  private static void assertOwn(Reply page) {
    assertEquals(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        page.header("Content-Security-Policy"));
    assertEquals("no-referrer", page.header("Referrer-Policy"));
    assertEquals("nosniff", page.header("X-Content-Type-Options"));
    assertFalse(page.text().contains(" style="), page.text());
    assertFalse(page.text().contains("<script>"), page.text());
  }

  private static Set<String> addresses(String page) {
    return ADDRESS
        .matcher(page)
        .results()
        .map(found -> found.group(1))
        .filter(address -> !address.startsWith("data:"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void theHeadingsOfAPageHaveOneTitleNoGapAndAnchorsOfTheirOwn(ManualPage page) {
    String html = anybody.get(path(page)).text();
    String article = html.substring(html.indexOf("<main "), html.indexOf("</main>"));
    Set<String> anchors = new TreeSet<>();
    int[] level = {0};
    HEADING
        .matcher(article)
        .results()
        .forEach(
            heading -> {
              int next = Integer.parseInt(heading.group(1));
              assertTrue(level[0] == 0 ? next == 1 : next > 1 && next <= level[0] + 1, article);
              assertTrue(anchors.add(heading.group(2)), heading.group());
              level[0] = next;
            });
    assertTrue(level[0] > 0, article);
  }

  @Test
  void theSearchKnowsEachSectionOfEachPage() {
    JsonNode sections = anybody.get("/docs/search.json").expect(200).json();
    Set<String> paths = new TreeSet<>();
    sections.forEach(section -> paths.add(section.get("path").asText().replaceFirst("#.*", "")));
    Set<String> expected =
        pages()
            .map(ManualPagesTest::path)
            .filter(path -> !path.equals("/docs/"))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(expected, paths);
    List<String> found = sections.findValuesAsText("path");
    assertTrue(found.contains("/docs/errors/#insufficient-stock"), found::toString);
  }

  @ParameterizedTest
  @ValueSource(strings = {"manual.css", "manual.js", "api.js"})
  void aFileOfThePagesIsServedAsItIs(String name) throws Exception {
    Reply reply = anybody.get("/docs/" + name).expect(200);
    assertEquals(Files.readString(ManualPage.FOLDER.resolve(name)), reply.text());
    assertType(name.endsWith(".css") ? "text/css" : "text/javascript", reply);
  }

  private static void assertType(String mediaType, Reply reply) {
    assertEquals(
        mediaType + ";charset=utf-8",
        reply.header("Content-Type").toLowerCase(Locale.ROOT).replace("; ", ";"));
  }

  @Test
  void eachTextHasEnoughContrastInLightInDarkAndOnPaper() throws IOException {
    String css = Files.readString(ManualPage.FOLDER.resolve("manual.css"));
    List<String> palettes = PALETTE.matcher(css).results().map(found -> found.group(1)).toList();
    assertEquals(3, palettes.size());
    for (String palette : palettes) {
      Map<String, Double> brightness = new HashMap<>();
      // A palette names the colors that differ from the first one.
      Matcher color = COLOR.matcher(palettes.get(0) + palette);
      while (color.find()) {
        brightness.put(color.group(1), luminance(Integer.parseInt(color.group(2), 16)));
      }
      for (String pair : TEXTS_ON_GROUNDS) {
        String[] names = pair.split(" ", 2);
        double contrast = contrast(brightness.get(names[0]), brightness.get(names[1]));
        assertTrue(contrast >= LEAST, pair + ": " + contrast);
      }
    }
  }

  private static double contrast(double one, double two) {
    return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
  }

  private static double luminance(int color) {
    return 0.2126 * linear(color >> 16)
        + 0.7152 * linear(color >> 8 & 0xff)
        + 0.0722 * linear(color & 0xff);
  }

  private static double linear(int part) {
    double share = part / 255.0;
    return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
  }
}
