package supplychain.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.World;
import supplychain.backup.Room;

/** A statement that is sent together with the commit does not change what the commit means. */
class PipelineTest {
  @AutoClose private final Room room = new Room();
  private final Database database = room.database();

  @BeforeEach
  void createTable() {
    database.maintain("create table note (id integer)");
  }

  private void write(String last) {
    database.write(
        World.AUTHOR,
        sql -> {
          new RenderedQuery("insert into note values (1)").later(sql);
          new RenderedQuery(last).later(sql);
          return last;
        });
  }

  private long notes() {
    return database.read(sql -> (long) sql.fetchValue("select count(*) from note"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"notice", "warning", "info"})
  void aMessageOfAStatementIsNoDoubtAboutTheCommit(String level) {
    write("do $$ begin raise %s 'look here'; end $$".formatted(level));
    assertEquals(1, notes());
  }

  @Test
  void aCommentAtTheEndOfAStatementDoesNotSwallowTheCommit() {
    write("select 1 -- and nothing more");
    assertEquals(1, notes());
  }
}
