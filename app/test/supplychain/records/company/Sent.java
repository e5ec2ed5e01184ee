package supplychain.records.company;

import java.util.UUID;
import supplychain.Client;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** A company whose ADMIN sends company-products. */
final class Sent {
  static final String PATH = "/v1/supply-chains/company-products/";

  final World world = new World();
  final UUID company = world.company("Cooperative");
  final Client admin = world.client(company, Role.ADMIN);

  /** Sends the company and these members of an object, single quotes standing for double ones. */
  Reply post(String members, Object... values) {
    return admin.post(PATH, json(members, values));
  }

  @SuppressWarnings("AnnotateFormatMethod")
  String json(String members, Object... values) {
    String more = members.isEmpty() ? "" : ", " + members.formatted(values);
    return ("{'company': '" + company + "'" + more + "}").replace('\'', '"');
  }

  /** A name that no product has. */
  static String freshName() {
    return "Honey " + World.unique(10);
  }
}
