package supplychain.records;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import supplychain.Client;
import supplychain.OneCompany;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.docs.OpenApi;

/** Records for the tests of each kind: its bodies name them, and an operator sends the bodies. */
abstract class KindScene extends OneCompany {
  final UUID other = world.company("Other");
  private final UUID form = world.form(company, "PRODUCT");
  private final UUID farmerForm = world.form(company, "FARMER");
  final UUID user = world.member(null);
  final Client operator = world.client(user, null, Role.OPERATOR);
  private final Instant start = Instant.now().minusSeconds(1);
  private final Map<String, Object> names =
      Map.ofEntries(
          Map.entry("company", company),
          Map.entry("other", other),
          Map.entry("farmer", world.farmer(company)),
          Map.entry("other farmer", world.farmer(other)),
          Map.entry("product", world.product("Cherry")),
          Map.entry("other product", world.product("Honey")),
          Map.entry("card", world.card(company, null)),
          Map.entry("other card", world.card(other, null)),
          Map.entry("premium", world.premium(company, "NORMAL", true)),
          Map.entry("last premium", world.premium(company, "OPTIONS", false)),
          Map.entry("form", form),
          Map.entry("transaction form", world.form(company, "TRANSACTION")),
          Map.entry("farmer form", farmerForm),
          Map.entry("payment form", world.form(company, "PAYMENT")),
          Map.entry("unique", World.unique(12)));

  KindScene() {
    world.field(form, "grade", "TEXT", false, "[]");
    world.field(farmerForm, "grade", "TEXT", false, "[]");
  }

  /** The kinds that a request can create and change, as the description has them. */
  static Set<String> changed() {
    Set<String> changed = new TreeSet<>();
    JsonNode paths = OpenApi.document().get("paths");
    for (Map.Entry<String, JsonNode> path : paths.properties()) {
      if (path.getValue().has("post") && paths.at(patch(path.getKey())).isObject()) {
        changed.add(path.getKey().replaceAll("^/|/$", ""));
      }
    }
    return changed;
  }

  private static String patch(String list) {
    return "/" + (list + "{hashid}/").replace("/", "~1") + "/patch";
  }

  static Set<String> without(Set<String> all, Set<String> some) {
    Set<String> rest = new TreeSet<>(all);
    rest.removeAll(some);
    return rest;
  }

  String filled(String text) {
    return World.filled(text.replace('\'', '"'), names);
  }

  String path(String kind) {
    return "/v1/" + kind + "/";
  }

  Reply made(String kind, String body) {
    return operator.post(path(kind), filled(body)).expect(201);
  }

  /** The ids of this test's records that a query of a list leaves. */
  List<String> recent(String kind, String query) {
    String recent = path(kind) + "?limit=1000&updated_after=" + start + query;
    return operator.get(recent).expect(200).ids();
  }
}
