package supplychain.reports;

import static org.junit.jupiter.api.Assertions.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jooq.Record;
import org.jooq.impl.DSL;
import supplychain.Client;
import supplychain.Installation;
import supplychain.World;
import supplychain.database.Database;

/** The records of a company, and plain sums of them. */
abstract class TradeRecords {
  UUID company;
  Client member;
  List<Record> goods;
  List<Record> payments;
  List<Record> draws;

  /** Reads what a company can sum: the records that are not reversed. */
  final void read(Client ofMember, UUID ofCompany) {
    member = ofMember;
    company = ofCompany;
    goods = read("product_transaction");
    payments = read("payment_transaction");
    draws =
        World.read(
            sql ->
                sql.fetch(
                    "select child, parent, drawn, product.name, child.date, child.reversed_on"
                        + " from product_transaction_parent"
                        + " join product_transaction child on child.id = child"
                        + " join product_transaction lot on lot.id = parent"
                        + " join product on product.id = lot.product where lot.destination = ?",
                    company));
  }

  /** The records to which the company is a party, without those that are reversed. */
  private List<Record> read(String table) {
    String sql =
        """
        select t.*, currency.code, party.name as party_name, product_name.name as product_name,
               (select name from premium where id::text = to_jsonb(t) ->> 'premium') as premium_name
          from (select t.*, case when source = {0} then destination else source end as party from %1$s t) t
          left join currency on currency.id = t.currency
          left join (select id, name from company
                     union all select id, farmer_name(first_name, last_name) from farmer) party on party.id = t.party
          left join product product_name on product_name.id::text = to_jsonb(t) ->> 'product'
         where {0} in (source, destination)
           and not exists (select from reversal where reversal.%1$s = t.id)
         order by t.id"""
            .formatted(table);
    return Installation.shared()
        .database()
        .readConsistent(
            dsl -> {
              Database.allowWholeTables(dsl);
              return dsl.fetch(sql, DSL.val(company));
            });
  }

  static String month(Record row) {
    return day(row).substring(0, 7);
  }

  static String day(Record row) {
    return row.get("date", OffsetDateTime.class)
        .atZoneSameInstant(ZoneId.systemDefault())
        .toLocalDate()
        .toString();
  }

  final boolean isReceived(Record row) {
    return is(row, "destination", company) && !is(row, "source", company);
  }

  static boolean is(Record row, String column, UUID id) {
    return id.equals(row.get(column, UUID.class));
  }

  static String code(Record row) {
    return row.get("code", String.class);
  }

  static BigDecimal sum(Record row, String column) {
    return sum(List.of(row), column);
  }

  static BigDecimal sum(List<Record> rows, String column) {
    return rows.stream()
        .map(row -> row.get(column, BigDecimal.class))
        .filter(value -> value != null)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  final BigDecimal signed(List<Record> rows) {
    return sum(rows.stream().filter(row -> is(row, "source", company)).toList(), "amount")
        .subtract(sum(rows.stream().filter(row -> !is(row, "source", company)).toList(), "amount"));
  }

  static <T> Map<T, List<Record>> groups(Stream<Record> rows, Function<Record, T> key) {
    return rows.collect(Collectors.groupingBy(key, TreeMap::new, Collectors.toList()));
  }

  static String line(Object... values) {
    return Arrays.stream(values).map(TradeRecords::plain).collect(Collectors.joining("|"));
  }

  static String plain(Object value) {
    String text = String.valueOf(value);
    return text.matches("-?[0-9]+(\\.[0-9]+)?")
        ? new BigDecimal(text).stripTrailingZeros().toPlainString()
        : text;
  }

  final List<JsonNode> items(String query) {
    return RandomTrade.rows(member, query);
  }

  /** The values at these pointers of each row, in order. */
  final List<String> rows(String query, String... pointers) {
    return items(query).stream()
        .map(row -> line(Arrays.stream(pointers).map(at -> row.at(at).asText()).toArray()))
        .sorted()
        .toList();
  }

  static List<String> sorted(Stream<String> lines) {
    return lines.sorted().toList();
  }

  static BigDecimal decimal(JsonNode row, String pointer) {
    return RandomTrade.decimal(row, pointer);
  }
}
