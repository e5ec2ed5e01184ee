package supplychain.proof.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.UUID;
import java.util.stream.Stream;
import supplychain.Client;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** Writes of the records that others are made of. */
final class MasterWrites {
  private final World world;
  private final Client client;
  private final UUID coop;

  MasterWrites(World world, Client client) {
    this.world = world;
    this.client = client;
    coop = world.company("Cooperative");
  }

  Stream<Write> all() {
    return Stream.of(companies(), people(), forms(), plots()).flatMap(writes -> writes);
  }

  private Stream<Write> companies() {
    String companies = "/v1/supply-chains/companies/";
    String visibilities = "/v1/supply-chains/field-visibilities/";
    return Stream.of(
        Write.of(
            "a company with a card",
            "POST " + companies,
            false,
            () -> "{\"name\": \"Exporter\", " + card()),
        Write.change(
            "a changed company with a card",
            companies,
            () -> world.company("Exporter"),
            () -> "{\"name\": \"Roaster\", \"city\": \"Mbale\", " + card()),
        Write.of(
            "a field visibility",
            "POST " + visibilities,
            false,
            () -> "{\"company\": \"" + coop + "\", " + name()),
        Write.change(
            "a changed field visibility", visibilities, this::visibility, () -> "{" + name()),
        sharing());
  }

  private UUID visibility() {
    String body = "{\"company\": \"" + coop + "\", " + name();
    return UUID.fromString(client.post("/v1/supply-chains/field-visibilities/", body).id());
  }

  private static String name() {
    return "\"name\": \"" + World.unique(20) + "\"}";
  }

  private Write sharing() {
    String path = "/v1/supply-chains/companies/%s/sharing/";
    String route = "PATCH " + path.formatted("{hashid}");
    return new Write(
        "a company that shares",
        route,
        true,
        () ->
            Write.request(
                route,
                path.formatted(world.company("Exporter")),
                "{\"shares_upstream\": true}",
                null));
  }

  private static String card() {
    return "\"entity_card\": {\"card\": {\"card_id\": \"%s\"}}}".formatted(World.unique(12));
  }

  private Stream<Write> people() {
    String members = "/v1/supply-chains/company-members/";
    String users = "/v1/accounts/users/";
    String tokens = "/v1/auth/tokens/";
    return Stream.of(
        Write.of("a user", "POST " + users, true, () -> "{" + email()),
        Write.change("a changed user", users, () -> world.member(coop), () -> "{" + email()),
        Write.of(
            "a member",
            "POST " + members,
            true,
            () -> "{\"company\": \"" + coop + "\", " + email()),
        Write.change(
            "an ended membership", members, this::membership, () -> "{\"is_active\": false}"),
        Write.of(
            "a token",
            "POST " + tokens,
            false,
            () -> "{\"company\": \"" + coop + "\", \"role\": \"ADMIN\", " + email()),
        new Write(
            "a revoked token",
            "DELETE " + tokens + "{hashid}/",
            true,
            () -> {
              UUID token = world.tokenId(world.token(coop, Role.MEMBER));
              return Write.request("DELETE ", tokens + token + "/", null, null);
            }));
  }

  private Stream<Write> plots() {
    String point = "\"latitude\": 1.251234, \"longitude\": 34.361234}";
    String plots = "/v1/supply-chains/plots/";
    String farmers = "/v1/supply-chains/farmers/";
    UUID farmer = world.farmer(coop);
    String ofFarmer = farmers + farmer + "/plots/";
    return Stream.of(
        Write.of(
            "a plot", "POST " + plots, false, () -> "{\"farmer\": \"" + farmer + "\", " + point),
        Write.change(
            "a changed plot",
            plots,
            () -> UUID.fromString(client.post(ofFarmer, "{" + point).id()),
            () -> "{\"area\": \"2.5\"}"),
        new Write(
            "a plot of a farmer",
            "POST " + farmers + "{hashid}/plots/",
            false,
            () -> Write.request("POST ", ofFarmer, "{" + point, null)));
  }

  private static String email() {
    return "\"email\": \"" + World.unique(20) + "@example.org\"}";
  }

  /** A membership with two tokens. */
  private UUID membership() {
    UUID user = world.member(coop);
    world.token(user, coop, Role.MEMBER);
    world.token(user, coop, Role.REPORTER);
    return world.membership(coop, user);
  }

  private Stream<Write> forms() {
    String forms = "/v1/forms/forms/";
    String submissions = "/v1/forms/submissions/";
    UUID product = world.product("Cherry");
    UUID form = world.form(coop, "PAYMENT");
    world.field(form, "grade", "TEXT", false, "[]");
    String parts =
        """
        "products": ["%s"], "fields": [{"key": "grade", "label": "Grade"}],
        "field_config": [{"key": "phone", "label": "Phone"}]}
        """
            .formatted(product);
    String values = "\"values\": [{\"field\": \"grade\", \"value\": \"A\"}]}";
    return Stream.of(
        Write.of(
            "a form",
            "POST " + forms,
            false,
            () -> "{\"owner\": \"" + coop + "\", \"form_type\": \"FARMER\", " + parts),
        Write.change("a changed form", forms, () -> world.form(coop, "FARMER"), () -> "{" + parts),
        Write.of(
            "a filled-in form",
            "POST " + submissions,
            false,
            () -> "{\"form\": \"" + form + "\", " + values),
        Write.change("a changed filled-in form", submissions, this::ofFarmer, () -> "{" + values));
  }

  /** A farmer's submission without values. */
  private UUID ofFarmer() {
    UUID form = world.form(coop, "FARMER");
    world.field(form, "grade", "TEXT", false, "[]");
    Reply farmer =
        client.patch(
            "/v1/supply-chains/farmers/" + world.farmer(coop) + "/",
            "{\"first_name\": \"Grace\", \"submission\": {\"form\": \"" + form + "\"}}");
    assertEquals(200, farmer.status(), farmer.text());
    return UUID.fromString(farmer.json().at("/submission/id").asText());
  }
}
