package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.schema.Tables.FARMER;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import supplychain.Client;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;
import supplychain.database.Ids;
import supplychain.proof.Proof;

/**
 * Each caller of each operation gets the status of the matrix. A request that names another
 * company's record gets the same answer as for an unknown id.
 */
class IsolationTest {
  private static final boolean IS_LONG = Proof.count(0, 1) == 1;
  private static final List<Integer> OTHER_COMPANY = List.of(3, 4, 5);

  private static TwoCompanies companies;
  private static EveryRecord own;
  private static EveryRecord other;
  private static List<List<Client>> callers;
  private static Map<String, UUID> foreign;

  /**
   * Where a request names a record.
   *
   * @param pointer a place in the body; "" for the path
   * @param isLine whether the body is one line of many records
   */
  record Place(Operation operation, String pointer, boolean isLine) {
    /** The places of an operation where a request with one record names a record. */
    static Stream<Place> of(Operation operation) {
      return Stream.concat(
              operation.hasId() ? Stream.of("") : Stream.of(),
              Operation.references(operation.body(own)).stream())
          .map(pointer -> new Place(operation, pointer, false));
    }

    /** The kind of record that the request names there. */
    String kind() {
      return pointer.isEmpty()
          ? operation.inPath
          : companies.kind(operation.body(own).at(pointer).asText());
    }

    /** The answer to a request about the own records, except for this id. */
    Reply reply(Client client, Object id) {
      String path = pointer.isEmpty() ? operation.path("" + id) : operation.path(own);
      JsonNode body = operation.body(own);
      JsonNode changed =
          pointer.isEmpty() ? body : Trees.with(body, pointer, TextNode.valueOf("" + id));
      return isLine
          ? operation.send(client, path + "?on_error=proceed", changed, Operation.LINES)
          : operation.send(client, path, changed, "application/json");
    }

    /** The status and the body, without the id itself. */
    String answer(Object id) {
      Reply reply = reply(own.admin, id);
      return reply.status() + "\n" + reply.text().replace(id.toString(), "<id>");
    }

    /** Whether the other company has a record of this kind that a request must not name there. */
    boolean isSecret(String kind) {
      return foreign.containsKey(kind) && !TwoCompanies.isOpen(pointer, kind);
    }

    /** The foreign record of the expected kind; with -Pproof the foreign records of every kind. */
    Stream<UUID> foreignIds() {
      Stream<String> kinds = IS_LONG ? foreign.keySet().stream() : Stream.of(kind());
      return kinds.filter(this::isSecret).map(foreign::get);
    }
  }

  @BeforeAll
  static void createTwoCompanies() {
    companies = new TwoCompanies();
    own = companies.own();
    other = companies.other();
    callers = companies.callersByColumn();
    foreign = companies.foreign();
  }

  @Test
  void everyOperationIsInTheMatrix() {
    Set<String> missing = new TreeSet<>();
    Set<String> tooMany = new TreeSet<>();
    for (Operation operation : Operation.ALL) {
      Set<String> whats = whats(operation);
      if (operation.dependsOnFarmer(own)) {
        whats.add(MovedWhileWaitingTest.MOVED);
      }
      Set<String> rows = IsolationMatrix.of(operation.name).keySet();
      whats.forEach(what -> missing.add(IsolationMatrix.row(operation, what)));
      rows.forEach(what -> tooMany.add(IsolationMatrix.row(operation, what)));
    }
    Set<String> present = Set.copyOf(tooMany);
    tooMany.removeAll(missing);
    missing.removeAll(present);
    assertEquals("", String.join("\n", missing), "Add these rows to isolation-matrix.txt.");
    assertEquals("", String.join("\n", tooMany), "Remove these rows from isolation-matrix.txt.");
  }

  @Test
  void theMatrixHasNoOtherOperation() {
    Set<String> others = IsolationMatrix.operations();
    Operation.ALL.forEach(operation -> others.remove(operation.name));
    assertEquals(Set.of(), others, "Remove the rows of these from isolation-matrix.txt.");
  }

  @Test
  void everyOperationThatReceivesABodyHasOneInTheAttacks() {
    List<Operation> without =
        Operation.ALL.stream()
            .filter(operation -> operation.document.has("requestBody") && !operation.hasBody())
            .toList();
    assertEquals(List.of(), without, "Add a body for each of them to operation-bodies.json.");
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
    for (Operation list : Operation.ALL) {
      if (list.method.equals("GET") && !list.hasId()) {
        String told = other.admin.get(list.path(other)).text();
        own.records().entrySet().stream()
            .filter(record -> foreign.containsKey(record.getKey()))
            .forEach(
                record -> assertFalse(told.contains("" + record.getValue()), list + " " + record));
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
    for (int column = 0; column < callers.size(); column++) {
      // In every build, the test of foreign ids asks for another company's records.
      if (IS_LONG || !OTHER_COMPANY.contains(column)) {
        List<Client> clients = callers.get(column);
        for (Client client : clients.subList(0, Proof.count(1, clients.size()))) {
          mistakes.addAll(mistakes(operation, column, client));
        }
      }
    }
    assertEquals(List.of(), mistakes);
  }

  private static List<String> mistakes(Operation operation, int column, Client client) {
    List<String> mistakes = new ArrayList<>();
    // Every build asks for the company's own records; -Pproof asks for all others too.
    for (String what : IS_LONG ? whats(operation) : Set.of("own")) {
      boolean isAllowed = IsolationMatrix.of(operation, "", what).get(column).startsWith("2");
      if (isAllowed && !operation.method.equals("GET")) {
        (what.equals("other's") ? other : own).renewFor(operation);
      }
      String before = Records.lastWrite();
      boolean mayWrite = false;
      for (var request : requests(operation, what, client).entrySet()) {
        String status = IsolationMatrix.of(operation, request.getKey(), what).get(column);
        if (status.equals(IsolationMatrix.ANY)) {
          continue;
        }
        mayWrite |= status.startsWith("2");
        int actual = request.getValue().get().status();
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
  private static Map<String, Supplier<Reply>> requests(
      Operation operation, String what, Client client) {
    Map<String, Supplier<Reply>> requests = new TreeMap<>();
    if (!what.contains(":")) {
      EveryRecord about = what.equals("own") ? own : other;
      requests.put("", () -> operation.send(client, about));
      return requests;
    }
    Place.of(operation)
        .filter(place -> place.pointer.isEmpty() == what.startsWith("path:"))
        .filter(place -> !what.endsWith("other's") || place.isSecret(place.kind()))
        .forEach(place -> requests.put(place.pointer, () -> place.reply(client, id(place, what))));
    return requests;
  }

  private static Object id(Place place, String what) {
    return switch (what.replaceFirst(".*:", "")) {
      case "absent" -> Ids.next();
      case "malformed" -> "no-id";
      default -> foreign.get(place.kind());
    };
  }

  static Stream<Place> places() {
    return Operation.ALL.stream()
        .flatMap(Place::of)
        .flatMap(
            place -> {
              boolean takesLines =
                  !place.pointer.isEmpty()
                      && place.operation.takes(Operation.LINES)
                      && !place.operation.is("createPlotOfFarmer");
              return takesLines
                  ? Stream.of(place, new Place(place.operation, place.pointer, true))
                  : Stream.of(place);
            });
  }

  @ParameterizedTest
  @MethodSource("places")
  void foreignAndUnknownIdsGetTheSameError(Place place) {
    String before = Records.lastWrite();
    UUID unknown = Ids.next();
    Reply reply = place.reply(own.admin, unknown);
    int status = place.isLine() ? reply.lines().get(0).get("status").asInt() : reply.status();
    assertEquals(4, status / 100, reply.text());
    String expected = place.answer(unknown);
    place.foreignIds().forEach(id -> assertEquals(expected, place.answer(id)));
    assertEquals(before, Records.lastWrite());
  }

  @ParameterizedTest
  @MethodSource("creations")
  void anUnknownIdIsNamedWhereItStands(Place place) {
    Reply reply = place.reply(own.admin, Ids.next()).expect(400);
    boolean isOption = place.pointer().endsWith("/selected_option");
    String finding = place.pointer() + (isOption ? " not_a_choice" : " does_not_exist");
    assertTrue(reply.findings().contains(finding), reply.text());
  }

  static Stream<Place> creations() {
    return Operation.ALL.stream()
        .filter(operation -> operation.method.equals("POST") && !operation.is("createCompany"))
        .flatMap(Place::of)
        .filter(place -> !place.pointer().isEmpty());
  }

  @Test
  void theNumberOfAForeignFarmerIsUnknown() {
    UUID farmer = other.records().get("farmer");
    String foreign =
        World.read(sql -> sql.fetchSingle(FARMER, FARMER.ID.eq(farmer)).get(FARMER.NUMBER));
    for (boolean isLine : new boolean[] {false, true}) {
      Place place = new Place(Operation.named("createPlot"), "/farmer", isLine);
      assertEquals(place.answer(World.unique(10)), place.answer(foreign));
    }
  }
}
