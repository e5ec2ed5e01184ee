package supplychain.proof.requests;

import static supplychain.Paths.*;

import java.util.Locale;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import supplychain.Client;
import supplychain.Goods;
import supplychain.Installation;
import supplychain.RawConnection;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** A company that wants the whole service for itself, and the requests that it repeats. */
final class Greed {
  private static final String LINES = "application/x-ndjson";
  private static final int MEGABYTE = 1_000_000;

  private final World world = new World();
  private final UUID company = world.company("Greedy");
  private final String path = COMPANIES + company + "/";
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

  /** The request that it repeats, and the number of clients at the same time. */
  record Attack(String name, int clients, Supplier<Reply> strike) {}

  Stream<Attack> attacks() {
    String update = "{\"name\": \"Greedy\", \"city\": \"Mbale\"}";
    String land = "{\"geometry\": " + ring(10_000) + "}";
    String changes = "/v1/changes/?limit=1000";
    return Stream.of(
        new Attack("draws from a locked lot", 60, () -> client.post(GOODS, draw())),
        new Attack("dry run of many sales", 4, this::manySales),
        new Attack("reads of a large company", 20, () -> client.get(path)),
        new Attack("updates of a large company", 20, () -> client.patch(path, update)),
        new Attack("updates of a large plot", 20, () -> client.patch(plot, land)),
        new Attack("slow readers", 50, () -> readSlowly(path, "*/*")),
        new Attack("whole lists", 24, () -> readSlowly(GOODS, LINES)),
        new Attack("changes of a company", 10, () -> client.get(changes, "Accept", LINES)),
        new Attack("many farmers, half of them wrong", 20, this::manyFarmers));
  }

  private String lot() {
    return client.post(GOODS, Goods.moved(farmer, company, product, "1000000000")).id();
  }

  private String plot() {
    String path = FARMERS + farmer + "/plots/";
    return client.post(path, "{\"geometry\": " + ring(10) + "}").header("Location");
  }

  private String draw() {
    return Goods.moved(company, buyer, product, "0.001", lot);
  }

  private Reply manySales() {
    return tryLines(GOODS, (draw() + "\n").repeat(2_000));
  }

  private Reply tryLines(String path, String lines) {
    return client.post(path, lines, "Content-Type", LINES, "Prefer", "tx=rollback");
  }

  private Reply manyFarmers() {
    String lines =
        IntStream.range(0, 1_000)
            .mapToObj(
                i ->
                    "{\"first_name\":\"%s\",\"entity_card\":{\"card\":{\"card_id\":\"%s\"}}}\n"
                        .formatted(i % 2 == 0 ? "Grace" : "", World.unique(12)))
            .collect(Collectors.joining());
    return tryLines(FARMERS + "?on_error=proceed", lines);
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
