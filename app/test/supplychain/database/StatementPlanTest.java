package supplychain.database;

import static org.junit.jupiter.api.Assertions.*;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.World;
import supplychain.backup.Room;
import supplychain.core.Json;

/**
 * PostgreSQL keeps the plan of a statement while a table grows. So a statement of a write must not
 * read a whole table, though that is the fastest way while the table is small.
 */
class StatementPlanTest {
  /** The tables that grow with each write. */
  private static final Set<String> GROWING =
      Set.of("farmer", "product_transaction", "payment_transaction");

  private static final Pattern PARAMETER = Pattern.compile("\\?");

  @AutoClose private static Room room;

  @BeforeAll
  static void planForSmallTables() {
    room = Room.ofDemo();
    room.write("analyze");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "records/farmer/farmers.sql",
        "records/transaction/transactions.sql",
        "records/references.sql",
        "trace/lineage.sql",
        "verify/farmers.sql",
        "verify/payment-transactions.sql",
        "verify/product-transactions.sql",
      })
  void aStatementFindsRowsByAnIndexAlsoIfItWasPlannedForASmallTable(String file) {
    SqlFile statements = SqlFile.at("supplychain/" + file, "%s");
    List<String> readWhole =
        statements.names().stream()
            .filter(name -> !name.equals("checked"))
            .flatMap(name -> wholeTables(statements.text(name)).map(table -> name + ": " + table))
            .toList();
    assertEquals(List.of(), readWhole);
  }

  /** A nested loop would compare each with each. The rows of one statement can be ten thousand. */
  @Test
  void theHistoryFindsTheFormerRowsOfAnUpdateByAFullJoin() {
    String changed =
        "select substring(prosrc from 'elsif exists \\((.*?)\\)\\s+then') from pg_proc"
            + " where oid = 'keep_farmer'::regproc";
    String plan =
        room.database()
            .write(
                World.AUTHOR,
                sql -> {
                  sql.execute("create temporary table removed (like farmer) on commit drop");
                  sql.execute("create temporary table added (like farmer) on commit drop");
                  return sql.fetch("explain " + sql.fetchValue(changed)).format();
                });
    assertTrue(plan.contains("Full Join"), plan);
  }

  /** The tables of which the statement reads all rows. */
  private static Stream<String> wholeTables(String statement) {
    return Json.trusted(plan(statement)).findParents("Relation Name").stream()
        .filter(node -> node.get("Node Type").asText().endsWith("Scan"))
        .filter(scan -> !scan.has("Index Cond") && !scan.has("Recheck Cond"))
        .map(scan -> scan.get("Relation Name").asText())
        .filter(GROWING::contains);
  }

  private static String plan(String statement) {
    List<String> parts = List.of(PARAMETER.split(statement, -1));
    String numbered =
        IntStream.range(1, parts.size())
            .mapToObj(i -> "$" + i + parts.get(i))
            .reduce(parts.get(0), String::concat);
    List<String> values = Collections.nCopies(parts.size() - 1, "null");
    String execute = "execute planned (%s)".formatted(String.join(", ", values));
    return room.database().read(sql -> sql.connectionResult(one -> plan(one, numbered, execute)));
  }

  private static String plan(Connection connection, String statement, String execute)
      throws SQLException {
    try (Statement each = connection.createStatement()) {
      each.execute("prepare planned as " + statement);
      try (ResultSet plan = each.executeQuery("explain (format json) " + execute)) {
        plan.next();
        return plan.getString(1);
      } finally {
        each.execute("deallocate planned");
      }
    }
  }
}
