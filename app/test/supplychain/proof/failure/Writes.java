package supplychain.proof.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import supplychain.Client;
import supplychain.Reply;
import supplychain.World;

/**
 * Every write that the service takes, with as many parts as it can have. A route that is added to
 * the service is added to {@link #all()}.
 */
final class Writes {
  private static final String FARMERS = "/v1/supply-chains/farmers/";
  private static final String GOODS = "POST /v1/transactions/product-transactions/";
  private static final String PAYMENTS = "POST /v1/transactions/payment-transactions/";
  private static final String CARDS = "/v1/catalogs/connect-cards/";
  private static final String HELD = "/v1/supply-chains/entity-cards/";
  private static final String PRODUCTS = "/v1/catalogs/products/";
  private static final String PREMIUMS = "/v1/catalogs/premiums/";
  private static final String HANDLED = "POST /v1/supply-chains/company-products/";

  private final World world;
  private final Client client;
  private final UUID coop;
  private final UUID exporter;
  private final UUID farmer;
  private final UUID product;
  private final UUID premium;

  /** Writes of a new cooperative in this world, of which {@code client} is an operator. */
  Writes(World world, Client client) {
    this.world = world;
    this.client = client;
    coop = world.company("Cooperative");
    exporter = world.company("Exporter");
    farmer = world.farmer(coop);
    product = world.product("Cherry");
    premium = world.premium(coop, "NORMAL", true);
  }

  /** Each of them. */
  List<Write> all() {
    return Stream.concat(
            new MasterWrites(world, client).all(),
            Stream.of(
                farmer(),
                newFarmer(),
                card(),
                changedCard(),
                givenCard(),
                endedCard(),
                product(),
                changedProduct(),
                premium(),
                changedPremium(),
                changedHandled(),
                purchase(),
                sale(),
                payment(),
                handled(),
                handledAgain(),
                reversedSale(),
                reversedPayment(),
                keptOrigins()))
        .flatMap(
            write ->
                write.route().startsWith("POST ")
                    ? Stream.of(write, write.keyed())
                    : Stream.of(write))
        .toList();
  }

  private Write farmer() {
    UUID form = world.form(coop, "FARMER");
    UUID field = world.field(form, "variety", "TEXT", false, "[]");
    String route = "PATCH " + FARMERS + "{hashid}/";
    return new Write(
        "a farmer with a card and a form",
        route,
        true,
        () -> {
          String body =
              """
              {"first_name": "Grace", "phone": "+256 772 000111", "consent_status": "GRANTED",
               "submission": {"form": "%s", "values": [{"field": "%s", "value": "SL14"}]},
               "entity_card": {"card": {"card_id": "%s"}}}
              """
                  .formatted(form, field, World.unique(12));
          return Write.request(route, FARMERS + world.farmer(coop) + "/", body, null);
        });
  }

  private Write newFarmer() {
    UUID form = world.form(coop, "FARMER");
    UUID field = world.field(form, "variety", "TEXT", false, "[]");
    return Write.of(
        "a new farmer with a card and a form",
        "POST " + FARMERS,
        false,
        () ->
            """
            {"first_name": "Grace", "buyer": "%s", "entity_card": {"card": {"card_id": "%s"}},
             "submission": {"form": "%s", "values": [{"field": "%s", "value": "SL14"}]}}
            """
                .formatted(coop, World.unique(12), form, field));
  }

  private Write card() {
    return Write.of(
        "a card",
        "POST " + CARDS,
        true,
        () ->
            """
            {"company": "%s", "card_id": "%s", "display_id": "7"}
            """
                .formatted(coop, World.unique(12)));
  }

  private Write changedCard() {
    return change(
        "a card that changes",
        CARDS,
        () -> world.card(coop, null),
        () -> "{\"card_id\": \"%s\", \"display_id\": \"8\"}".formatted(World.unique(12)));
  }

  private Write givenCard() {
    return Write.of(
        "a card given to who holds another, and made for it",
        "POST " + HELD,
        true,
        () -> {
          UUID holder = world.farmer(coop);
          world.card(coop, holder);
          return "{\"card\": {\"card_id\": \"%s\"}, \"entity\": \"%s\"}"
              .formatted(World.unique(12), holder);
        });
  }

  private Write endedCard() {
    return change(
        "a card that is held no longer",
        HELD,
        () -> {
          String body =
              "{\"card\": {\"card_id\": \"%s\"}, \"entity\": \"%s\"}"
                  .formatted(World.unique(12), world.farmer(coop));
          return made(HELD, body);
        },
        () -> "{\"is_active\": false}");
  }

  private Write product() {
    return Write.of(
        "a product of the catalogue",
        "POST " + PRODUCTS,
        true,
        () -> "{\"name\": \"Tea %s\"}".formatted(World.unique(12)));
  }

  private Write changedProduct() {
    return change(
        "a product that changes",
        PRODUCTS,
        () -> world.product("Tea"),
        () -> "{\"name\": \"Tea %s\", \"is_active\": false}".formatted(World.unique(12)));
  }

  private Write premium() {
    return Write.of(
        "a premium with options and ranges",
        "POST " + PREMIUMS,
        false,
        () ->
            """
            {"owner": "%s", "name": "Organic", "options": [{"name": "Gold", "amount": 1}],
             "ranges": [{"min_quantity": 0, "max_quantity": 5}, {"min_quantity": 5}]}
            """
                .formatted(coop));
  }

  private Write changedPremium() {
    return change(
        "a premium of which an option changes and a range comes",
        PREMIUMS,
        () -> {
          UUID id = world.premium(coop, "OPTIONS", true);
          world.option(id, "Gold", true);
          return id;
        },
        () ->
            """
            {"name": "Fair", "options": [{"name": "Gold", "amount": 7}],
             "ranges": [{"min_quantity": "2"}]}
            """);
  }

  private Write changedHandled() {
    return change(
        "a product that a company handles otherwise",
        HANDLED.substring(HANDLED.indexOf('/')),
        () ->
            made(
                HANDLED.substring(HANDLED.indexOf('/')),
                "{\"company\": \"%s\", \"product_id\": \"%s\"}"
                    .formatted(coop, world.product("Wax"))),
        () -> "{\"is_active\": false, \"premiums\": [\"%s\"]}".formatted(premium));
  }

  /** A PATCH of a new record each time; the same again leaves it as it is. */
  private static Write change(
      String name, String path, Supplier<UUID> record, Supplier<String> body) {
    String route = "PATCH " + path + "{hashid}/";
    return new Write(
        name, route, true, () -> Write.request(route, path + record.get() + "/", body.get(), null));
  }

  private UUID made(String path, String body) {
    Reply made = client.post(path, body);
    assertEquals(201, made.status(), made.text());
    return UUID.fromString(made.id());
  }

  private Write purchase() {
    return Write.of("a purchase", GOODS, false, () -> goods(farmer, coop, "1"));
  }

  private String goods(UUID source, UUID destination, String quantity) {
    return """
    {"source": "%s", "destination": "%s", "product": "%s", "amount": "10", "quantity": "%s"}
    """
        .formatted(source, destination, product, quantity);
  }

  private Write sale() {
    UUID form = world.form(coop, "TRANSACTION");
    UUID field = world.field(form, "grade", "TEXT", true, "[]");
    UUID[] lots = {lot(), lot()};
    return Write.of(
        "a sale from two lots, with payments and a form",
        GOODS,
        false,
        () ->
            """
            {"source": "%s", "destination": "%s", "product": "%s", "amount": "60", "quantity": "1",
             "parents": ["%s", "%s"], "currency": "UGX",
             "submissions": [{"form": "%s", "values": [{"field": "%s", "value": "ripe"}]}],
             "transaction_payments": [{"amount": 50}, {"amount": 10, "premium": "%s"}]}
            """
                .formatted(coop, exporter, product, lots[0], lots[1], form, field, premium));
  }

  /** A lot that lasts for all that is ever sold from it here. */
  private UUID lot() {
    Reply lot = client.post(GOODS.substring(GOODS.indexOf('/')), goods(farmer, coop, "1000000"));
    assertEquals(201, lot.status(), lot.text());
    return UUID.fromString(lot.id());
  }

  private Write reversedSale() {
    UUID lot = lot();
    String sale =
        """
        {"source": "%s", "destination": "%s", "product": "%s", "amount": "1", "quantity": "1",
         "parents": ["%s"]}
        """
            .formatted(coop, exporter, product, lot);
    return reversal("a reversal of a sale", GOODS, () -> sale);
  }

  private Write reversedPayment() {
    String payment = "{\"source\": \"%s\", \"destination\": \"%s\"}".formatted(coop, farmer);
    return reversal("a reversal of a payment", PAYMENTS, () -> payment);
  }

  /** Each reverses a record of its own. */
  private Write reversal(String name, String reversed, Supplier<String> body) {
    String route = reversed + "{hashid}/reversals/";
    String path = reversed.substring(reversed.indexOf('/'));
    return new Write(
        name,
        route,
        false,
        () -> {
          Reply made = client.post(path, body.get());
          assertEquals(201, made.status(), made.text());
          return Write.request(
              route, path + made.id() + "/reversals/", "{\"reason\": \"a mistake\"}", null);
        });
  }

  /** Each of a lot of its own, whose farmer has no place. */
  private Write keptOrigins() {
    String route = GOODS + "{hashid}/origin-files/";
    String path = GOODS.substring(GOODS.indexOf('/'));
    return new Write(
        "a kept file of origins",
        route,
        false,
        () ->
            Write.request(route, path + lot() + "/origin-files/", "{\"incomplete\": true}", null));
  }

  private Write payment() {
    UUID submission = world.submission(coop, world.form(coop, "PAYMENT"));
    UUID lot = lot();
    return Write.of(
        "a payment for a lot, with a premium and a form",
        PAYMENTS,
        false,
        () ->
            """
            {"source": "%s", "destination": "%s", "transaction": "%s", "premium": "%s",
             "amount": 12.50, "submissions": ["%s"]}
            """
                .formatted(coop, farmer, lot, premium, submission));
  }

  private Write handled() {
    UUID form = world.form(coop, "PRODUCT");
    return Write.of(
        "a new product that a company handles",
        HANDLED,
        true,
        () ->
            """
            {"company": "%s", "product": {"name": "Honey %s", "description": "of the forest"},
             "forms": ["%s"], "premiums": ["%s"]}
            """
                .formatted(coop, World.unique(12), form, premium));
  }

  /** It sets what is recorded: the second time the company handles the product already. */
  private Write handledAgain() {
    return Write.of(
        "a product that a company handles already",
        HANDLED,
        true,
        () -> {
          String body = "{\"company\": \"%s\", \"product_id\": \"%s\"%s}";
          UUID known = world.product("Wax");
          Reply first =
              client.post(HANDLED.substring(HANDLED.indexOf('/')), body.formatted(coop, known, ""));
          assertEquals(201, first.status(), first.text());
          return body.formatted(coop, known, ", \"premiums\": [\"" + premium + "\"]");
        });
  }
}
