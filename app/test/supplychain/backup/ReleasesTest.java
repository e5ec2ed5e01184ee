package supplychain.backup;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import supplychain.Records;
import supplychain.core.Role;
import supplychain.ingest.Demo;
import supplychain.postgres.TemporaryFolder;

/**
 * The records of each release can be restored and upgraded: a backup of the demo, which the release
 * itself has written. The page "Contributing" of the manual says how to add one.
 */
class ReleasesTest {
  static final Path FOLDER = Path.of("app/test/supplychain/backup/releases");

  static List<Path> releases() {
    return TemporaryFolder.names(FOLDER).stream().map(FOLDER::resolve).toList();
  }

  @ParameterizedTest
  @Tag("proof")
  @MethodSource("releases")
  void theRecordsOfEachReleaseAreUpgraded(Path backup) {
    try (Room restored = new Room();
        Room migrated = new Room()) {
      restored.run("restore", backup.toString()).requireExit(0);
      migrated.database().schema().migrate();
      assertEquals(migrated.shape(), restored.shape());
      assertEquals(List.of(), Records.mistakes(restored.database()));
      String company = new Demo(restored.database()).ids().get("COMPANY");
      restored
          .client(restored.token(company, Role.REPORTER))
          .get(COMPANIES + company + "/")
          .expect(200);
    }
  }
}
