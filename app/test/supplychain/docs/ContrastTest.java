package supplychain.docs;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The texts of the manual's pages can be read on their grounds (WCAG 2.2, 1.4.3). */
class ContrastTest {
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
