package supplychain.proof.requests;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import supplychain.Reply;
import supplychain.core.Role;

/** Requests that are right but for something in their line, their headers or their body. */
final class OddRequests {
  private static final List<Operation> OPERATIONS = operations();

  private static final List<String> PREFERENCES = OddWords.of("requests preferences");

  private final Random random;
  private final EveryRecord own;
  private final EveryRecord spare;
  private final List<String> tokens;
  private final String operator;
  private final OddBodies bodies;
  private final OddBulks bulks;
  private final OddQueries queries;
  private final OddHeads heads;

  /** Requests about the records of two companies, most of them of the first. */
  OddRequests(Random random, EveryRecord own, EveryRecord spare) {
    this.random = random;
    this.own = own;
    this.spare = spare;
    tokens = tokens(own, spare);
    operator = own.token(Role.OPERATOR);
    List<UUID> ids =
        Stream.concat(own.records().values().stream(), spare.records().values().stream()).toList();
    bodies = new OddBodies(random, ids);
    bulks = new OddBulks(random, bodies);
    queries = new OddQueries(random, ids);
    heads = new OddHeads(random);
  }

  private static List<String> tokens(EveryRecord own, EveryRecord spare) {
    String member = own.token(Role.MEMBER);
    List<String> tokens = new ArrayList<>(Collections.nCopies(6, own.token(Role.ADMIN)));
    tokens.addAll(List.of(member, member, member, own.token(Role.REPORTER)));
    tokens.addAll(List.of(spare.token(Role.ADMIN), own.revokedToken(), "sct_unknown"));
    return tokens;
  }

  /** What is written more often than what is read, and lists more often than one record. */
  private static List<Operation> operations() {
    List<Operation> all = new ArrayList<>();
    for (Operation operation : Operation.ALL) {
      int times = operation.hasBody() ? 10 : OddQueries.isList(operation) ? 4 : 1;
      all.addAll(Collections.nCopies(times, operation));
    }
    return all;
  }

  /** Remembers what an answer leads to. */
  void heard(Reply reply) {
    queries.heard(reply);
  }

  /** A right request with an end that it does not name. */
  String broken(String right) {
    return heads.broken(right);
  }

  /** The next request, whole; each character is one byte. */
  String next() {
    boolean byOperator = random.nextInt(20) == 0;
    EveryRecord about = byOperator ? spare : own;
    String token = byOperator ? operator : tokens.get(random.nextInt(tokens.size()));
    Operation operation = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
    if (operation.method.equals("GET")) {
      return headed(reading(operation, operation.path(about), token), random.nextInt(5) == 0);
    }
    boolean oddHead = random.nextInt(5) == 0;
    return headed(preferred(writing(operation, about, token, oddHead)), oddHead);
  }

  private String reading(Operation operation, String path, String token) {
    String asked = random.nextInt(4) > 0 ? queries.next(operation, path) : path;
    boolean accepting = random.nextInt(3) == 0;
    boolean whole = !accepting || random.nextInt(200) == 0;
    String request =
        operation.request(whole ? asked : queries.limited(operation, asked), token, "");
    String accepted = accepting ? withHeader(request, heads.accept()) : request;
    return random.nextInt(4) == 0 ? accepted.replaceFirst("GET", "HEAD") : accepted;
  }

  private String writing(Operation operation, EveryRecord about, String token, boolean oddHead) {
    JsonNode right = operation.body(about);
    String path = operation.path(about);
    if (operation.takes(Operation.LINES) && random.nextInt(2) == 0) {
      OddBulks.Bulk bulk = bulks.next(operation, right);
      String asked =
          switch (random.nextInt(6)) {
            case 0, 1 -> path + "?on_error=proceed";
            case 2 -> queries.next(operation, path);
            default -> path;
          };
      return operation.request(asked, token, bulk.type(), bulk.text());
    }
    boolean oddBody = operation.hasBody() && (!oddHead || random.nextInt(3) == 0);
    String body = oddBody ? bodies.next(right) : operation.hasBody() ? right.toString() : "";
    String asked = random.nextInt(30) == 0 ? queries.next(operation, path) : path;
    return operation.request(asked, token, body);
  }

  private String preferred(String request) {
    String preference = PREFERENCES.get(random.nextInt(PREFERENCES.size()));
    return random.nextInt(8) == 0 ? withHeader(request, "Prefer: " + preference + "\r\n") : request;
  }

  private static String withHeader(String request, String header) {
    int end = request.indexOf("\r\n") + 2;
    return request.substring(0, end) + header + request.substring(end);
  }

  private String headed(String request, boolean isOdd) {
    if (!isOdd) {
      return request;
    }
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
}
