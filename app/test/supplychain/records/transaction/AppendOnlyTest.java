package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.schema.Tables.*;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jooq.Field;
import org.jooq.Table;
import org.jooq.TableField;
import org.jooq.exception.DataAccessException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Goods;
import supplychain.Installation;
import supplychain.Kept;
import supplychain.World;
import supplychain.database.SqlFailure;
import supplychain.records.transaction.Trade.Kind;
import supplychain.schema.Public;

/** The database itself refuses to change what was recorded, whoever asks. */
class AppendOnlyTest {
  private static final String REFUSED = "SC001";

  private final Trade trade = new Trade();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "update history set request = 'nobody'",
        "delete from history",
        "truncate history",
        "update history_archive set changes = 1",
        "delete from history_archive",
        "truncate history_archive",
        "update product_transaction_parent set drawn = 0",
        "delete from product_transaction_parent",
        "truncate product_transaction_parent",
        "update payment_transaction_submission set position = 0",
        "delete from payment_transaction_submission",
        "truncate payment_transaction_submission",
        "update origin_file_content set content = ''",
        "delete from origin_file_content",
        "truncate origin_file_content",
        "update origin_file set plots = 7",
        "delete from origin_file",
        "update reversal set reason = 'x'",
        "delete from reversal",
        "delete from product_transaction",
        "delete from payment_transaction",
        "update token set hash = sha256(hash)"
      })
  void appendOnlyTablesRefuseChanges(String statement) {
    assertRefused(statement);
  }

  static Stream<Field<?>> columnsThatStay() {
    Set<String> mayChange =
        Set.of("remaining", "last_draw", "updater", "updated_on", "reversed_on");
    return Stream.of(PRODUCT_TRANSACTION, PAYMENT_TRANSACTION)
        .flatMap(table -> Stream.<Field<?>>of(table.fields()))
        .filter(column -> !mayChange.contains(column.getName()));
  }

  @ParameterizedTest
  @MethodSource("columnsThatStay")
  void noColumnOfATransactionOrPaymentChanges(Field<?> column) {
    String table = ((TableField<?, ?>) column).getTable().getName();
    assertRefused("update %1$s set %2$s = %2$s".formatted(table, column.getName()));
  }

  @Test
  void theRemainingQuantityOfALotMayChange() {
    UUID lot = UUID.fromString(trade.record(Kind.GOODS, trade.goods()).id());
    String set =
        "update product_transaction set remaining = %s, updater = updater, updated_on = now() where"
            + " id = ?";
    assertEquals(1, run(set.formatted("1"), lot));
    assertEquals(1, run(set.formatted("quantity"), lot));
    UUID payment = UUID.fromString(trade.record(Kind.PAYMENT, trade.payment()).id());
    assertEquals(
        1,
        run(
            "update payment_transaction set updater = updater, updated_on = now() where id = ?",
            payment));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "update submission set product = null where product_transaction = ?",
        "update submission set product_transaction = null where product_transaction = ?",
        "delete from submission where product_transaction = ?",
        "update submission_value set value = 'x' where submission in"
            + " (select id from submission where product_transaction = ?)",
        "delete from submission_value where submission in"
            + " (select id from submission where product_transaction = ?)"
      })
  void theFormOfATransactionStays(String statement) {
    UUID form = trade.world.form(trade.coop, "TRANSACTION");
    UUID field = trade.world.field(form, "note", "TEXT", false, "[]");
    String filled = "[{\"form\": \"%s\", \"values\": [{\"field\": \"%s\", \"value\": \"ripe\"}]}]";
    ObjectNode body = Trade.with(trade.goods(), "submissions", filled.formatted(form, field));
    assertRefused(statement, UUID.fromString(trade.record(Kind.GOODS, body).id()));
  }

  static List<String> tablesWithHistory() {
    return World.read(
        sql ->
            sql.fetch(
                    "select tgrelid::regclass::text from pg_trigger join pg_class c on c.oid ="
                        + " tgrelid where tgname = 'history' and relnamespace ="
                        + " 'public'::regnamespace")
                .map(row -> row.get(0, String.class)));
  }

  @ParameterizedTest
  @MethodSource("tablesWithHistory")
  void noTableWithAHistoryIsTruncated(String table) {
    assertRefused("truncate " + table + " cascade");
  }

  @ParameterizedTest
  @MethodSource("tablesWithHistory")
  void noRowWithAHistoryGetsAnotherIdAndNoLinkChanges(String name) {
    Table<?> table = Public.PUBLIC.getTable(name);
    Field<?> column = table.field("id") == null ? table.field(0) : table.field("id");
    assertRefused("update %1$s set %2$s = %2$s".formatted(name, column.getName()));
  }

  @Test
  void everyTableHasAHistoryOrSaysWhyNot() {
    List<String> kept = tablesWithHistory();
    List<String> silent =
        Public.PUBLIC
            .tableStream()
            .filter(table -> !kept.contains(table.getName()))
            .filter(table -> !table.getComment().toLowerCase(Locale.ROOT).contains("no history"))
            .map(Table::getName)
            .toList();
    assertEquals(
        List.of(),
        silent,
        "Call keep_history_of for each table in its migration, or say 'No history' and why in the"
            + " comment of the table.");
  }

  private static void assertRefused(String statement, Object... values) {
    DataAccessException refusal =
        assertThrows(DataAccessException.class, () -> run(statement, values));
    assertEquals(REFUSED, SqlFailure.state(refusal), refusal.getMessage());
  }

  private static int run(String statement, Object... values) {
    return World.write(sql -> sql.execute(statement, values));
  }

  @Test
  void aDrawIsKeptAtTheLotThatItWasDrawnFrom() {
    String lot = trade.record(Kind.GOODS, trade.goods()).id();
    String sale = Goods.moved(trade.coop, trade.exporter, trade.cherry, "20.50", lot);
    String request = World.unique(20);
    trade.member.post(GOODS, sale, "X-Request-Id", request).expect(201);
    // A record that nobody changed is its own first state.
    assertEquals(
        List.of(
            "INSERT product_transaction null -> null",
            "UPDATE product_transaction {\"remaining\": 100} -> {\"remaining\": 79.50}"),
        Kept.ofRequest(request));
  }

  @Test
  void otherDigitsOfTheSameNumberAreAChange() {
    UUID lot = UUID.fromString(trade.record(Kind.GOODS, trade.goods()).id());
    for (String digits : List.of("100.0", "100.00")) {
      run("update product_transaction set remaining = ?::numeric where id = ?", digits, lot);
    }
    assertEquals(
        List.of(
            "UPDATE product_transaction {\"remaining\": 100} -> {\"remaining\": 100.0}",
            "UPDATE product_transaction {\"remaining\": 100.0} -> {\"remaining\": 100.00}"),
        Kept.updatesOf(lot));
  }

  @Test
  void changesPastTheServiceAreKeptWithProgramAndUser() {
    UUID lot = UUID.fromString(trade.record(Kind.GOODS, trade.goods()).id());
    World.read(
        sql -> sql.execute("update product_transaction set remaining = 100.0 where id = ?", lot));
    String author =
        "select concat_ws(', ', app_user, request) from history where record = ? and operation ="
            + " 'UPDATE'";
    assertEquals(
        List.of("test as " + Installation.shared().postgres().user()),
        World.read(sql -> sql.fetch(author, lot).getValues(0)));
  }
}
