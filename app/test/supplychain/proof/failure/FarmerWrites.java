package supplychain.proof.failure;

import java.util.UUID;
import java.util.stream.Stream;
import supplychain.Client;
import supplychain.World;

/** Writes of farmers and of the cards they hold. */
final class FarmerWrites {
  private static final String FARMERS = "/v1/supply-chains/farmers/";
  private static final String CARDS = "/v1/catalogs/connect-cards/";
  private static final String HELD = "/v1/supply-chains/entity-cards/";

  private final World world;
  private final Client client;
  private final UUID coop;

  FarmerWrites(World world, Client client) {
    this.world = world;
    this.client = client;
    coop = world.company("Cooperative");
  }

  Stream<Write> all() {
    return Stream.of(farmer(), newFarmer(), card(), changedCard(), givenCard(), endedCard());
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
    return Write.change(
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
    return Write.change(
        "a card that is held no longer",
        HELD,
        () -> {
          String body =
              "{\"card\": {\"card_id\": \"%s\"}, \"entity\": \"%s\"}"
                  .formatted(World.unique(12), world.farmer(coop));
          return Write.made(client, HELD, body);
        },
        () -> "{\"is_active\": false}");
  }
}
