package supplychain.proof.requests;

import java.util.Locale;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import supplychain.Client;
import supplychain.Installation;
import supplychain.RawConnection;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** A company that wants the whole service for itself, and the requests that it repeats. */
final class Greed {
  private static final String GOODS = "/v1/transactions/product-transactions/";
  private static final String FARMERS = "/v1/supply-chains/farmers/";
  private static final String LINES = "application/x-ndjson";
  private static final int MEGABYTE = 1_000_000;

  private final World world = new World();
  private final UUID company = world.company("Greedy");
  private final String path = "/v1/supply-chains/companies/" + company + "/";
  private final String token = world.token(company, Role.ADMIN);
  private final Client client = Installation.shared().client(token);
  private final UUID product = world.product("Cherry");
  private final UUID buyer = world.company("Buyer");
  private final UUID farmer = world.farmer(company);
  private final String lot = lot();
  private final String plot = plot();

  Greed() {
    UUID form = world.form(company, "TRANSACTION");
    String options = "[\"" + "o".repeat(MEGABYTE) + "\"]";
    for (int i = 0; i < 5; i++) {
      world.field(form, "choice" + i, "DROPDOWN", false, options);
    }
  }

  /** What it repeats, from how many clients at the same time. */
  enum Attack {
    DRAWS_FROM_A_LOCKED_LOT(60),
    DRY_RUN_OF_MANY_SALES(4),
    READS_OF_A_LARGE_COMPANY(20),
    UPDATES_OF_A_LARGE_COMPANY(20),
    UPDATES_OF_A_LARGE_PLOT(20),
    SLOW_READERS(50),
    WHOLE_LISTS(24),
    CHANGES_NEXT_TO_A_LARGE_COMPANY(10),
    MANY_FARMERS_HALF_OF_THEM_WRONG(20);

    final int clients;

    Attack(int clients) {
      this.clients = clients;
    }
  }

  Reply strike(Attack attack) {
    return switch (attack) {
      case DRAWS_FROM_A_LOCKED_LOT -> client.post(GOODS, draw());
      case DRY_RUN_OF_MANY_SALES -> manySales();
      case READS_OF_A_LARGE_COMPANY -> client.get(path);
      case UPDATES_OF_A_LARGE_COMPANY ->
          client.patch(path, "{\"name\": \"Greedy\", \"city\": \"Mbale\"}");
      case UPDATES_OF_A_LARGE_PLOT -> client.patch(plot, "{\"geometry\": " + ring(10_000) + "}");
      case SLOW_READERS -> readSlowly(path, "*/*");
      case WHOLE_LISTS -> readSlowly(GOODS, LINES);
      case CHANGES_NEXT_TO_A_LARGE_COMPANY ->
          client.get("/v1/changes/?limit=1000", "Accept", LINES);
      case MANY_FARMERS_HALF_OF_THEM_WRONG -> manyFarmers();
    };
  }

  private String goods(Object source, Object destination, String more) {
    return "{\"source\":\"%s\",\"destination\":\"%s\",\"product\":\"%s\",\"amount\":\"1\"%s}"
        .formatted(source, destination, product, more);
  }

  private String lot() {
    return client.post(GOODS, goods(farmer, company, ",\"quantity\":\"1000000000\"")).id();
  }

  private String plot() {
    String path = FARMERS + farmer + "/plots/";
    return client.post(path, "{\"geometry\": " + ring(10) + "}").header("Location");
  }

  private String draw() {
    String more = ",\"quantity\":\"0.001\",\"parents\":[\"" + lot + "\"]";
    return goods(company, buyer, more);
  }

  private Reply manySales() {
    String lines = (draw() + "\n").repeat(2_000);
    return client.send("POST", GOODS, lines, "Content-Type", LINES, "Prefer", "tx=rollback");
  }

  private Reply manyFarmers() {
    String lines =
        IntStream.range(0, 1_000)
            .mapToObj(
                i ->
                    "{\"first_name\":\"%s\",\"entity_card\":{\"card\":{\"card_id\":\"%s\"}}}\n"
                        .formatted(i % 2 == 0 ? "Grace" : "", World.unique(12)))
            .collect(Collectors.joining());
    return client.send(
        "POST",
        FARMERS + "?on_error=proceed",
        lines,
        "Content-Type",
        LINES,
        "Prefer",
        "tx=rollback");
  }

  /** Takes the beginning of the answer and leaves. */
  private Reply readSlowly(String path, String type) {
    try (RawConnection slow = new RawConnection(Installation.shared().origin())) {
      slow.send(
          "GET %s HTTP/1.1\r\nHost: x\r\nAccept: %s\r\nAuthorization: Bearer %s\r\n\r\n"
              .formatted(path, type, token));
      return new Reply(slow.status(), "", null);
    }
  }

  private static String position(double longitude, double latitude) {
    return String.format(Locale.ROOT, "[%.6f,%.6f]", longitude, latitude);
  }

  /** A polygon of so many positions. */
  private static String ring(int positions) {
    String all =
        IntStream.range(0, positions)
            .mapToObj(i -> 2 * Math.PI * i / positions)
            .map(turn -> position(34 + Math.cos(turn) / 10, 1 + Math.sin(turn) / 10))
            .collect(Collectors.joining(","));
    String first = all.substring(0, all.indexOf("]") + 1);
    return "{\"type\":\"Polygon\",\"coordinates\":[[" + all + "," + first + "]]}";
  }
}
