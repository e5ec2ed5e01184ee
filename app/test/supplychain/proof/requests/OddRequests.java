package supplychain.proof.requests;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
  private final OddHeads heads;

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
    heads = new OddHeads(chance);
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

  /** A right request with an end that it does not name. */
  String broken(String right) {
    return heads.broken(right);
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
    return oddHead ? heads.changed(request) : request;
  }

  private String reading(Operation operation, String path, String token) {
    String asked = chance.oneIn(4) ? path : queries.next(operation, path);
    boolean accepting = chance.oneIn(3);
    boolean whole = !accepting || chance.oneIn(200);
    String request =
        operation.request(whole ? asked : queries.limited(operation, asked), token, "");
    String accepted = accepting ? withHeader(request, heads.accept()) : request;
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
}
