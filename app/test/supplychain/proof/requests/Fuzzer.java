package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import supplychain.RawConnection;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.openapi.Contract;

/** Sends what no client would send, and holds every answer to what is promised; of one thread. */
final class Fuzzer implements AutoCloseable {
  /** After so many requests it is asked whether the right ones are still answered. */
  private static final int SOUND_EVERY = 500;

  private static final String OWN_IDS = "fuzz-";

  private static final int LONGEST_HEAD = 8_000;
  private static final int LONGEST_REQUEST = 100_000;

  /** So many wrong answers end the attack. */
  private static final int MOST_FAILURES = 10;

  /** Of the answers longer than this, one of so many is checked against the document. */
  private static final int LONG = 20_000;

  private static final int LONG_EVERY = 20;

  /** Where the document's own path stands, and nothing that has to be decoded. */
  private static final Pattern PLAIN =
      Pattern.compile("[A-Z]+ (/[A-Za-z0-9_-]+(\\.[a-z]+)?)*/?(\\?.*)?");

  /** The service takes two such requests at once, and others are told to come again. */
  private static final Semaphore MANY = new Semaphore(1);

  private final String origin;
  private final Random random;
  private final RawConnection line;
  private final EveryRecord own;
  private final EveryRecord spare;
  private final String operator;
  private final OddRequests requests;
  private final List<String> failures = new ArrayList<>();
  private final String ids = OWN_IDS + World.unique(8) + "-";
  private String before = "";
  private int sent;
  private int longReplies;

  /** Attacks the service there, with the records of a company of its own. */
  Fuzzer(String origin, Random random, UUID product) {
    this.origin = origin;
    this.random = random;
    line = new RawConnection(origin);
    own = new EveryRecord(product);
    spare = new EveryRecord(product);
    operator = own.token(Role.OPERATOR);
    requests = new OddRequests(random, own, spare);
  }

  /** Sends so many requests. */
  Fuzzer attack(int count) {
    for (int i = 0; i < count; i++) {
      sent++;
      String id = ids + sent;
      String right = requests.next().replace("X-Request-Id: the-same", "X-Request-Id: " + id);
      boolean breaks = random.nextInt(25) == 0 && !right.startsWith("HEAD ");
      String bytes = breaks ? requests.broken(right) : right;
      boolean inPieces = random.nextInt(4) == 0;
      int first = inPieces ? random.nextInt(bytes.length() + 1) : bytes.length();
      boolean usedUp = false;
      try {
        for (Reply reply : ask(right, breaks, bytes, first)) {
          Judge.judge(reply, bytes.startsWith("HEAD "));
          if (!breaks) {
            requireOwn(reply, id);
            requirePromised(reply, right);
            requests.heard(reply);
          }
          usedUp |= reply.status() == 409;
        }
      } catch (AssertionError | UncheckedIOException e) {
        line.close();
        failed(bytes, e);
      }
      before = bytes;
      if (usedUp) {
        own.renew();
        spare.renew();
      }
      if (sent % SOUND_EVERY == 0) {
        requireSound();
      }
    }
    return this;
  }

  private List<Reply> ask(String right, boolean breaks, String bytes, int first) {
    boolean isMany = OddBulks.isOne(right);
    if (isMany) {
      MANY.acquireUninterruptibly();
    }
    try {
      // What is refused before it has arrived may end its connection.
      boolean ownLine =
          breaks || right.indexOf("\r\n\r\n") > LONGEST_HEAD || right.length() > LONGEST_REQUEST;
      return ownLine ? RawConnection.exchange(origin, bytes) : List.of(line.ask(bytes, first));
    } finally {
      if (isMany) {
        MANY.release();
      }
    }
  }

  /** That the document has such an answer, as far as the path says plainly which one is asked. */
  private void requirePromised(Reply reply, String request) {
    String[] words = request.substring(0, request.indexOf("\r\n")).split(" ", -1);
    if (PLAIN.matcher(words[0] + " " + words[1]).matches()) {
      boolean isLong = reply.text().length() > LONG;
      boolean isSkipped = isLong && longReplies++ % LONG_EVERY > 0;
      String text = isSkipped ? null : reply.text();
      List<String> breaches =
          Contract.breaches(words[0], words[1], new Reply(reply.status(), text, reply.headers()));
      if (!breaches.isEmpty()) {
        throw new AssertionError(
            "not promised for %s %s: %s %s".formatted(words[0], words[1], breaches, reply.text()));
      }
    }
  }

  /** That it answers this request, and not the one before. */
  private static void requireOwn(Reply reply, String id) {
    String answered = reply.header("X-Request-Id");
    if (answered.startsWith(OWN_IDS) && !answered.equals(id)) {
      throw new AssertionError(
          "the answer to %s instead of %s: %s %s"
              .formatted(answered, id, reply.headers(), reply.text()));
    }
  }

  private void failed(String bytes, Throwable failure) {
    if (failures.size() == MOST_FAILURES) {
      throw new AssertionError(String.join("\n\n", failures));
    }
    failures.add(failure + "\n" + kept(bytes) + "\nafter " + kept(before));
  }

  /** What was answered wrongly, each with its request. */
  List<String> failures() {
    return failures;
  }

  /** Where the request is kept, for it to be sent again byte by byte, and how it begins. */
  private static String kept(String bytes) {
    try {
      Path file = Files.createTempFile(Path.of("target"), "refused-wrongly", ".http");
      Files.writeString(file, bytes, StandardCharsets.ISO_8859_1);
      String start = bytes.substring(0, Math.min(2_000, bytes.length()));
      return "all of it in " + file + ":\n" + start;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is right is answered so, whatever else was sent. */
  private void requireSound() {
    for (Operation operation : Operation.ALL) {
      own.renewFor(operation);
      Reply reply = right(operation);
      assertTrue(reply.status() < 300, operation + " " + reply.text());
    }
  }

  private Reply right(Operation operation) {
    String path = operation.path(own);
    String body = operation.body(own).toString();
    // An operator's pages, of all fuzzers at once, may be more than waits for clients.
    String few = OddQueries.isList(operation) ? path + "?limit=1" : path;
    return line.ask(operation.request(few, operator, body));
  }

  @Override
  public void close() {
    line.close();
  }
}
