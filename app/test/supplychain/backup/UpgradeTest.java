package supplychain.backup;

import static org.junit.jupiter.api.Assertions.*;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import org.apache.commons.lang3.ArrayUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import supplychain.World;
import supplychain.cli.CommandRun;
import supplychain.cli.ServiceProcess;
import supplychain.database.Database;
import supplychain.postgres.EmbeddedPostgres;
import supplychain.postgres.TemporaryFolder;
import supplychain.proof.Proof;

/** A later release upgrades many records, and the older one goes on from its backup. */
@Tag("proof")
class UpgradeTest {
  private static final int TRANSACTIONS = Proof.count(20_000, 1_000_000);
  private static final Duration PATIENCE = Duration.ofMinutes(30);

  private static final String LATER =
      """
      alter table farmer add nickname text;
      alter table product_transaction add note text not null default 'none';
      alter table product_transaction alter note drop default;
      create table later (id uuid primary key);
      insert into later select id from product_transaction;
      """;

  /** Copies of a purchase of which nothing was sold. */
  private static final String COPIES =
      """
      alter table product_transaction disable trigger user;
      insert into product_transaction
      select (jsonb_populate_record(bought, jsonb_build_object(
                'id', gen_random_uuid(), 'number', 'u' || n))).*
        from product_transaction bought
       cross join generate_series(1, %d) n
       where bought.id = (select id
                            from product_transaction lot
                           where type = 'INCOMING'
                             and remaining = quantity
                             and not exists (select from product_transaction_parent
                                              where child = lot.id)
                           limit 1);
      alter table product_transaction enable trigger user;
      """;

  @TempDir Path temp;

  @Test
  void aLaterReleaseUpgradesAndTheOlderOneGoesBackToItsBackup() throws Exception {
    Path data = temp.resolve("data");
    Path first = ReleasesTest.releases().get(0);
    CommandRun.of("restore", first.toString(), "--data", data.toString()).requireExit(0);
    use(data, database -> add(database, TRANSACTIONS));
    Map<String, String> before = use(data, database -> database.snapshot(Room::content));
    upgrade(data);
    CommandRun.of("verify", "--data", data.toString())
        .requireExit(1, "at version 999", "use a newer jar, of release ");
    Path back = temp.resolve("back");
    CommandRun.of("restore", backup(data).toString(), "--data", back.toString()).requireExit(0);
    assertEquals(before, use(back, database -> database.snapshot(Room::content)));
    CommandRun.of("verify", "--quiet", "--data", back.toString()).requireExit(0);
  }

  @Test
  void noBackupIsTakenIfNobodyWantsOneOrNothingIsUpgraded() throws Exception {
    Path data = temp.resolve("data");
    Path first = ReleasesTest.releases().get(0);
    CommandRun.of("restore", first.toString(), "--data", data.toString()).requireExit(0);
    upgrade(data, "--no-backup");
    upgrade(data);
    assertTrue(TemporaryFolder.names(data).stream().noneMatch(name -> name.endsWith(".zip")));
  }

  private void upgrade(Path data, String... options) throws Exception {
    Path folder = temp.resolve("later");
    Files.writeString(
        Files.createDirectories(folder.resolve("db")).resolve("V999__later.sql"), LATER);
    String[] arguments = ArrayUtils.insert(0, options, "serve", "--port", "0", "--data", "" + data);
    try (ServiceProcess service = ServiceProcess.startLater(folder, arguments)) {
      assertTrue(service.isReadyWithin(PATIENCE), () -> service.err().toString());
    }
  }

  /** The backup that the upgrade took. */
  private static Path backup(Path data) {
    return TemporaryFolder.names(data).stream()
        .filter(name -> name.matches("before-upgrade-of-schema-.*zip"))
        .findFirst()
        .map(data::resolve)
        .orElseThrow();
  }

  private static <T> T use(Path data, Function<Database, T> work) {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.open(data, false);
        Database database = World.open(postgres, 2, Duration.ofSeconds(30))) {
      return work.apply(database);
    }
  }

  private static int add(Database database, int transactions) {
    return database.write(
        World.AUTHOR,
        sql -> {
          Database.liftLimits(sql);
          return sql.execute(COPIES.formatted(transactions));
        });
  }
}
