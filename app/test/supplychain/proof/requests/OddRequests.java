package supplychain.proof.requests;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import supplychain.Reply;
import supplychain.core.Role;

/** Requests that are right except for something in their line, their headers or their body. */
final class OddRequests {
  private static final List<Operation> OPERATIONS = operations();

  private final Chance chance;
  private final EveryRecord own;
  private final EveryRecord spare;
  private final List<String> tokens;
  private final String operator;
  private final OddBodies bodies;
  private final OddBulks bulks;
  private final OddQueries queries;

  /** Requests about the records of two companies, most of them of the first. */
  OddRequests(Random random, EveryRecord own, EveryRecord spare) {
    chance = new Chance(random);
    this.own = own;
    this.spare = spare;
    tokens = tokens(own, spare);
    operator = own.token(Role.OPERATOR);
    List<UUID> ids =
        Stream.concat(own.records().values().stream(), spare.records().values().stream()).toList();
    bodies = new OddBodies(chance, ids);
    bulks = new OddBulks(chance, bodies);
    queries = new OddQueries(chance, ids);
  }

  private static List<String> tokens(EveryRecord own, EveryRecord spare) {
    String member = own.token(Role.MEMBER);
    List<String> tokens = new ArrayList<>(Collections.nCopies(6, own.token(Role.ADMIN)));
    tokens.addAll(List.of(member, member, member, own.token(Role.REPORTER)));
    tokens.addAll(List.of(spare.token(Role.ADMIN), own.revokedToken(), "sct_unknown"));
    return tokens;
  }

  /** Writes more often than reads, and lists more often than one record. */
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

  /** The next request, whole; each character is one byte. */
  String next() {
    boolean byOperator = chance.oneIn(20);
    EveryRecord about = byOperator ? spare : own;
    String token = byOperator ? operator : chance.of(tokens);
    Operation operation = chance.of(OPERATIONS);
    boolean oddHead = chance.oneIn(5);
    String request =
        operation.method.equals("GET")
            ? reading(operation, operation.path(about), token)
            : writing(operation, about, token, oddHead);
    return oddHead ? withOddHead(request) : request;
  }

  private String reading(Operation operation, String path, String token) {
    String asked = chance.oneIn(4) ? path : queries.next(operation, path);
    boolean accepting = chance.oneIn(3);
    boolean whole = !accepting || chance.oneIn(200);
    String request =
        operation.request(whole ? asked : queries.limited(operation, asked), token, "");
    String accepted = accepting ? withHeader(request, accept()) : request;
    return chance.oneIn(4) ? accepted.replaceFirst("GET", "HEAD") : accepted;
  }

  private String writing(Operation operation, EveryRecord about, String token, boolean oddHead) {
    JsonNode right = operation.body(about);
    String path = operation.path(about);
    String asked = chance.oneIn(20) ? queries.next(operation, path) : path;
    String request;
    if (operation.takes(Operation.LINES) && chance.oneIn(2)) {
      OddBulks.Bulk bulk = bulks.next(operation, right);
      String proceeding = chance.oneIn(3) ? path + "?on_error=proceed" : asked;
      request = operation.request(proceeding, token, bulk.type(), bulk.text());
    } else {
      boolean oddBody = operation.hasBody() && (!oddHead || chance.oneIn(3));
      String body = oddBody ? bodies.bytes(bodies.text(right)) : right.toString();
      request = operation.request(asked, token, body);
    }
    String preference = "Prefer: " + chance.word("requests preferences");
    return chance.oneIn(8) ? withHeader(request, preference) : request;
  }

  private static String withHeader(String request, String header) {
    return request.replaceFirst("\r\n", Matcher.quoteReplacement("\r\n" + header + "\r\n"));
  }

  /** The request with another line or other headers. */
  private String withOddHead(String request) {
    int line = request.indexOf("\r\n");
    String[] words = request.substring(0, line).split(" ", -1);
    String first = request.substring(0, line + 2);
    if (chance.oneIn(3)) {
      String method = chance.oneIn(3) ? chance.word("heads methods") : words[0];
      first = method + " " + path(words[1]) + " " + words[2] + "\r\n";
    }
    String rest = request.substring(line + 2);
    if (chance.oneIn(4)) {
      rest = rest.replaceFirst("(Authorization|Content-Type|Host): [^\r\n]*\r\n", "");
    }
    return first + headers() + rest;
  }

  /** A path, near the right one. */
  private String path(String right) {
    String segment = chance.word("heads segments");
    return switch (chance.below(5)) {
      case 0 -> chance.word("heads paths");
      case 1 -> right + segment;
      case 2 -> right.replaceAll("[0-9a-f-]{36}", Matcher.quoteReplacement(segment));
      default -> "/" + chance.damaged(right.substring(1), segment);
    };
  }

  /** One to three headers, in one of fifty cases a hundred times. */
  private String headers() {
    StringBuilder headers = new StringBuilder();
    for (int i = chance.below(3); i >= 0; i--) {
      headers.append(chance.word("heads names")).append(": ");
      headers.append(chance.word("heads values")).append("\r\n");
    }
    return headers.toString().repeat(chance.oneIn(50) ? 100 : 1);
  }

  /** A header Accept (RFC 9110, 12.5.1). */
  private String accept() {
    StringBuilder header = new StringBuilder("Accept: ").append(type());
    for (int i = chance.below(3) * chance.below(2); i > 0; i--) {
      header.append(chance.word("accepts joints")).append(type());
    }
    return header.toString();
  }

  private String type() {
    String type = chance.word("accepts types");
    String cased = chance.oneIn(20) ? type.toUpperCase(Locale.ROOT) : type;
    return chance.oneIn(3) ? cased + chance.word("accepts weights") : cased;
  }

  /**
   * The request, which has a Content-Length and a body or neither, with another end than it says.
   */
  String broken(String request) {
    int end = request.indexOf("\r\n\r\n");
    String head = request.substring(0, end);
    String body = request.substring(end);
    int at = chance.below(head.length() + 1);
    String coding = "Transfer-Encoding: " + chance.word("framing codings");
    return switch (chance.below(9)) {
      case 0 -> withLength(head, "Content-Length: " + chance.word("framing lengths")) + body;
      case 1 -> withLength(head, coding) + body;
      case 2 -> {
        String chunks = chance.word("framing chunks").replace("%s", body.substring(4));
        yield withLength(head, coding) + "\r\n\r\n" + chunks;
      }
      case 3 -> request.substring(0, chance.below(request.length() + 1));
      case 4 -> head.substring(0, at) + chance.word("framing breaks") + head.substring(at) + body;
      case 5 -> head.replaceFirst("HTTP/1.1", chance.word("framing versions")) + body;
      case 6 -> chance.word("framing starts") + request;
      case 7 -> request.repeat(2 + chance.below(4));
      default -> head + "\r\nExpect: " + chance.of(List.of("100-continue", "x")) + body;
    };
  }

  private static String withLength(String head, String header) {
    return head.replaceAll("Content-Length: .*", Matcher.quoteReplacement(header));
  }
}
