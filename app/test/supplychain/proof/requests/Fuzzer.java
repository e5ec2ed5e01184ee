package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import supplychain.World;
import supplychain.http.Role;

/** Sends what no client would send, and holds every answer to what is promised; of one thread. */
final class Fuzzer implements AutoCloseable {
  /** After so many requests it is asked whether the right ones are still answered. */
  private static final int SOUND_EVERY = 500;

  private static final String OWN_IDS = "fuzz-";

  private static final int LONGEST_HEAD = 8_000;
  private static final int LONGEST_REQUEST = 100_000;

  /** So many wrong answers end the attack. */
  private static final int MOST_FAILURES = 10;

  private static final List<Operation> OPERATIONS = operations();

  private final String origin;
  private final Random random;
  private final Line line;
  private final Judge judge;
  private final EveryRecord own;
  private final EveryRecord spare;
  private final List<String> tokens;
  private final String operator;
  private final OddBodies bodies;
  private final OddHeads heads;
  private final OddFraming framing;
  private final Map<Integer, Integer> answers = new TreeMap<>();
  private final List<String> failures = new ArrayList<>();
  private final String ids = OWN_IDS + World.unique(8) + "-";
  private byte[] before = {};

  /** Attacks the service there, with the records of a company of its own. */
  Fuzzer(String origin, Random random, UUID product) {
    this.origin = origin;
    this.random = random;
    line = new Line(origin);
    judge = new Judge();
    own = new EveryRecord(product);
    spare = new EveryRecord(product);
    String admin = own.token(Role.ADMIN);
    String member = own.token(Role.MEMBER);
    tokens =
        List.of(
            admin,
            admin,
            admin,
            admin,
            admin,
            admin,
            member,
            member,
            member,
            own.token(Role.REPORTER),
            spare.token(Role.ADMIN),
            own.revokedToken(),
            "sct_unknown");
    operator = own.token(Role.OPERATOR);
    List<UUID> ids =
        Stream.concat(own.records().values().stream(), spare.records().values().stream()).toList();
    bodies = new OddBodies(random, ids);
    heads = new OddHeads(random);
    framing = new OddFraming(random);
    OPERATIONS.stream().distinct().map(this::right).filter(Judge::isRecord).forEach(judge::learn);
  }

  /** What is written more often than what is read. */
  private static List<Operation> operations() {
    List<Operation> all = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      all.addAll(java.util.Collections.nCopies(operation.hasBody() ? 10 : 1, operation));
    }
    return all;
  }

  /** How many answers there were of each status. */
  Map<Integer, Integer> answers() {
    return answers;
  }

  /** Sends so many. */
  void attack(int count) {
    for (int i = 1; i <= count; i++) {
      String id = ids + i;
      String right = request().replace("X-Request-Id: the-same", "X-Request-Id: " + id);
      boolean breaks = random.nextInt(25) == 0 && !right.startsWith("HEAD ");
      // What is refused before it has arrived may end its connection.
      boolean ownLine =
          breaks || right.indexOf("\r\n\r\n") > LONGEST_HEAD || right.length() > LONGEST_REQUEST;
      byte[] bytes = (breaks ? framing.next(right) : right).getBytes(StandardCharsets.ISO_8859_1);
      boolean inPieces = random.nextInt(4) == 0;
      int first = inPieces ? random.nextInt(bytes.length + 1) : bytes.length;
      boolean usedUp = false;
      try {
        for (Heard heard :
            ownLine ? Line.exchange(origin, bytes) : List.of(line.ask(bytes, first))) {
          judge.judge(heard);
          if (!breaks) {
            requireOwn(heard, id);
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
        renew();
      }
      if (i % SOUND_EVERY == 0) {
        OPERATIONS.stream().distinct().forEach(this::right);
      }
    }
  }

  /** That it answers this request, and not the one before. */
  private static void requireOwn(Heard heard, String id) {
    String answered = heard.header("X-Request-Id");
    if (answered.startsWith(OWN_IDS) && !answered.equals(id)) {
      throw new AssertionError("the answer to " + answered + " instead of " + id);
    }
  }

  private void failed(byte[] bytes, Throwable failure) {
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

  private String request() {
    boolean byOperator = random.nextInt(20) == 0;
    EveryRecord about = byOperator ? spare : own;
    String token = byOperator ? operator : tokens.get(random.nextInt(tokens.size()));
    Operation operation = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
    JsonNode right = operation.body(about);
    boolean oddHead = random.nextInt(5) == 0;
    boolean oddBody = operation.hasBody() && (!oddHead || random.nextInt(3) == 0);
    String body = oddBody ? bodies.next(right) : operation.hasBody() ? right.toString() : "";
    String request = operation.request(operation.path(about), token, body);
    if (operation.method.equals("GET") && random.nextInt(4) == 0) {
      request = request.replaceFirst("GET", "HEAD");
    }
    return oddHead ? withOddHead(request) : request;
  }

  private String withOddHead(String request) {
    int line = request.indexOf("\r\n");
    String[] words = request.substring(0, line).split(" ", -1);
    boolean oddLine = random.nextInt(3) == 0;
    String first =
        oddLine
            ? heads.method(words[0]) + " " + heads.path(words[1]) + " " + words[2] + "\r\n"
            : request.substring(0, line + 2);
    String rest = request.substring(line + 2);
    if (random.nextInt(4) == 0) {
      rest = rest.replaceFirst("(Authorization|Content-Type|Host): [^\r\n]*\r\n", "");
    }
    return first + heads.headers() + rest;
  }

  /** Gives the companies again what was used up. */
  private void renew() {
    own.renew();
    spare.renew();
  }

  /** What is right is answered so, whatever else was sent. */
  private Heard right(Operation operation) {
    own.renew();
    Heard heard =
        line.ask(operation.request(operation.path(own), operator, operation.body(own).toString()));
    assertTrue(heard.status() < 300, operation + " " + heard.text());
    return heard;
  }

  @Override
  public void close() {
    line.close();
  }
}
