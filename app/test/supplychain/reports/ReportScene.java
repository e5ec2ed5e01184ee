package supplychain.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.UUID;
import supplychain.Client;
import supplychain.Goods;
import supplychain.OneCompany;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Json;
import supplychain.core.Role;

/** A cooperative with a farmer, a buyer and two products, whose reports a test reads. */
abstract class ReportScene extends OneCompany {
  final Client member = world.client(company, Role.MEMBER);
  final Client admin = world.client(company, Role.ADMIN);
  final Client reporter = world.client(company, Role.REPORTER);
  final UUID exporter = world.company("Exporter");
  final UUID farmer = named(world.farmer(company), "Grace", "F-1");
  final UUID other = named(world.farmer(company), "Moses", "F-2");
  final String code = World.unique(8);
  final UUID cherry = product("Cherry");
  final UUID parchment = product("Parchment");

  static UUID named(UUID farmer, String name, String number) {
    World.write("update farmer set first_name = ?, number = ? where id = ?", name, number, farmer);
    return farmer;
  }

  /** A product, whose name in reports is this one alone. */
  final UUID product(String name) {
    UUID id = world.product(name);
    World.write("update product set name = ? where id = ?", name + code, id);
    return id;
  }

  /** Records goods on a day; the quantity is a JSON value. */
  final String move(
      UUID from, UUID to, UUID product, String kg, String amount, String date, String... parents) {
    String body = Goods.moved(from, to, product, kg, (Object[]) parents);
    ObjectNode dated = (ObjectNode) Json.trusted(body);
    dated.put("amount", amount).put("date", date);
    return member.post(GOODS, dated.toString()).expect(201).id();
  }

  final String buy(UUID from, UUID product, String kg, String amount, String date) {
    return move(from, company, product, kg, amount, date);
  }

  /** Records a payment; {@code more} has its further fields. */
  final String pay(UUID from, UUID to, String amount, String date, String more) {
    String body =
        "{\"source\": \"%s\", \"destination\": \"%s\", \"amount\": %s, \"date\": \"%s\"%s}";
    return member.post(PAYMENTS, body.formatted(from, to, amount, date, more)).expect(201).id();
  }

  /** A field of a payment: what it pays. */
  static String of(String transaction) {
    return ", \"transaction\": \"" + transaction + "\"";
  }

  final void reverse(String list, String id) {
    member.post(list + id + "/reversals/", "{\"reason\": \"mistake\"}").expect(201);
  }

  /** Asserts that the list behind each row adds up to its figures; that of a past stock is none. */
  final void followLinks(String query, JsonNode rows) {
    if (!query.contains("?at=")) {
      String report = query.replaceFirst("/.*", "");
      rows.forEach(row -> new RowLinks(reporter, company).follow(report, row));
    }
  }

  /** The rows of a report, whose links it follows, each on a line without them. */
  final String rows(String query) {
    StringBuilder rows = new StringBuilder();
    JsonNode items = reporter.get("/v1/reports/" + query).expect(200).json().get("items");
    followLinks(query, items);
    for (JsonNode item : items) {
      ObjectNode row = (ObjectNode) item;
      row.properties().removeIf(each -> each.getValue().asText().startsWith("/v1/"));
      rows.append(row).append('\n');
    }
    return plain(rows.toString());
  }

  final Reply table(String query) {
    return reporter.get("/v1/reports/" + query, "Accept", "text/csv").expect(200);
  }

  final String plain(String text) {
    return text.replace(code, "").replace("\"", "'");
  }

  /** Asserts the rows of a report; a quote in them is a single one. */
  final void expectRows(String expected, String query) {
    assertEquals(expected, rows(query));
  }
}
