package supplychain.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION;

import java.util.UUID;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** A purchase that is sent with a key, again and again. */
final class KeyedPurchase {
  static final String PATH = "/v1/transactions/product-transactions/";

  final World world = new World();
  final UUID company = world.company("Cooperative");
  final UUID farmer = world.farmer(company);
  final UUID user = world.member(company);
  final Client admin = client(company, Role.ADMIN);
  final String body =
      "{\"source\": \"%s\", \"destination\": \"%s\", \"product\": \"%s\", \"amount\": \"1\"}"
          .formatted(farmer, company, world.product("Cherry"));

  /** Another token of the same user. */
  Client client(UUID actingFor, Role role) {
    return Installation.shared().client(world.token(user, actingFor, role));
  }

  Reply post(String key) {
    return post(admin, key);
  }

  Reply post(Client client, String key) {
    return client.post(PATH, body, "Idempotency-Key", key);
  }

  Reply post(String path, String other, String key) {
    return admin.post(path, other, "Idempotency-Key", key);
  }

  /** How many were recorded. */
  int recorded() {
    return Records.count(PRODUCT_TRANSACTION, PRODUCT_TRANSACTION.COMPANY.eq(company));
  }

  static void assertReplayed(Reply first, Reply repeat) {
    assertEquals(first.status(), repeat.status(), repeat.text());
    assertEquals("true", repeat.header("Idempotent-Replayed"));
    assertEquals(first.text(), repeat.text());
    assertEquals(first.header("Location"), repeat.header("Location"));
    assertEquals(first.header("Content-Type"), repeat.header("Content-Type"));
  }
}
