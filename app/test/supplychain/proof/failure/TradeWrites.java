package supplychain.proof.failure;

import java.util.UUID;
import java.util.stream.Stream;
import supplychain.Client;
import supplychain.World;

/** Writes of goods and money that change hands, their reversals, and kept files of origins. */
final class TradeWrites {
  private static final String GOODS = "/v1/transactions/product-transactions/";
  private static final String PAYMENTS = "/v1/transactions/payment-transactions/";

  private final World world;
  private final Client client;
  private final UUID coop;
  private final UUID exporter;
  private final UUID farmer;
  private final UUID product;
  private final UUID premium;

  TradeWrites(World world, Client client) {
    this.world = world;
    this.client = client;
    coop = world.company("Cooperative");
    exporter = world.company("Exporter");
    farmer = world.farmer(coop);
    product = world.product("Cherry");
    premium = world.premium(coop, "NORMAL", true);
  }

  Stream<Write> all() {
    return Stream.of(
        purchase(), sale(), payment(), reversedSale(), reversedPayment(), keptOrigins());
  }

  private Write purchase() {
    return Write.of("a purchase", "POST " + GOODS, false, () -> goods(farmer, coop, "1"));
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
        "POST " + GOODS,
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
    return Write.made(client, GOODS, goods(farmer, coop, "1000000"));
  }

  private Write payment() {
    UUID submission = world.submission(coop, world.form(coop, "PAYMENT"));
    UUID lot = lot();
    return Write.of(
        "a payment for a lot, with a premium and a form",
        "POST " + PAYMENTS,
        false,
        () ->
            """
            {"source": "%s", "destination": "%s", "transaction": "%s", "premium": "%s",
             "amount": 12.50, "submissions": ["%s"]}
            """
                .formatted(coop, farmer, lot, premium, submission));
  }

  private Write reversedSale() {
    UUID lot = lot();
    String sale =
        """
        {"source": "%s", "destination": "%s", "product": "%s", "amount": "1", "quantity": "1",
         "parents": ["%s"]}
        """
            .formatted(coop, exporter, product, lot);
    return reversal("a reversal of a sale", GOODS, sale);
  }

  private Write reversedPayment() {
    String payment = "{\"source\": \"%s\", \"destination\": \"%s\"}".formatted(coop, farmer);
    return reversal("a reversal of a payment", PAYMENTS, payment);
  }

  /** Each reverses a record of its own. */
  private Write reversal(String name, String path, String body) {
    String route = "POST " + path + "{hashid}/reversals/";
    return new Write(
        name,
        route,
        false,
        () -> {
          UUID made = Write.made(client, path, body);
          return Write.request(
              route, path + made + "/reversals/", "{\"reason\": \"a mistake\"}", null);
        });
  }

  /** Each of a lot of its own, whose farmer has no place. */
  private Write keptOrigins() {
    String route = "POST " + GOODS + "{hashid}/origin-files/";
    return new Write(
        "a kept file of origins",
        route,
        false,
        () ->
            Write.request(route, GOODS + lot() + "/origin-files/", "{\"incomplete\": true}", null));
  }
}
