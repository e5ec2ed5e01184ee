package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import supplychain.World;
import supplychain.core.Role;

/** Sends what no client would send, and holds every answer to what is promised; of one thread. */
final class Fuzzer implements AutoCloseable {
  /** After so many requests it is asked whether the right ones are still answered. */
  private static final int SOUND_EVERY = 500;

  private static final String OWN_IDS = "fuzz-";

  private static final int LONGEST_HEAD = 8_000;
  private static final int LONGEST_REQUEST = 100_000;

  /** So many wrong answers end the attack. */
  private static final int MOST_FAILURES = 10;

  /** Of so many answers it is told whom they answered. */
  private static final int LAST = 8;

  /** Where the document's own path stands, and nothing that has to be decoded. */
  private static final Pattern PLAIN =
      Pattern.compile("[A-Z]+ (/[A-Za-z0-9_-]+(\\.[a-z]+)?)*/?(\\?.*)?");

  /** The service takes two such requests at once, and others are told to come again. */
  private static final Semaphore MANY = new Semaphore(1);

  private final String origin;
  private final Random random;
  private final Line line;
  private final Judge judge;
  private final EveryRecord own;
  private final EveryRecord spare;
  private final String operator;
  private final OddRequests requests;
  private final Map<Integer, Integer> answers = new TreeMap<>();
  private final List<String> failures = new ArrayList<>();
  private final String ids = OWN_IDS + World.unique(8) + "-";
  private final Deque<String> last = new ArrayDeque<>();
  private byte[] before = {};
  private int sent;

  /** Attacks the service there, with the records of a company of its own. */
  Fuzzer(String origin, Random random, UUID product) {
    this.origin = origin;
    this.random = random;
    line = new Line(origin);
    judge = new Judge();
    own = new EveryRecord(product);
    spare = new EveryRecord(product);
    operator = own.token(Role.OPERATOR);
    requests = new OddRequests(random, own, spare);
  }

  /** How many answers there were of each status. */
  Map<Integer, Integer> answers() {
    return answers;
  }

  /** Sends so many. */
  void attack(int count) {
    for (int i = 0; i < count; i++) {
      sent++;
      String id = ids + sent;
      String right = requests.next().replace("X-Request-Id: the-same", "X-Request-Id: " + id);
      boolean breaks = random.nextInt(25) == 0 && !right.startsWith("HEAD ");
      byte[] bytes =
          (breaks ? requests.broken(right) : right).getBytes(StandardCharsets.ISO_8859_1);
      boolean inPieces = random.nextInt(4) == 0;
      int first = inPieces ? random.nextInt(bytes.length + 1) : bytes.length;
      boolean usedUp = false;
      try {
        for (Heard heard : ask(right, breaks, bytes, first)) {
          keep(id, heard);
          judge.judge(heard);
          if (!breaks) {
            requireOwn(heard, id);
            requirePromised(heard, right);
            requests.heard(heard);
          }
          answers.merge(heard.status(), 1, Integer::sum);
          usedUp |= heard.status() == 409;
        }
      } catch (AssertionError | IOException | UncheckedIOException e) {
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
  }

  private List<Heard> ask(String right, boolean breaks, byte[] bytes, int first)
      throws IOException {
    boolean isMany = OddBulks.isOne(right);
    if (isMany) {
      MANY.acquireUninterruptibly();
    }
    try {
      // What is refused before it has arrived may end its connection.
      boolean ownLine =
          breaks || right.indexOf("\r\n\r\n") > LONGEST_HEAD || right.length() > LONGEST_REQUEST;
      return ownLine ? Line.exchange(origin, bytes) : List.of(line.ask(bytes, first));
    } finally {
      if (isMany) {
        MANY.release();
      }
    }
  }

  /** That the document has such an answer, as far as the path says plainly which one is asked. */
  private void requirePromised(Heard heard, String request) {
    String[] words = request.substring(0, request.indexOf("\r\n")).split(" ", -1);
    if (PLAIN.matcher(words[0] + " " + words[1]).matches()) {
      judge.judge(words[0], words[1], heard);
    }
  }

  /** That it answers this request, and not the one before. */
  private static void requireOwn(Heard heard, String id) {
    String answered = heard.header("X-Request-Id");
    if (answered.startsWith(OWN_IDS) && !answered.equals(id)) {
      throw new AssertionError(
          "the answer to %s instead of %s: %s %s"
              .formatted(answered, id, heard.headers(), heard.text()));
    }
  }

  /** Keeps what the last answers said they answer: one too many shows only later. */
  private void keep(String asked, Heard heard) {
    if (last.size() == LAST) {
      last.removeFirst();
    }
    last.add(asked + ": " + heard.status() + " " + heard.header("X-Request-Id"));
  }

  private void failed(byte[] bytes, Throwable failure) {
    if (failures.size() == MOST_FAILURES) {
      throw new AssertionError(String.join("\n\n", failures));
    }
    failures.add(
        failure + "\n" + kept(bytes) + "\nafter " + kept(before) + "\nanswers before " + last);
  }

  /** What was answered wrongly, each with its request. */
  List<String> failures() {
    return failures;
  }

  /** Where the request is kept, for it to be sent again byte by byte, and how it begins. */
  private static String kept(byte[] bytes) {
    try {
      Path file = Files.createTempFile(Path.of("target"), "refused-wrongly", ".http");
      Files.write(file, bytes);
      String start =
          new String(bytes, 0, Math.min(2_000, bytes.length), StandardCharsets.ISO_8859_1);
      return "all of it in " + file + ":\n" + start;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is right is answered so, whatever else was sent. */
  private void requireSound() {
    own.renewFarmer();
    own.renew();
    for (Operation operation : Operation.values()) {
      Heard heard = right(operation);
      if (heard.status() == 409) {
        own.renew();
        heard = right(operation);
      }
      assertTrue(heard.status() < 300, operation + " " + heard.text());
    }
  }

  private Heard right(Operation operation) {
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
