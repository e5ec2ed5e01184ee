package supplychain.proof.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import supplychain.Client;
import supplychain.Reply;
import supplychain.World;
import supplychain.http.Takes;

/**
 * A write over HTTP, as it is attacked.
 *
 * @param name what it is, for people
 * @param route its method and its path, as they are registered
 * @param lines what comes of its lines; null for a write of one record
 * @param repeatable whether it may be sent again once it is done, and records nothing more then
 * @param next a new request of this kind each time
 */
record Write(String name, String route, Lines lines, boolean repeatable, Supplier<Request> next) {
  /** A write of one record. */
  Write(String name, String route, boolean repeatable, Supplier<Request> next) {
    this(name, route, null, repeatable, next);
  }

  /**
   * What comes of many records.
   *
   * @param takes as what its route takes them
   * @param records where those that are recorded are found, by their ids
   * @param statuses of each of them, in their order
   */
  record Lines(Takes takes, String records, List<Integer> statuses) {}

  /**
   * One request; repeats send the very same.
   *
   * @param type its Content-Type; null for what it is without being said
   * @param key its Idempotency-Key; null for none
   */
  record Request(String method, String path, String type, String body, String key) {
    Reply send(Client client, String... headers) {
      List<String> all = new ArrayList<>(List.of(headers));
      if (type != null) {
        all.addAll(List.of("Content-Type", type));
      }
      if (key != null) {
        all.addAll(List.of("Idempotency-Key", key));
      }
      return client.send(method, path, body, all.toArray(String[]::new));
    }

    /** The same to try. */
    Reply rehearse(Client client) {
      String rollback = "respond-async, TX=\"rollback\"; a=b, handling=lenient, tx=commit";
      return send(client, "Prefer", rollback);
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
        lines,
        true,
        () -> {
          Request plain = next.get();
          return new Request(
              plain.method(), plain.path(), plain.type(), plain.body(), World.unique(20));
        });
  }

  static Request request(String route, String path, String body, String key) {
    return new Request(route.substring(0, route.indexOf(' ')), path, null, body, key);
  }

  private static String path(String route) {
    return route.substring(route.indexOf(' ') + 1);
  }

  @Override
  public String toString() {
    return name;
  }
}
