package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import supplychain.Client;
import supplychain.Reply;
import supplychain.WatchedDriver.Fault;

/**
 * A kind of write, which the tests interrupt.
 *
 * @param ofRepeat the result of a repeat after success; null where a repeat records once more
 * @param isLong whether it takes many round trips
 * @param next creates a new attempt of this kind each time
 */
record Write(String name, Result ofRepeat, boolean isLong, Supplier<? extends Attempt> next) {
  /** What became of an attempt. */
  enum Result {
    RECORDED,
    REPLAYED,
    REFUSED
  }

  /** One attempt to record something, which its client can repeat. */
  interface Attempt {
    /** Tries it; where it is refused, the client must be told what this fault demands. */
    Result run(Fault fault);
  }

  /**
   * One request.
   *
   * @param type the Content-Type
   * @param key the Idempotency-Key; null for none
   * @param records where the records of its lines are read; null for a request with one record
   * @param statuses the status of each line, in their order
   */
  record Request(
      Client client,
      String method,
      String path,
      String type,
      String body,
      String key,
      String records,
      List<Integer> statuses)
      implements Attempt {
    private static final int REPEATS = 1_000;

    Reply send(String... headers) {
      List<String> all = new ArrayList<>(List.of(headers));
      if (body != null) {
        all.addAll(List.of("Content-Type", type));
      }
      if (key != null) {
        all.addAll(List.of("Idempotency-Key", key));
      }
      return client.send(method, path, body, all.toArray(String[]::new));
    }

    @Override
    public Result run(Fault fault) {
      Reply reply = send();
      // A connection that was cut may hold the key for a moment.
      for (int i = 0; i < REPEATS && reply.status() == 409; i++) {
        assertEquals("/problems/request-under-way", reply.at("/type"));
        reply = send();
      }
      if (reply.status() >= 400) {
        requireRefused(reply, fault);
        return Result.REFUSED;
      }
      requireStatuses(reply);
      return reply.header("Idempotent-Replayed") == null ? Result.RECORDED : Result.REPLAYED;
    }

    private void requireStatuses(Reply reply) {
      assertTrue(reply.status() / 100 == 2, reply.text());
      if (records != null) {
        List<JsonNode> lines = reply.lines();
        List<Integer> all = lines.stream().map(line -> line.get("status").asInt()).toList();
        assertEquals(statuses, all, reply.text());
      }
    }

    /** Of many records each has its status, and the service has each that it says to have. */
    void requireRecorded(Reply reply) {
      requireStatuses(reply);
      if (records != null) {
        reply.lines().stream()
            .filter(line -> line.has("id"))
            .forEach(line -> client.get(records + line.get("id").asText() + "/").expect(200));
      }
    }
  }

  /** Requires the problem that stands for this fault. */
  static void requireRefused(Reply reply, Fault fault) {
    boolean isInternal = fault == Fault.INTERNAL;
    assertEquals(isInternal ? 500 : 503, reply.status(), reply.text());
    assertEquals("application/problem+json", reply.header("Content-Type"));
    String type = isInternal ? "/problems/internal-error" : "/problems/unavailable";
    assertEquals(type, reply.at("/type"));
    assertEquals(isInternal ? null : "1", reply.header("Retry-After"));
  }

  @Override
  public String toString() {
    return name;
  }
}
