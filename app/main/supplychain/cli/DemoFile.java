package supplychain.cli;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names that a shell takes from {@code demo.env}: lines of {@code NAME='value'}. */
record DemoFile(Path path) {
  private static final Pattern LINE = Pattern.compile("([A-Z_]+)='((?:[^']|'\\\\'')*)'");
  private static final String QUOTE_IN_QUOTES = "'\\''";

  static DemoFile in(Path folder) {
    return new DemoFile(folder.resolve("demo.env"));
  }

  /** What it holds; nothing where there is none. Lines that are not its own are left out. */
  Map<String, String> read() throws IOException {
    Map<String, String> values = new LinkedHashMap<>();
    if (Files.exists(path)) {
      for (String text : Files.readAllLines(path)) {
        Matcher line = LINE.matcher(text);
        if (line.matches()) {
          values.put(line.group(1), line.group(2).replace(QUOTE_IN_QUOTES, "'"));
        }
      }
    }
    return values;
  }

  /** Writes it whole or not at all; only its owner can read it, for it holds tokens. */
  void write(Map<String, String> values) throws IOException {
    StringBuilder text = new StringBuilder();
    values.forEach(
        (name, value) ->
            text.append("%s='%s'\n".formatted(name, value.replace("'", QUOTE_IN_QUOTES))));
    Path unfinished = Files.createTempFile(path.getParent(), ".demo", ".env", ownersOnly());
    Files.writeString(unfinished, text);
    Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
  }

  private static FileAttribute<?>[] ownersOnly() {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }
}
