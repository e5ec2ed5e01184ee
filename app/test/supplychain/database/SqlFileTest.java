package supplychain.database;

import static org.junit.jupiter.api.Assertions.*;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.util.List;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import supplychain.Installation;

/** The statements in {@code .sql} files fit the schema. */
class SqlFileTest {
  private static final Path MAIN = Path.of("app/main");

  static List<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(MAIN)) {
      return all.filter(path -> path.toString().endsWith(".sql"))
          .filter(SqlFileTest::hasNames)
          .map(path -> MAIN.relativize(path).toString())
          .sorted()
          .toList();
    }
  }

  private static boolean hasNames(Path file) {
    return assertDoesNotThrow(() -> Files.readString(file)).contains("-- name: ");
  }

  @ParameterizedTest
  @MethodSource("files")
  void theSchemaHasWhatEachStatementNames(String file) {
    SqlFile statements = SqlFile.at(file, "%s");
    for (String name : statements.names()) {
      assertDoesNotThrow(() -> prepare(statements.text(name)), file + ": " + name);
    }
  }

  /** PostgreSQL looks everything up, and runs nothing. */
  private static void prepare(String text) {
    Installation.shared()
        .database()
        .read(
            (DSLContext sql) ->
                sql.connectionResult(
                    one -> {
                      try (PreparedStatement statement = one.prepareStatement(text)) {
                        return statement.getParameterMetaData().getParameterCount();
                      }
                    }));
  }

  @Test
  void aCallNamesEachParameterAndNoOther() {
    SqlFile history = SqlFile.at("supplychain/history/history.sql", "%s");
    assertThrows(
        IllegalArgumentException.class, () -> history.call("with_parts").set("recrod", null));
    Installation.shared()
        .database()
        .read(
            sql ->
                assertThrows(
                    IllegalArgumentException.class, () -> history.call("with_parts").fetch(sql)));
  }
}
