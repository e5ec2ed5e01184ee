package supplychain.ingest;

import static supplychain.Paths.*;

import java.util.UUID;
import supplychain.Reply;

/** A cooperative that sends what it bought from a farmer. */
abstract class PurchaseScene {
  final BulkScene scene = new BulkScene();
  final UUID farmer = scene.world.farmer(scene.company);
  final UUID product = scene.world.product("Cherry");

  /** Sends a purchase. The cooperative keeps its books in UGX, which has no decimals. */
  final Reply buy(String columns, String values) {
    return scene.csv(
        GOODS, "source;product;%s\n%s;%s;%s\n".formatted(columns, farmer, product, values));
  }

  /** The table with the ids of the farmer and of the product, {@code |} as a line's end. */
  final String table(String table) {
    return table
        .replace("|", "\r\n")
        .replace("FARMER", farmer.toString())
        .replace("CHERRY", product.toString());
  }
}
