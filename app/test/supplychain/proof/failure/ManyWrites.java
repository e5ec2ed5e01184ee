package supplychain.proof.failure;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import supplychain.Client;
import supplychain.World;
import supplychain.http.LinesType;
import supplychain.http.Takes;

/** Writes of many records at once: every kind of record, and every form that a route takes. */
final class ManyWrites {
  private static final String FARMERS = "/v1/supply-chains/farmers/";
  private static final String OF_A_FARMER = FARMERS + "{hashid}/plots/";
  private static final String PLOTS = "/v1/supply-chains/plots/";
  private static final String CARDS = "/v1/catalogs/connect-cards/";
  private static final String GOODS = "/v1/transactions/product-transactions/";
  private static final String PAYMENTS = "/v1/transactions/payment-transactions/";

  private final World world;
  private final Client client;
  private final UUID coop;
  private final UUID exporter;
  private final UUID farmer;
  private final UUID product;
  private final UUID premium;

  /** The number of a payment of each company, which no other of it can have. */
  private final String taken = World.unique(10);

  ManyWrites(World world, Client client) {
    this.world = world;
    this.client = client;
    coop = world.company("Cooperative");
    exporter = world.company("Exporter");
    farmer = world.farmer(coop);
    product = world.product("Cherry");
    premium = world.premium(coop, "NORMAL", true);
    for (UUID payer : new UUID[] {coop, exporter}) {
      String payment = "{%s, \"number\": \"%s\"}".formatted(parties(payer, farmer), taken);
      Write.made(client, PAYMENTS, payment);
    }
  }

  Stream<Many> all() {
    return Stream.of(
        farmers(),
        cards(),
        goods(),
        payments(),
        plots("plots as a table", "", LinesType.TABLE),
        plots("plots as features", "", LinesType.FEATURES),
        plots("plots of a farmer as a table", OF_A_FARMER, LinesType.TABLE),
        plots("plots of a farmer as features", OF_A_FARMER, LinesType.FEATURES));
  }

  /**
   * Records of one kind.
   *
   * @param path where those are sent that were made last
   * @param records where they are found
   * @param head what stands before the lines: that of a table
   * @param refusal with what the wrong one is refused
   * @param lines each time new ones: the second is wrong, the others are right
   */
  record Many(
      String name,
      String route,
      Supplier<String> path,
      String records,
      LinesType type,
      String head,
      int refusal,
      boolean repeatable,
      Supplier<List<String>> lines) {
    /** The right ones, all or nothing. */
    Write stopping() {
      return write(
          name + ", all or nothing",
          "",
          List.of(201, 201),
          () -> {
            List<String> all = lines.get();
            return List.of(all.get(0), all.get(2));
          });
    }

    /** All, of which those are recorded that are right. */
    Write proceeding() {
      return write(
          name + " with a mistake", "?on_error=proceed", List.of(201, refusal, 201), lines);
    }

    private Write write(
        String title, String query, List<Integer> statuses, Supplier<List<String>> sent) {
      Takes takes = type == LinesType.FEATURES ? Takes.FEATURES : Takes.LINES;
      return new Write(
          title,
          route,
          new Write.Lines(takes, records, statuses),
          repeatable,
          () -> {
            String body = body(sent.get());
            return new Write.Request("POST", path.get() + query, type.written(), body, null);
          });
    }

    /** The lines as they are sent. */
    String body(List<String> sent) {
      return type == LinesType.FEATURES
          ? sent.stream()
              .collect(joining(",", "{\"type\": \"FeatureCollection\", \"features\": [", "]}"))
          : sent.stream().collect(joining("\n", head, "\n"));
    }
  }

  private static Many many(
      String name,
      String path,
      LinesType type,
      String head,
      int refusal,
      boolean repeatable,
      Supplier<List<String>> lines) {
    return new Many(name, "POST " + path, () -> path, path, type, head, refusal, repeatable, lines);
  }

  /** One gets a new card, one another's, which only shows when the farmer is there, one a spare. */
  private Many farmers() {
    return many(
        "farmers with cards",
        FARMERS,
        LinesType.TABLE,
        "first_name,buyer,entity_card.card.card_id,entity_card.card.id\n",
        409,
        false,
        () ->
            List.of(
                "Grace,%s,%s,".formatted(coop, World.unique(12)),
                "Ruth,%s,,%s".formatted(coop, world.card(coop, world.farmer(coop))),
                "Amina,%s,,%s".formatted(coop, world.card(coop, null))));
  }

  private Many cards() {
    String card = "{\"company\": \"%s\", \"card_id\": \"%s\", \"display_id\": \"7\"}";
    return many(
        "cards",
        CARDS,
        LinesType.DOCUMENTS,
        "",
        400,
        true,
        () ->
            List.of(
                card.formatted(coop, World.unique(12)),
                card.formatted(coop, ""),
                card.formatted(coop, World.unique(12))));
  }

  /** What is wrong with one is seen when its goods are moved: a number of its payment. */
  private Many goods() {
    UUID form = world.form(coop, "TRANSACTION");
    UUID field = world.field(form, "grade", "TEXT", true, "[]");
    String purchase = goods(farmer, coop, "1000000");
    UUID[] lots = {
      Write.made(client, GOODS, purchase + "}"), Write.made(client, GOODS, purchase + "}")
    };
    String sale =
        """
        %s, "parents": ["%s", "%s"],
        "submissions": [{"form": "%s", "values": [{"field": "%s", "value": "ripe"}]}],
        "transaction_payments": [{"amount": 5, "premium": "%s"}, {"amount": 5 %%s}]}
        """
            .formatted(goods(coop, exporter, "1"), lots[0], lots[1], form, field, premium)
            .replace("\n", " ");
    String number = ", \"number\": \"" + taken + "\"";
    return many(
        "goods with lots, payments and forms",
        GOODS,
        LinesType.DOCUMENTS,
        "",
        409,
        false,
        () ->
            List.of(
                goods(farmer, coop, "1") + ", \"transaction_payments\": [{\"amount\": 10}]}",
                sale.formatted(number),
                sale.formatted("")));
  }

  private String goods(UUID source, UUID destination, String quantity) {
    return "{%s, \"product\": \"%s\", \"amount\": \"10\", \"quantity\": \"%s\""
        .formatted(parties(source, destination), product, quantity);
  }

  private static String parties(UUID source, UUID destination) {
    return "\"source\": \"%s\", \"destination\": \"%s\"".formatted(source, destination);
  }

  private Many payments() {
    UUID lot = Write.made(client, GOODS, goods(farmer, coop, "1") + "}");
    UUID submission = world.submission(coop, world.form(coop, "PAYMENT"));
    String between = coop + "," + farmer + ",";
    String whole = between + "12.50,%s,%s,%s,".formatted(lot, premium, submission);
    return many(
        "payments",
        PAYMENTS,
        LinesType.TABLE,
        "source,destination,amount,transaction,premium,submissions,number\n",
        409,
        false,
        () -> List.of(whole, whole + taken, between + "1,,,," + World.unique(10)));
  }

  /** Plots of a new farmer each time: one may have a thousand. */
  private Many plots(String name, String of, LinesType type) {
    String line =
        type == LinesType.TABLE
            ? "%s,34.361234,%s"
            : """
              {"type": "Feature", "properties": {"farmer": "%s"}, "geometry":
                {"type": "Point", "coordinates": [34.361234, %s]}}
              """;
    AtomicReference<UUID> owner = new AtomicReference<>();
    return new Many(
        name,
        "POST " + (of.isEmpty() ? PLOTS : of),
        () -> of.isEmpty() ? PLOTS : of.replace("{hashid}", owner.get().toString()),
        PLOTS,
        type,
        "farmer,longitude,latitude\n",
        400,
        false,
        () -> {
          owner.set(world.farmer(coop));
          return Stream.of("1.251234", "91", "1.5")
              .map(latitude -> line.formatted(owner, latitude))
              .toList();
        });
  }
}
