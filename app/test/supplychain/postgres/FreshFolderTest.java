package supplychain.postgres;

import static org.junit.jupiter.api.Assertions.*;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was begun in a new folder goes again; what was there before stays. */
class FreshFolderTest {
  @TempDir Path temp;

  private static void begin(Path folder) throws IOException {
    Files.createDirectories(folder.resolve("data/base"));
    Files.writeString(folder.resolve("data/base/1"), "rows");
    Files.writeString(folder.resolve("service.lock"), "");
  }

  @Test
  void aFolderThatWasNotThereIsRemoved() throws Exception {
    Path folder = temp.resolve("absent");
    try (FreshFolder fresh = FreshFolder.at(folder)) {
      begin(folder);
    }
    assertFalse(Files.exists(folder));
    FreshFolder.at(folder).close();
    assertFalse(Files.exists(folder));
  }

  @Test
  void aFolderThatWasEmptyIsEmptiedButForWhatIsNobodys() throws Exception {
    Path folder = Files.createDirectories(temp.resolve("empty/lost+found")).getParent();
    try (FreshFolder fresh = FreshFolder.at(folder)) {
      begin(folder);
    }
    assertEquals(List.of("lost+found"), DataFolder.names(folder));
  }

  @Test
  void keptFoldersAndEarlierFoldersStay() throws Exception {
    Path folder = temp.resolve("data folder");
    try (FreshFolder fresh = FreshFolder.at(folder)) {
      begin(folder);
      fresh.keep();
    }
    List<String> all = List.of("data", "service.lock");
    assertEquals(all, DataFolder.names(folder));
    FreshFolder.at(folder).close();
    assertEquals(all, DataFolder.names(folder));
  }
}
