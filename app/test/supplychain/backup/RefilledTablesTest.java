package supplychain.backup;

import static org.junit.jupiter.api.Assertions.*;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jooq.exception.DataAccessException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import supplychain.World;
import supplychain.core.Progress;
import supplychain.database.Database;

/** Rows come back as they were, whatever a schema does with rows that are written or removed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("proof")
class RefilledTablesTest {
  private static final List<String> TABLES = List.of("chicken", "diary", "egg", "odd \"n\" e");

  private static final String SCHEMA =
      """
      create table flyway_schema_history (version text, success boolean, installed_rank integer);
      insert into flyway_schema_history values ('1', true, 1);
      create table chicken (id integer primary key, egg integer, mother integer references chicken);
      create table egg (id integer primary key, chicken integer not null references chicken);
      alter table chicken add constraint hatched foreign key (egg) references egg;
      create table "odd ""n"" e" (
        "a b" text, twice bigint generated always as (length("a b") * 2) stored,
        number numeric, real double precision, bytes bytea, day date, json jsonb, list text[]);
      create table diary (
        id bigint generated always as identity primary key, word text, at timestamptz default now());
      create function refuse() returns trigger language plpgsql
        as $$ begin raise exception 'the diary is kept'; end $$;
      create function note() returns trigger language plpgsql
        as $$ begin insert into diary (word) values (tg_op); return null; end $$;
      create trigger kept before update or delete on diary for each row execute function refuse();
      create trigger never_emptied before truncate on diary execute function refuse();
      create trigger noted after insert on chicken for each row execute function note();
      create trigger silent after insert on egg for each row execute function note();
      alter table chicken enable always trigger noted;
      alter table egg disable trigger silent
      """;

  private static final String ROWS =
      """
      insert into chicken values (1, null, null), (2, null, 1);
      insert into egg values (7, 1), (8, 2);
      update chicken set egg = 7 where id = 2;
      insert into "odd ""n"" e" values
        (E'tab\\t new\\n return\\r \\\\N \\\\. end\\b', default, 'NaN', 'Infinity', '\\x00ff', 'infinity',
         '{"a": "\\u00fc"}', '{NULL,"NULL",""}'),
        (null, default, 0.10, 5e-324, '', '4713-01-01 BC', 'null', '{}'),
        (E'\\\\.', default, 12345678901234567890.123450, 0.1, null, null, null, null)
      """;

  @TempDir static Path folder;
  @AutoClose private final Room full = new Room();
  @AutoClose private final Room other = new Room();

  private static void execute(Database database, String statements) {
    database.write(
        World.AUTHOR, sql -> sql.connectionResult(c -> c.createStatement().execute(statements)));
  }

  @Test
  void rowsWithCyclesTriggersIdentitiesAndOddValuesComeBackAsTheyWere() throws Exception {
    execute(full.database(), SCHEMA);
    execute(full.database(), ROWS);
    assertTrue(full.content().get("diary").startsWith("2 "));
    execute(other.database(), SCHEMA);
    execute(other.database(), "insert into chicken values (99, null, null)");
    List<String> shape = other.shape();

    refill(other.database(), backup());

    assertEquals(full.content(), other.content());
    assertEquals(shape, other.shape());
    for (Room room : List.of(full, other)) {
      execute(room.database(), "insert into chicken values (3, 8, 2)");
    }
    assertEquals(lastOfDiary(full.database()), lastOfDiary(other.database()));
    for (String forbidden :
        List.of(
            "truncate diary",
            "delete from diary",
            "delete from egg where id = 8",
            "insert into egg values (9, 99)")) {
      assertThrows(DataAccessException.class, () -> execute(other.database(), forbidden));
    }
  }

  private Path backup() throws IOException {
    Path file = folder.resolve("backup.zip");
    try (OutputStream out = Files.newOutputStream(file)) {
      BackupWriter.write(full.database(), TABLES, out, Progress.NONE);
    }
    return file;
  }

  private static void refill(Database database, Path file) {
    try (BackupFile backup = BackupFile.open(file)) {
      backup.check(Progress.NONE);
      long rows = database.write(World.AUTHOR, sql -> Restoration.fill(sql, backup, Progress.NONE));
      assertEquals(backup.manifest().rows(), rows);
    }
  }

  private static String lastOfDiary(Database database) {
    String last =
        database.read(
            sql -> sql.fetchSingle("select max(id) || ' ' || count(*) from diary").toString());
    assertTrue(last.contains("3 3"), last);
    return last;
  }
}
