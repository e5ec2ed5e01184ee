package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import supplychain.Client;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Json;
import supplychain.core.Role;
import supplychain.core.Tokens;

/** A company with a record of every kind, each under the name that {@link Operation} uses. */
final class EveryRecord {
  private static final String LOT =
      "{'source':'<farmer>','destination':'<company>','product':'<product>','amount':'1',"
          + "'quantity':'1000000000'}";
  private static final String GROWN = LOT.replace("<farmer>", "<grower>");
  private static final String PAYMENT = "{'source':'<company>','destination':'<farmer>'}";

  /** Each plot has its own place: a check of the books compares each with all at its place. */
  private static final AtomicInteger PLACES = new AtomicInteger();

  private final World world;
  private final Map<String, UUID> records = new LinkedHashMap<>();

  /** The client that creates the records. */
  final UUID user;

  final Client admin;

  /** A farmer with a lot; no operation names this farmer, so that the land stays as it is. */
  private final UUID grower;

  /**
   * Records that a write uses up, and how to replace them.
   *
   * @param names the records whose use needs it
   */
  private record Renewal(List<String> names, Runnable replace) {}

  private final List<Renewal> renewals =
      List.of(
          new Renewal(
              List.of("farmer", "card", "plot", "estimate", "entity card"), this::renewFarmer),
          new Renewal(List.of("user", "member", "token"), this::renewUser),
          new Renewal(List.of("entity card"), this::renewEntityCard),
          new Renewal(List.of("spare card"), this::renewSpareCard),
          new Renewal(List.of("lot"), () -> add("lot", record(GOODS, LOT))),
          new Renewal(List.of("grown lot"), () -> add("grown lot", record(GOODS, GROWN))),
          new Renewal(List.of("payment"), () -> add("payment", record(PAYMENTS, PAYMENT))));

  /** A new company in the shared installation that deals in this product. */
  EveryRecord(UUID product) {
    this(new World(), null, product);
  }

  /**
   * A new company in any installation.
   *
   * @param operator records what takes a request; null for an ADMIN of the company
   */
  EveryRecord(World installation, Client operator, UUID product) {
    UUID company = add("company", installation.company("Cooperative"));
    user = installation.member(company);
    world = installation.by(user);
    admin = operator == null ? world.client(user, company, Role.ADMIN) : operator;
    records.put("product", product);
    records.put("spare product", product);
    records.put("currency", world.currency("EUR"));
    UUID form = add("form", world.form(company, "TRANSACTION"));
    add("field", world.field(form, "grade", "TEXT", false, "[]"));
    UUID farmerForm = add("farmer form", world.form(company, "FARMER"));
    add("farmer field", world.field(farmerForm, "grade", "TEXT", false, "[]"));
    UUID premium = add("premium", world.premium(company, "OPTIONS", true));
    add("option", world.option(premium, "Gold", true));
    add("submission", world.submission(company, form));
    grower = world.farmer(company);
    String place = "{'first_name':'Grace','country':'Uganda','latitude':1.0,'longitude':34.2}";
    admin.patch(FARMERS + grower + "/", fill(place)).expect(200);
    renew();
    String products = COMPANY_PRODUCTS;
    add("company product", record(products, "{'company':'<company>','product_id':'<product>'}"));
    add("visibility", record(VISIBILITIES, "{'company':'<company>','name':'gender'}"));
    add("origin file", record(GOODS + records.get("grown lot") + "/origin-files/", "{}"));
  }

  /** Replaces every record that a write can use up. */
  void renew() {
    renewals.forEach(renewal -> renewal.replace().run());
  }

  /** Replaces the records that a write uses up, and no others, since each adds rows. */
  void renewFor(Operation operation) {
    for (Renewal renewal : renewals) {
      if (operation.names(renewal.names())) {
        renewal.replace().run();
      }
    }
  }

  private void renewFarmer() {
    UUID company = records.get("company");
    UUID farmer = add("farmer", world.farmer(company));
    add("same farmer", world.farmer(company));
    add("card", world.card(company, farmer));
    String plots = FARMERS + farmer + "/plots/";
    String place = "{'latitude':1.251234,'longitude':34.3%05d}";
    add("plot", record(plots, place.formatted(PLACES.getAndIncrement() % 100_000)));
    add(
        "estimate",
        record(
            ESTIMATES,
            "{'farmer':'<farmer>','product':'<product>','date_from':'2020-01-01',"
                + "'date_before':'2020-02-01','quantity':'1'}"));
  }

  private void renewUser() {
    UUID company = records.get("company");
    UUID user = add("user", world.member(company));
    add("member", world.membership(company, user));
    add("token", world.tokenId(world.token(user, company, Role.MEMBER)));
  }

  private void renewEntityCard() {
    add("entity card", record(ENTITY_CARDS, "{'card':{'id':'<card>'},'entity':'<farmer>'}"));
  }

  private void renewSpareCard() {
    add("spare card", world.card(records.get("company"), null));
  }

  /** Replaces the card and the product of the next new record: some can serve only one. */
  void renewSpares() {
    renewSpareCard();
    add("spare product", world.product("Tea"));
  }

  private UUID add(String name, UUID id) {
    records.put(name, id);
    return id;
  }

  /** Creates a record; the id of it. */
  UUID record(String path, String body) {
    return UUID.fromString(post(path, body).id());
  }

  Reply post(String path, String body) {
    return admin.post(path, fill(body)).expect(201);
  }

  /** Its records by name, those of the catalogue too. */
  Map<String, UUID> records() {
    return records;
  }

  /**
   * The text with the id of a record for each {@code <name>}, a new word for {@code <unique>}, and
   * quotes as JSON has them.
   */
  String fill(String template) {
    String text = template.replace('\'', '"').replace("<grower>", String.valueOf(grower));
    text = text.replace("<unique>", World.unique(10));
    for (Map.Entry<String, UUID> one : records.entrySet()) {
      text = text.replace("<" + one.getKey() + ">", one.getValue().toString());
    }
    return text;
  }

  /** The same as the JSON that it is. */
  JsonNode tree(String template) {
    return parsed(fill(template));
  }

  /** A JSON text; single quotes stand for double ones. */
  static JsonNode parsed(String text) {
    String json = text.replace('\'', '"');
    return assertDoesNotThrow(() -> Json.MAPPER.readTree(json), json);
  }

  /** A new token; an OPERATOR's is of no company. */
  String token(Role role) {
    return world.token(role == Role.OPERATOR ? null : records.get("company"), role);
  }

  String revokedToken() {
    return ended("revoked_on");
  }

  String expiredToken() {
    return ended("expires_on");
  }

  private String ended(String column) {
    String token = token(Role.ADMIN);
    String past = "update token set " + column + " = now() - interval '1 minute' where hash = ?";
    World.write(past, Tokens.hash(token));
    return token;
  }
}
