package supplychain.proof.requests;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import supplychain.Client;
import supplychain.Reply;
import supplychain.World;

/**
 * A kind of write over HTTP, which the tests interrupt.
 *
 * @param records where the records of its lines are read; null for a write of one record
 * @param statuses the status of each line, in their order
 * @param repeatable whether a repeat after success records nothing more
 * @param next creates a new request of this kind each time
 */
record Write(
    String name,
    String records,
    List<Integer> statuses,
    boolean repeatable,
    Supplier<Request> next) {

  /**
   * One request, which can be sent several times.
   *
   * @param type the Content-Type; null for JSON
   * @param key the Idempotency-Key; null for none
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

    /** Sends the request as a dry run. */
    Reply rehearse(Client client) {
      String rollback = "respond-async, TX=\"rollback\"; a=b, handling=lenient, tx=commit";
      return send(client, "Prefer", rollback);
    }
  }

  /** The same write, where each request has a key of its own. */
  Write keyed() {
    return new Write(
        name + " with a key",
        records,
        statuses,
        true,
        () -> {
          Request plain = next.get();
          return new Request(
              plain.method(), plain.path(), plain.type(), plain.body(), World.unique(20));
        });
  }

  @Override
  public String toString() {
    return name;
  }
}
