package supplychain.proof.requests;

import static java.util.stream.Collectors.toMap;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.schema.Tables.FARMER;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.database.Ids;
import supplychain.http.LinesType;
import supplychain.http.Takes;
import supplychain.ingest.IngestKind;
import supplychain.proof.Proof;

/** A line among many that names what is another company's is answered as if that were nobody's. */
class ForeignLinesLookAbsentTest {
  private static TwoCompanies companies;
  private static Map<Role, Client> clients;

  /** A request with many records in one form. */
  record Many(Operation operation, LinesType type, Role role) {
    IngestKind kind() {
      return switch (operation) {
        case CREATE_FARMER -> IngestKind.FARMERS;
        case CREATE_PLOT, CREATE_PLOT_OF_FARMER -> IngestKind.PLOTS;
        case CREATE_CONNECT_CARD -> IngestKind.CARDS;
        case CREATE_PRODUCT_TRANSACTION -> IngestKind.TRANSACTIONS;
        case CREATE_PAYMENT -> IngestKind.PAYMENTS;
        default -> throw new AssertionError("what does a line of " + operation + " look like?");
      };
    }

    /** A record that names all that it can. */
    JsonNode whole() {
      Operation one =
          operation == Operation.CREATE_PLOT_OF_FARMER ? Operation.CREATE_PLOT : operation;
      return one.body(companies.own());
    }

    /** A record that is right however often it comes. */
    JsonNode plain() {
      return companies
          .own()
          .tree(
              switch (kind().path()) {
                case "farmers" -> "{'first_name':'Ruth'}";
                case "plots" ->
                    "{'farmer':'<farmer>','geometry':{'type':'Point','coordinates':[34.5,1.5]}}";
                case "cards" -> "{'card_id':'C-2'}";
                case "product-transactions" ->
                    "{'source':'<farmer>','destination':'<company>','product':'<product>',"
                        + "'amount':'1'}";
                default -> "{'source':'<company>','destination':'<farmer>'}";
              });
    }

    String body(JsonNode second) {
      return ManyLines.of(type, kind(), List.of(plain(), second, plain()));
    }

    Reply send(String path, JsonNode second, String prefer) {
      return clients
          .get(role)
          .post(
              path,
              body(second),
              "Content-Type",
              type.written(),
              "X-Request-Id",
              "the-same",
              "Prefer",
              prefer);
    }
  }

  /**
   * Where one of many records names another.
   *
   * @param pointer a place in the second of them; "" for the path
   * @param kind of which kind the record is that stands there
   */
  record Place(Many many, boolean proceeds, String pointer, String kind) {
    Reply reply(Object id) {
      Operation operation = many.operation();
      String path = pointer.isEmpty() ? operation.path("" + id) : operation.path(companies.own());
      JsonNode whole = many.whole();
      return many.send(
          path + (proceeds ? "?on_error=proceed" : ""),
          pointer.isEmpty() ? many.plain() : Trees.with(whole, pointer, TextNode.valueOf("" + id)),
          "handling=strict");
    }

    /** Status and body, without what is the request's own. */
    static String comparable(Reply reply, Object id) {
      String text = reply.text().replace(id.toString(), "<id>");
      return reply.status()
          + "\n"
          + text.replaceAll("\"id\":\"[0-9a-f-]{36}\"", "\"id\":\"<new>\"");
    }

    /** Of that kind, or where any company may stand a farmer; in the proof of every kind. */
    Stream<String> foreignKinds() {
      String likely = TwoCompanies.isOpen(pointer, kind) ? "farmer" : kind;
      return companies.foreign().keySet().stream()
          .filter(one -> !TwoCompanies.isOpen(pointer, one))
          .filter(one -> one.equals(likely) || Proof.count(0, 1) == 1);
    }
  }

  @BeforeAll
  static void makeTwoCompanies() {
    companies = new TwoCompanies();
    clients =
        Stream.of(Role.MEMBER, Role.ADMIN)
            .collect(
                toMap(
                    role -> role,
                    role ->
                        new Client(Installation.shared().origin(), companies.own().token(role))));
  }

  static Stream<Many> many() {
    List<Many> all = new ArrayList<>();
    Operation.ofMany()
        .forEach(
            (operation, taken) -> {
              for (Role role : clients.keySet()) {
                for (LinesType type : LinesType.values()) {
                  Takes takes = type == LinesType.FEATURES ? Takes.FEATURES : Takes.LINES;
                  if (taken.contains(takes)) {
                    all.add(new Many(operation, type, role));
                  }
                }
              }
            });
    return all.stream();
  }

  /** Each place of each that its form can have. */
  static Stream<Place> places() {
    List<Place> places = new ArrayList<>();
    many()
        .forEach(
            many -> {
              JsonNode whole = many.whole();
              for (boolean proceeds : new boolean[] {false, true}) {
                if (many.operation().hasId()) {
                  places.add(new Place(many, proceeds, "", many.operation().inPath()));
                }
                for (String pointer : Operation.references(whole)) {
                  UUID mark = Ids.next();
                  JsonNode marked = Trees.with(whole, pointer, TextNode.valueOf("" + mark));
                  if (many.body(marked).contains(mark.toString())) {
                    String kind = companies.kind(whole.at(pointer).asText());
                    places.add(new Place(many, proceeds, pointer, kind));
                  }
                }
              }
            });
    return places.stream();
  }

  @ParameterizedTest
  @MethodSource("many")
  void whatIsTheCallersIsRight(Many many) {
    Reply reply = many.send(many.operation().path(companies.own()), many.whole(), "tx=rollback");
    assertEquals(200, reply.status(), reply.text());
    assertEquals(List.of(201, 201, 201), statuses(reply));
  }

  @ParameterizedTest
  @MethodSource("places")
  void theAnswerIsTheSame(Place place) {
    UUID id = Ids.next();
    Reply reply = place.reply(id);
    if (place.proceeds() && !place.pointer().isEmpty()) {
      assertEquals(200, reply.status(), reply.text());
      List<Integer> statuses = statuses(reply);
      assertEquals(List.of(201, 201), List.of(statuses.get(0), statuses.get(2)));
      assertNotEquals(201, statuses.get(1), reply.text());
    } else {
      assertEquals(4, reply.status() / 100, reply.text());
    }
    assertLooksAbsent(place, Place.comparable(reply, id));
  }

  @Test
  void whatTheOtherCompanyIsDoingIsNotWaitedFor() {
    places()
        .filter(place -> place.many().role() == Role.ADMIN)
        .forEach(ForeignLinesLookAbsentTest::assertDoesNotWait);
  }

  /** One transaction for each: PostgreSQL ends those that are silent for long. */
  private static void assertDoesNotWait(Place place) {
    Installation.shared()
        .database()
        .write(
            World.AUTHOR,
            sql -> {
              assertTrue(companies.lockForeign(sql) > 0, "nothing is there to wait for");
              UUID id = Ids.next();
              assertLooksAbsent(place, Place.comparable(place.reply(id), id));
              return place;
            });
  }

  private static void assertLooksAbsent(Place place, String absent) {
    place
        .foreignKinds()
        .forEach(
            kind -> {
              UUID foreign = companies.foreign().get(kind);
              String answer = Place.comparable(place.reply(foreign), foreign);
              assertEquals(absent, answer, place + " " + kind);
            });
  }

  /** A plot's farmer may be named by number, too. */
  @Test
  void theNumberOfAnotherCompanysFarmerIsNobodys() {
    UUID farmer = companies.other().records().get("farmer");
    String foreign =
        Installation.shared()
            .database()
            .read(
                sql ->
                    sql.select(FARMER.NUMBER)
                        .from(FARMER)
                        .where(FARMER.ID.eq(farmer))
                        .fetchSingle(FARMER.NUMBER));
    String absent = World.unique(10);
    List<Place> named = places().filter(place -> place.pointer().equals("/farmer")).toList();
    assertEquals(24, named.size());
    for (Place place : named) {
      assertEquals(
          Place.comparable(place.reply(absent), absent),
          Place.comparable(place.reply(foreign), foreign),
          place.toString());
    }
  }

  private static List<Integer> statuses(Reply reply) {
    return reply.lines().stream().map(line -> line.get("status").asInt()).toList();
  }
}
