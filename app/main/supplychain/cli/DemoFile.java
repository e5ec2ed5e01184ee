package supplychain.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import supplychain.core.UnfinishedFile;

/** The file {@code demo.env}, which a shell reads: lines of {@code NAME='value'}. */
record DemoFile(Path path) {
  private static final Pattern LINE = Pattern.compile("([A-Z_]+)='([^']*)'");

  static DemoFile in(Path folder) {
    return new DemoFile(folder.resolve("demo.env"));
  }

  /** The values in the file; empty if there is no file. Ignores other lines. */
  Map<String, String> read() throws IOException {
    Map<String, String> values = new LinkedHashMap<>();
    if (Files.exists(path)) {
      for (String text : Files.readAllLines(path)) {
        Matcher line = LINE.matcher(text);
        if (line.matches()) {
          values.put(line.group(1), line.group(2));
        }
      }
    }
    return values;
  }

  /** Writes the complete file or nothing. Only its owner can read it, because it has tokens. */
  void write(Map<String, String> values) throws IOException {
    StringBuilder text = new StringBuilder();
    values.forEach((name, value) -> text.append("%s='%s'\n".formatted(name, value)));
    UnfinishedFile.write(path, text.toString());
  }
}
