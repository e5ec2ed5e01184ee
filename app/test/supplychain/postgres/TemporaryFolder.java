package supplychain.postgres;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;

/** A folder of the tests, which does not outlive them: those of many runs would fill the disk. */
public final class TemporaryFolder {
  private TemporaryFolder() {}

  /** Makes one. It is removed with the process, which by then has ended what uses it. */
  public static Path made(String name) {
    Path folder = make(name);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
    return folder;
  }

  /** Makes one that its user deletes. */
  public static Path make(String name) {
    return assertDoesNotThrow(() -> Files.createTempDirectory(name));
  }

  /** The names of the files and folders in a folder, in their order. */
  public static List<String> names(Path folder) {
    return Stream.of(folder.toFile().list()).sorted().toList();
  }

  /** Deletes it with all that is in it. */
  public static void delete(Path folder) {
    assertDoesNotThrow(() -> PathUtils.delete(folder));
  }
}
