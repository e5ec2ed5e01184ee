package supplychain.backup;

import static org.junit.jupiter.api.Assertions.*;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import supplychain.Await;
import supplychain.Installation;
import supplychain.cli.ServiceProcess;

/** A killed restore leaves no tables that a service would use, and the next restore works. */
@Tag("proof")
class KilledRestoreTest {

  @TempDir Path folder;

  @Test
  void aKilledRestoreLeavesNoTablesAndTheNextRestoreWorks() throws Exception {
    try (Room room = Room.ofDemo();
        Room restored = new Room()) {
      room.addNoise("many", 300_000);
      Path backup = room.backUp(folder.resolve("backup.zip"));
      try (ServiceProcess restore =
          ServiceProcess.start(restored.settings(), "restore", backup.toString())) {
        Await.until(() -> read(KilledRestoreTest::isCopying));
        restore.kill();
        assertTrue(restore.exitCode() != 0);
      }
      assertEquals(List.of(), restored.tables());
      Await.until(() -> !read(KilledRestoreTest::isLocked));
      restored.run("restore", backup.toString()).requireExit(0);
      assertEquals(room.content(), restored.content());
    }
  }

  private static boolean read(Function<DSLContext, Boolean> question) {
    return Installation.shared().database().read(question);
  }

  private static boolean isCopying(DSLContext sql) {
    return sql.fetchExists(
        DSL.table("pg_stat_activity"),
        DSL.condition("query like 'copy \"load_ref\" % from stdin%'"));
  }

  private static boolean isLocked(DSLContext sql) {
    return sql.fetchExists(
        DSL.table("pg_locks"),
        DSL.condition("locktype = 'advisory' and objid = {0}", DSL.inline(Restoration.LOCK)));
  }
}
