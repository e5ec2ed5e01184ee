package supplychain.proof.failure;

import java.util.UUID;
import java.util.stream.Stream;
import supplychain.Client;
import supplychain.World;

/** Writes of products, of premiums and of what a company handles of them. */
final class CatalogueWrites {
  private static final String PRODUCTS = "/v1/catalogs/products/";
  private static final String PREMIUMS = "/v1/catalogs/premiums/";
  private static final String HANDLED = "/v1/supply-chains/company-products/";

  private final World world;
  private final Client client;
  private final UUID coop;
  private final UUID premium;

  CatalogueWrites(World world, Client client) {
    this.world = world;
    this.client = client;
    coop = world.company("Cooperative");
    premium = world.premium(coop, "NORMAL", true);
  }

  Stream<Write> all() {
    return Stream.of(
        product(),
        changedProduct(),
        premium(),
        changedPremium(),
        handled(),
        handledAgain(),
        changedHandled());
  }

  private Write product() {
    return Write.of(
        "a product of the catalogue",
        "POST " + PRODUCTS,
        true,
        () -> "{\"name\": \"Tea %s\"}".formatted(World.unique(12)));
  }

  private Write changedProduct() {
    return Write.change(
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
    return Write.change(
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

  private Write handled() {
    UUID form = world.form(coop, "PRODUCT");
    return Write.of(
        "a new product that a company handles",
        "POST " + HANDLED,
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
        "POST " + HANDLED,
        true,
        () -> {
          String body = "{\"company\": \"%s\", \"product_id\": \"%s\"%s}";
          UUID known = world.product("Wax");
          Write.made(client, HANDLED, body.formatted(coop, known, ""));
          return body.formatted(coop, known, ", \"premiums\": [\"" + premium + "\"]");
        });
  }

  private Write changedHandled() {
    return Write.change(
        "a product that a company handles otherwise",
        HANDLED,
        () ->
            Write.made(
                client,
                HANDLED,
                "{\"company\": \"%s\", \"product_id\": \"%s\"}"
                    .formatted(coop, world.product("Wax"))),
        () -> "{\"is_active\": false, \"premiums\": [\"%s\"]}".formatted(premium));
  }
}
