package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import supplychain.Installation;
import supplychain.RawConnection;
import supplychain.Records;
import supplychain.core.Role;
import supplychain.database.Ids;
import supplychain.proof.Proof;

/**
 * Every operation by everyone, on what is a company's own, another's, nobody's and no id at all.
 */
class IsolationMatrixTest {
  private static final String MALFORMED = "no-id";
  private static final List<Integer> OTHER_COMPANY = List.of(3, 4, 5);

  private static TwoCompanies companies;
  private static EveryRecord own;
  private static EveryRecord other;
  private static List<List<String>> tokensOfColumns;
  private static RawConnection line;

  @BeforeAll
  static void makeTwoCompanies() {
    companies = new TwoCompanies();
    own = companies.own();
    other = companies.other();
    tokensOfColumns = companies.tokensByColumn();
    line = new RawConnection(Installation.shared().origin());
  }

  @AfterAll
  static void hangUp() {
    line.close();
  }

  @Test
  void everyOperationIsInTheMatrix() {
    for (Operation operation : Operation.ALL) {
      Set<String> whats = whats(operation);
      if (operation.dependsOnFarmer(own)) {
        whats.add(MovedWhileWaitingTest.MOVED);
      }
      assertEquals(whats, IsolationMatrix.of(operation.name).keySet(), operation.name);
    }
  }

  private static Set<String> whats(Operation operation) {
    Set<String> whats = new HashSet<>(Set.of("own"));
    if (operation.hasId()) {
      whats.addAll(Set.of("other's", "path:absent", "path:malformed"));
    }
    if (!Operation.references(operation.body(own)).isEmpty()) {
      whats.addAll(Set.of("other's", "reference:other's"));
      whats.addAll(Set.of("reference:absent", "reference:malformed"));
    }
    return whats;
  }

  @Test
  void noListShowsRecordsOfAnotherCompany() {
    Set<String> catalogue = Set.of("product", "currency");
    for (Operation list : Operation.ALL) {
      if (list.method.equals("GET") && !list.hasId()) {
        String told = line.ask(list.request(list.route, other.token(Role.ADMIN), "")).text();
        own.records().entrySet().stream()
            .filter(record -> !catalogue.contains(record.getKey()))
            .forEach(
                record ->
                    assertFalse(
                        told.contains(record.getValue().toString()), list + " " + record.getKey()));
      }
    }
  }

  static List<Operation> operations() {
    return Operation.ALL;
  }

  @ParameterizedTest
  @MethodSource("operations")
  void eachCallerGetsItsStatusAndWritesNothingElse(Operation operation) {
    List<String> mistakes = new ArrayList<>();
    for (int column = 0; column < tokensOfColumns.size(); column++) {
      if (Proof.count(0, 1) == 0 && OTHER_COMPANY.contains(column)) {
        // ForeignIdsTest asks for another company's records in every build.
        continue;
      }
      List<String> tokens = tokensOfColumns.get(column);
      for (String token : tokens.subList(0, Proof.count(1, tokens.size()))) {
        mistakes.addAll(mistakes(operation, column, token));
      }
    }
    assertEquals(List.of(), mistakes);
  }

  private static List<String> mistakes(Operation operation, int column, String token) {
    List<String> mistakes = new ArrayList<>();
    // Every build asks for the company's own records; -Pproof asks for all others too.
    for (String what : Proof.count(0, 1) == 0 ? Set.of("own") : whats(operation)) {
      boolean isAllowed = IsolationMatrix.of(operation, "", what).get(column).startsWith("2");
      if (isAllowed && !operation.method.equals("GET")) {
        (what.equals("other's") ? other : own).renewFor(operation);
      }
      Map<String, String> requests = requests(operation, what, token);
      String before = Records.lastWrite();
      boolean mayWrite = false;
      for (Map.Entry<String, String> request : requests.entrySet()) {
        String status = IsolationMatrix.of(operation, request.getKey(), what).get(column);
        if (status.equals(IsolationMatrix.ANY)) {
          continue;
        }
        mayWrite |= status.startsWith("2");
        int actual = line.ask(request.getValue()).status();
        if (actual != Integer.parseInt(status)) {
          String place = operation + request.getKey() + " " + what + " column " + column;
          mistakes.add(place + ": " + actual + " instead of " + status);
        }
      }
      if (!mayWrite && !before.equals(Records.lastWrite())) {
        mistakes.add(operation + " " + what + " column " + column + ": it wrote something");
      }
    }
    return mistakes;
  }

  /** The requests, each under the pointer to the reference that is another one; "" for none. */
  private static Map<String, String> requests(Operation operation, String what, String token) {
    EveryRecord about = what.equals("other's") ? other : own;
    String path = operation.path(about);
    JsonNode body = operation.body(about);
    return switch (what) {
      case "own", "other's" -> Map.of("", operation.request(path, token, body.toString()));
      case "path:absent" ->
          Map.of("", operation.request(operation.path("" + Ids.next()), token, body.toString()));
      case "path:malformed" ->
          Map.of("", operation.request(operation.path(MALFORMED), token, body.toString()));
      default -> {
        Map<String, String> requests = new LinkedHashMap<>();
        for (String pointer : Operation.references(body)) {
          otherwise(body.at(pointer).asText(), pointer, what)
              .map(id -> Trees.with(body, pointer, TextNode.valueOf(id)).toString())
              .ifPresent(sent -> requests.put(pointer, operation.request(path, token, sent)));
        }
        yield requests;
      }
    };
  }

  /** What replaces a reference; nothing where every company may name the other's record. */
  private static Optional<String> otherwise(String id, String pointer, String what) {
    return switch (what) {
      case "reference:absent" -> Optional.of("" + Ids.next());
      case "reference:malformed" -> Optional.of(MALFORMED);
      default -> {
        String kind = companies.kind(id);
        String twin = other.records().get(kind).toString();
        boolean isOpen = TwoCompanies.isOpen(pointer, kind) || twin.equals(id);
        yield isOpen ? Optional.empty() : Optional.of(twin);
      }
    };
  }
}
