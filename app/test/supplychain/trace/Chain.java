package supplychain.trace;

import java.util.UUID;
import supplychain.Client;
import supplychain.Goods;
import supplychain.World;
import supplychain.core.Role;

/** A cooperative with farmers, the exporter it sells to, and the roaster that buys from that. */
final class Chain {
  final World world = new World();
  final UUID coop = world.company("Cooperative");
  final UUID exporter = world.company("Exporter");
  final UUID roaster = world.company("Roaster");
  final UUID farmer = world.farmer(coop);
  final UUID cherry = world.product("Cherry");
  final UUID green = world.product("Green beans");
  final Client ofCoop = world.client(coop, Role.ADMIN);
  final Client ofExporter = world.client(exporter, Role.ADMIN);
  final Client ofRoaster = world.client(roaster, Role.ADMIN);
  final Client operator = world.client(null, Role.OPERATOR);

  /** Goods that moved; the quantity is JSON, so that it may be null. */
  String move(Client client, UUID from, UUID to, UUID product, String quantity, Object... parents) {
    return Goods.move(client, from, to, product, quantity, parents).expect(201).id();
  }

  /** Cherries that the cooperative bought from its farmer. */
  String buy(String quantity) {
    return buy(farmer, quantity);
  }

  /** Cherries that the cooperative bought. */
  String buy(UUID from, String quantity) {
    return move(ofCoop, from, coop, cherry, quantity);
  }

  /** Cherries that the cooperative sold to the exporter. */
  String sell(String quantity, String... parents) {
    return move(ofCoop, coop, exporter, cherry, quantity, (Object[]) parents);
  }

  /** The sale of the exporter to the roaster. */
  String export(UUID product, String quantity, String... parents) {
    return move(ofExporter, exporter, roaster, product, quantity, (Object[]) parents);
  }

  /** The company says whether it shows its buyers where its goods came from. */
  void shares(UUID company, boolean shares) {
    World.write("update company set shares_upstream = ? where id = ?", shares, company);
  }

  /** The farmer says whether others may use what is known of it. */
  void consents(UUID who, String status) {
    World.write("update farmer set consent_status = ? where id = ?", status, who);
  }
}
