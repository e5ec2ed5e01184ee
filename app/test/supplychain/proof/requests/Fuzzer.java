package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.*;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.regex.Pattern;
import supplychain.RawConnection;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.docs.Contract;

/** A client of one thread that sends odd requests, and checks what the service promises. */
final class Fuzzer implements AutoCloseable {
  /** After so many requests the fuzzer checks that the right ones are still answered. */
  private static final int SOUND_EVERY = 500;

  private static final String OWN_IDS = "fuzz-";
  private static final int LONGEST_HEAD = 8_000;
  private static final int LONGEST_REQUEST = 100_000;

  /** Of the answers longer than this, one of so many is checked against the document. */
  private static final int LONG = 20_000;

  private static final int LONG_EVERY = 20;

  /** A line whose path is one of the document, and has nothing to be decoded. */
  private static final Pattern PLAIN =
      Pattern.compile("[A-Z]+ (/[A-Za-z0-9_-]+(\\.[a-z]+)?)*/?(\\?.*)?");

  /** The service takes two requests with many records at once, and answers 503 to others. */
  private static final Object MANY = new Object();

  private final String origin;
  private final Random random;
  private final RawConnection line;
  private final EveryRecord own;
  private final EveryRecord spare;
  private final String operator;
  private final OddRequests requests;
  private final String ids = OWN_IDS + World.unique(8) + "-";
  private String before = "";
  private int sent;

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

  /** Sends so many requests, until the service answers one of them wrongly. */
  Fuzzer attack(int count) {
    for (int i = 0; i < count; i++) {
      String id = ids + ++sent;
      String right = requests.next().replace("X-Request-Id: the-same", "X-Request-Id: " + id);
      boolean breaks = random.nextInt(25) == 0 && !right.startsWith("HEAD ");
      String bytes = breaks ? requests.broken(right) : right;
      try {
        List<Reply> replies = OddBulks.isOne(right) ? alone(bytes, breaks) : ask(bytes, breaks);
        replies.forEach(reply -> AnswerCheck.check(reply, bytes.startsWith("HEAD ")));
        if (!breaks) {
          replies.forEach(reply -> requirePromised(reply, right, id));
        }
        if (replies.stream().anyMatch(reply -> reply.status() == 409)) {
          own.renew();
          spare.renew();
        }
      } catch (AssertionError | UncheckedIOException e) {
        throw new AssertionError(kept(bytes) + "\nafter " + kept(before), e);
      }
      before = bytes;
      if (sent % SOUND_EVERY == 0) {
        requireSound();
      }
    }
    return this;
  }

  private List<Reply> alone(String bytes, boolean breaks) {
    synchronized (MANY) {
      return ask(bytes, breaks);
    }
  }

  private List<Reply> ask(String bytes, boolean breaks) {
    // The service may close the connection when it refuses a request that has not arrived whole.
    boolean ownLine =
        breaks || bytes.indexOf("\r\n\r\n") > LONGEST_HEAD || bytes.length() > LONGEST_REQUEST;
    if (ownLine) {
      return RawConnection.exchange(origin, bytes);
    }
    boolean inPieces = random.nextInt(4) == 0;
    int first = inPieces ? random.nextInt(bytes.length() + 1) : bytes.length();
    return List.of(line.ask(bytes, first));
  }

  /** The answer is to this request, and the document has it if it has the path. */
  private void requirePromised(Reply reply, String request, String id) {
    String answered = reply.header("X-Request-Id");
    assertTrue(!answered.startsWith(OWN_IDS) || answered.equals(id), answered);
    String[] words = request.substring(0, request.indexOf("\r\n")).split(" ", -1);
    if (PLAIN.matcher(words[0] + " " + words[1]).matches()) {
      boolean isRead = reply.text().length() <= LONG || random.nextInt(LONG_EVERY) == 0;
      String text = isRead ? reply.text() : null;
      Contract.check(words[0], words[1], new Reply(reply.status(), text, reply.headers()));
    }
    requests.heard(reply);
  }

  /** The file that keeps the request, so that it can be sent again, and how it begins. */
  private static String kept(String bytes) {
    Path target = Path.of("target");
    Path file = assertDoesNotThrow(() -> Files.createTempFile(target, "refused-wrongly", ".http"));
    assertDoesNotThrow(() -> Files.writeString(file, bytes, StandardCharsets.ISO_8859_1));
    return file + ":\n" + bytes.substring(0, Math.min(2_000, bytes.length()));
  }

  /** A right request gets a right answer, whatever else was sent. */
  private void requireSound() {
    for (Operation operation : Operation.ALL) {
      own.renewFor(operation);
      String path = operation.path(own);
      String few = OddQueries.isList(operation) ? OddQueries.with(path, "limit=1") : path;
      String request = operation.request(few, operator, operation.body(own).toString());
      Reply reply;
      do {
        reply = line.ask(request);
        // The long answers to the other fuzzers may need all the room.
      } while (reply.text().contains("Too many large bodies and answers are in progress."));
      assertTrue(reply.status() < 300, operation + " " + reply.text());
    }
  }

  @Override
  public void close() {
    line.close();
  }
}
