package supplychain.reports;

import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import supplychain.Client;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Json;
import supplychain.core.Role;

/**
 * Companies and farmers that trade by chance over three months: they buy, process, sell, pay,
 * refund and reverse, in several currencies, some of it of unknown quantity. Farmers move.
 */
final class RandomTrade {
  private static final LocalDate FIRST_DAY = LocalDate.parse("2025-09-01");
  private static final int DAYS = 91;
  private static final List<String> METHODS = List.of("NONE", "INVOICE");

  final World world = new World();
  final List<UUID> companies = new ArrayList<>();
  private final Random random;
  private final Map<UUID, Client> members = new HashMap<>();
  private final Client operator = world.client(null, Role.OPERATOR);
  private final List<UUID> products = new ArrayList<>();
  private final Map<UUID, UUID> buyers = new HashMap<>();
  private final Map<UUID, String> names = new HashMap<>();
  private final Map<UUID, UUID> premiums = new HashMap<>();

  /** The goods that a company received, and the payments that it recorded. */
  private final Map<UUID, List<String[]>> received = new HashMap<>();

  private final Map<UUID, List<String>> payments = new HashMap<>();

  RandomTrade(Random random) {
    this.random = random;
    String code = World.unique(8);
    for (int i = 0; i < 3; i++) {
      UUID company = world.company("Company " + i + " " + code);
      companies.add(company);
      members.put(company, world.client(company, Role.MEMBER));
      UUID premium = world.premium(company, "NORMAL", true);
      World.write("update premium set name = ? where id = ?", "Premium " + i, premium);
      premiums.put(company, premium);
      received.put(company, new ArrayList<>());
      payments.put(company, new ArrayList<>());
      products.add(world.product("Product " + i));
    }
    for (UUID company : companies) {
      String body = "{\"company\": \"%s\", \"product_id\": \"%s\", \"premiums\": [\"%s\"]}";
      operator
          .post(COMPANY_PRODUCTS, body.formatted(company, products.get(0), premiums.get(company)))
          .expect(201);
    }
    for (int i = 0; i < 8; i++) {
      UUID buyer = companies.get(i % 2);
      UUID farmer = ReportScene.named(world.farmer(buyer), "Farmer " + i, code + i);
      World.write("update farmer set consent_status = 'GRANTED' where id = ?", farmer);
      buyers.put(farmer, buyer);
      names.put(farmer, "Farmer " + i);
    }
  }

  /** All rows of a report, page by page. */
  static List<JsonNode> rows(Client client, String query) {
    List<JsonNode> rows = new ArrayList<>();
    String next = "/v1/reports/" + query;
    while (next != null) {
      Reply page = client.get(next).expect(200);
      page.json().get("items").forEach(rows::add);
      next = page.next();
    }
    return rows;
  }

  static BigDecimal decimal(JsonNode row, String pointer) {
    JsonNode value = row.at(pointer);
    return value.isNull() ? BigDecimal.ZERO : new BigDecimal(value.asText());
  }

  /** The product for which each company owes farmers its premium. */
  UUID premiumProduct() {
    return products.get(0);
  }

  Client member(UUID company) {
    return members.get(company);
  }

  RandomTrade run(int operations) {
    for (int i = 0; i < operations; i++) {
      UUID company = any(companies);
      int chance = random.nextInt(100);
      if (chance < 35) {
        buy(company);
      } else if (chance < 60) {
        move(company);
      } else if (chance < 85) {
        pay(company);
      } else if (chance < 97) {
        reverse(company);
      } else {
        UUID farmer = any(List.copyOf(buyers.keySet()));
        UUID buyer = any(companies);
        String body =
            "{\"first_name\": \"%s\", \"buyer\": \"%s\"}".formatted(names.get(farmer), buyer);
        operator.patch(FARMERS + farmer + "/", body).expect(200);
        buyers.put(farmer, buyer);
      }
    }
    return this;
  }

  private void buy(UUID company) {
    UUID other = random.nextInt(6) == 0 ? any(companies) : farmer(company);
    if (other != null && !other.equals(company)) {
      record(company, other, company, any(products), List.of());
    }
  }

  /** A farmer of a company; null if it has none. */
  private UUID farmer(UUID company) {
    List<UUID> own =
        buyers.keySet().stream().filter(one -> buyers.get(one).equals(company)).toList();
    return own.isEmpty() ? null : any(own.stream().sorted().toList());
  }

  /** Processes, splits or sells some lots, or sells without lots. */
  private void move(UUID company) {
    UUID destination = random.nextInt(3) == 0 ? any(companies) : company;
    List<String[]> lots = received.get(company);
    List<String> parents = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0 && !lots.isEmpty(); i--) {
      String lot = any(lots)[0];
      if (!parents.contains(lot)) {
        parents.add(lot);
      }
    }
    if (!parents.isEmpty() || !destination.equals(company)) {
      record(company, company, destination, any(products), parents);
    }
  }

  private void record(UUID by, UUID from, UUID to, UUID product, List<String> parents) {
    ObjectNode body = Json.MAPPER.createObjectNode();
    body.put("source", "" + from).put("destination", "" + to).put("product", "" + product);
    body.put("amount", decimal()).put("date", day());
    String kg = random.nextInt(12) == 0 ? "null" : '"' + decimal() + '"';
    body.putRawValue("quantity", new RawValue(kg));
    currency(body);
    parents.forEach(body.withArray("parents")::add);
    Reply reply = members.get(by).post(GOODS, body.toString());
    if (reply.status() == 201) {
      String[] goods = {reply.id(), "" + from, "" + to};
      received.get(to).add(goods);
    } else {
      reply.expectProblem(409, "insufficient-stock");
    }
  }

  /** Pays for goods, a premium or nothing; sometimes back. */
  private void pay(UUID company) {
    ObjectNode body = Json.MAPPER.createObjectNode();
    String other = null;
    if (random.nextInt(3) > 0 && !received.get(company).isEmpty()) {
      String[] goods = any(received.get(company));
      boolean isKnown =
          goods[1].equals("" + company) || company.equals(buyers.get(UUID.fromString(goods[1])));
      if (isKnown && !goods[1].equals(goods[2])) {
        body.put("transaction", goods[0]);
        other = goods[1];
      }
    }
    if (other == null) {
      UUID farmer = farmer(company);
      other = farmer == null || random.nextInt(4) == 0 ? "" + any(companies) : "" + farmer;
    }
    if (other.equals("" + company)) {
      return;
    }
    if (random.nextInt(4) == 0) {
      body.put("premium", "" + premiums.get(company));
    }
    boolean isBack = random.nextInt(4) == 0;
    body.put("source", isBack ? other : "" + company);
    body.put("destination", isBack ? "" + company : other);
    body.put("date", day()).put("method", any(METHODS));
    body.putRawValue("amount", new RawValue(decimal()));
    currency(body);
    payments
        .get(company)
        .add(members.get(company).post(PAYMENTS, body.toString()).expect(201).id());
  }

  private void reverse(UUID company) {
    boolean isGoods = random.nextBoolean();
    List<String> all =
        isGoods
            ? received.get(company).stream().map(goods -> goods[0]).toList()
            : payments.get(company);
    if (!all.isEmpty()) {
      String path = (isGoods ? GOODS : PAYMENTS) + any(all) + "/reversals/";
      Reply reply = members.get(company).post(path, "{\"reason\": \"chance\"}");
      if (reply.status() != 201) {
        reply.expectProblem(409, "conflict");
      }
    }
  }

  private void currency(ObjectNode body) {
    if (random.nextInt(5) == 0) {
      body.put("currency", "USD");
    }
  }

  private String day() {
    LocalDate day = FIRST_DAY.plusDays(random.nextInt(DAYS));
    return "%sT%02d:%02d:00Z".formatted(day, random.nextInt(24), random.nextInt(60));
  }

  private String decimal() {
    return BigDecimal.valueOf(random.nextInt(100_000), random.nextInt(4)).toPlainString();
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
