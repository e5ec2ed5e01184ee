package supplychain.proof.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.UUID;
import java.util.function.Supplier;
import supplychain.Client;
import supplychain.Reply;
import supplychain.World;

/**
 * A write over HTTP, as it is attacked.
 *
 * @param name what it is, for people
 * @param route its method and its path, as they are registered
 * @param repeatable whether it may be sent again once it is done, and records nothing more then
 * @param next a new request of this kind each time
 */
record Write(String name, String route, boolean repeatable, Supplier<Request> next) {
  /**
   * One request; repeats send the very same.
   *
   * @param key its Idempotency-Key; null for none
   */
  record Request(String method, String path, String body, String key) {
    Reply send(Client client) {
      return key == null
          ? client.send(method, path, body)
          : client.send(method, path, body, "Idempotency-Key", key);
    }

    /** The same to try. */
    Reply rehearse(Client client) {
      String rollback = "respond-async, TX=\"rollback\"; a=b, handling=lenient, tx=commit";
      return key == null
          ? client.send(method, path, body, "Prefer", rollback)
          : client.send(method, path, body, "Prefer", rollback, "Idempotency-Key", key);
    }
  }

  /** The write of a route whose path names no record. */
  static Write of(String name, String route, boolean repeatable, Supplier<String> body) {
    return new Write(name, route, repeatable, () -> request(route, path(route), body.get(), null));
  }

  /** A PATCH of a new record each time; the same again leaves it as it is. */
  static Write change(String name, String path, Supplier<UUID> record, Supplier<String> body) {
    String route = "PATCH " + path + "{hashid}/";
    return new Write(
        name, route, true, () -> request(route, path + record.get() + "/", body.get(), null));
  }

  /** The id of a record that is made for a write. */
  static UUID made(Client client, String path, String body) {
    Reply made = client.post(path, body);
    assertEquals(201, made.status(), made.text());
    return UUID.fromString(made.id());
  }

  /** The same write, each request with a key of its own. */
  Write keyed() {
    return new Write(
        name + " with a key",
        route,
        true,
        () -> {
          Request plain = next.get();
          return new Request(plain.method(), plain.path(), plain.body(), World.unique(20));
        });
  }

  static Request request(String route, String path, String body, String key) {
    return new Request(route.substring(0, route.indexOf(' ')), path, body, key);
  }

  private static String path(String route) {
    return route.substring(route.indexOf(' ') + 1);
  }

  @Override
  public String toString() {
    return name;
  }
}
