package supplychain.database;

import static org.junit.jupiter.api.Assertions.*;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jooq.exception.DataAccessException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.World;
import supplychain.backup.Room;
import supplychain.database.Batch.Fetched;

/** The statements of a batch go to PostgreSQL together, and each gets its own result. */
class BatchTest {
  private static final SqlText INSERT = new SqlText("insert into note values (?)");
  private static final SqlText ALL = new SqlText("select id from note order by id");

  @AutoClose private final Room room = new Room();
  private final Database database = room.database();

  @BeforeEach
  void createTable() {
    database.maintain("create table note (id integer)");
  }

  private void write(boolean isDryRun, Consumer<Batch> writing) {
    database.writeBatch(
        World.AUTHOR,
        isDryRun,
        batch -> {
          writing.accept(batch);
          return batch;
        });
  }

  private void assertOutcomeUnknown(Consumer<Batch> writing) {
    Exception failure = assertThrows(DataAccessException.class, () -> write(false, writing));
    assertTrue(SqlFailure.isOutcomeUnknown(failure));
  }

  private void refuse(Consumer<Batch> writing) {
    assertThrows(IllegalStateException.class, () -> write(false, writing));
    assertEquals(List.of(), notes());
  }

  private List<Integer> notes() {
    return database.read(sql -> ALL.with().list(sql, row -> row.getInt(1)));
  }

  private static Fetched<Integer> addAll(Batch batch) {
    return batch.add(ALL, row -> row.getInt(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"notice", "warning", "info"})
  void aMessageOfAStatementIsNoDoubtAboutTheCommit(String level) {
    write(
        false,
        batch -> {
          batch.add(INSERT, 1);
          batch.add(new SqlText("do $$ begin raise %s 'look'; end $$".formatted(level)));
        });
    assertEquals(List.of(1), notes());
  }

  /** As a server does that has become a standby. */
  @Test
  void aRefusalToWriteBeforeTheCommitIsNoDoubtAboutIt() {
    Exception failure =
        assertThrows(
            DataAccessException.class,
            () ->
                write(
                    false,
                    batch -> {
                      batch.add(new SqlText("set transaction read only"));
                      batch.add(INSERT, 1);
                    }));
    assertEquals(SqlFailure.READ_ONLY, SqlFailure.state(failure));
    assertEquals(List.of(), notes());
  }

  @Test
  void aCommentAtTheEndOfAStatementDoesNotSwallowTheCommit() {
    write(
        false,
        batch -> {
          batch.add(INSERT, 1);
          batch.add(new SqlText("select 1 -- and nothing more"), row -> row.getInt(1));
        });
    assertEquals(List.of(1), notes());
  }

  @Test
  void eachQueryHasItsOwnRowsAfterTheCommit() {
    write(
        false,
        batch -> {
          Fetched<Integer> before = addAll(batch);
          batch.add(INSERT, 1);
          Fetched<Integer> after = addAll(batch);
          batch.commit();
          assertEquals(List.of(), before.list());
          assertEquals(List.of(1), after.list());
        });
    assertEquals(List.of(1), notes());
  }

  @Test
  void aLongBatchRunsInItsOrder() {
    List<Integer> ids = IntStream.range(0, 100).boxed().toList();
    write(
        false,
        batch -> {
          ids.forEach(id -> batch.add(INSERT, id));
          Fetched<Integer> all = addAll(batch);
          batch.run();
          assertEquals(ids, all.list());
        });
    assertEquals(ids, notes());
  }

  @Test
  void aDryRunReadsItsRowsAndRecordsNothing() {
    write(
        true,
        batch -> {
          batch.add(INSERT, 1);
          Fetched<Integer> all = addAll(batch);
          batch.commit();
          assertEquals(List.of(1), all.list());
        });
    assertEquals(List.of(), notes());
  }

  @Test
  void rowsCannotBeReadBeforeTheBatchHasRun() {
    refuse(batch -> addAll(batch).list());
  }

  @Test
  void aQueryIsRefusedWhileStatementsWait() {
    refuse(
        batch -> {
          batch.run();
          batch.add(INSERT, 1);
          ALL.with().list(batch.sql(), row -> row.getInt(1));
        });
    refuse(
        batch -> {
          batch.run();
          batch.add(INSERT, 1);
          batch.sql().fetch("select 1");
        });
  }

  @Test
  void nothingRunsAfterTheCommit() {
    write(
        false,
        batch -> {
          batch.commit();
          assertThrows(IllegalStateException.class, () -> batch.add(INSERT, 1));
          assertThrows(IllegalStateException.class, batch::run);
          assertThrows(IllegalStateException.class, () -> batch.sql().fetch("select 1"));
        });
    assertEquals(List.of(), notes());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"insert into note values (2); insert into note values (3)", "select 1", ""})
  void aTextThatIsNotOneStatementWithoutRowsIsRefused(String text) {
    refuse(
        batch -> {
          batch.add(INSERT, 1);
          batch.add(new SqlText(text));
          batch.run();
        });
  }

  @Test
  void aStatementWithoutRowsIsRefusedAsAQuery() {
    refuse(
        batch -> {
          batch.add(INSERT, row -> row.getInt(1), 1);
          batch.run();
        });
  }

  @Test
  void aFailureOfTheWriteAfterItsCommitLeavesTheOutcomeUnknown() {
    assertOutcomeUnknown(
        batch -> {
          batch.add(INSERT, 1);
          batch.commit();
          batch.add(INSERT, 2);
        });
    assertEquals(List.of(1), notes());
  }

  @Test
  void aFailureToReadRowsAfterTheCommitLeavesTheOutcomeUnknown() {
    assertOutcomeUnknown(
        batch -> {
          batch.add(INSERT, 1);
          batch.add(ALL, row -> row.getInt("no such column"));
          batch.commit();
        });
    assertEquals(List.of(1), notes());
  }
}
