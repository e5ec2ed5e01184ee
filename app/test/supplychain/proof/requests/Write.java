package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.*;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import supplychain.Await;
import supplychain.Client;
import supplychain.Reply;
import supplychain.WatchedDriver.Fault;

/**
 * A kind of write, which the tests interrupt.
 *
 * @param ofRepeat the result of a repeat after success; null where a repeat records once more
 * @param next creates a new attempt of this kind each time
 */
record Write(String name, Result ofRepeat, Function<FailingService, Attempt> next) {
  /** The result of an attempt. */
  enum Result {
    RECORDED,
    REPLAYED,
    REFUSED
  }

  /** An attempt to record something, which its client can repeat. */
  interface Attempt {
    /** Tries it; where it is refused, the client must be told what this fault demands. */
    Result run(Fault fault);
  }

  /**
   * One request.
   *
   * @param headers each name before its value
   * @param records where the records of its lines are read; null for a request with one record
   * @param statuses the status of each line, in their order
   */
  record Request(
      Client client,
      String method,
      String path,
      String body,
      List<String> headers,
      String records,
      List<Integer> statuses)
      implements Attempt {
    Reply send(String... more) {
      String[] all = Stream.concat(headers.stream(), Stream.of(more)).toArray(String[]::new);
      return client.send(method, path, body, all);
    }

    @Override
    public Result run(Fault fault) {
      // A connection that was cut may hold the key for a moment.
      Reply reply = Await.otherThan(409, this::send);
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
        List<Integer> all = reply.lines().stream().map(line -> line.get("status").asInt()).toList();
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
    switch (fault) {
      case INTERNAL -> reply.expectProblem(500, "internal-error");
      case CANCELLED -> reply.expectProblem(504, "time-limit");
      default -> reply.expectProblem(503, "unavailable");
    }
    assertEquals(reply.status() == 503 ? "1" : null, reply.header("Retry-After"));
  }
}
