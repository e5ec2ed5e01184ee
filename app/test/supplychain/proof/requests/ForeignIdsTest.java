package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.schema.Tables.FARMER;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.database.Ids;
import supplychain.proof.Proof;

/** A request that names another company's record gets the same answer as for an unknown id. */
class ForeignIdsTest {
  private static TwoCompanies companies;
  private static Client admin;

  /**
   * Where a request names a record.
   *
   * @param pointer a place in the body; "" for the path
   * @param isLine whether the body is one line of many records
   */
  record Place(Operation operation, String pointer, boolean isLine) {
    String kind() {
      return pointer.isEmpty()
          ? operation.inPath
          : companies.kind(operation.body(companies.own()).at(pointer).asText());
    }

    Reply reply(Object id) {
      JsonNode body = operation.body(companies.own());
      String path = operation.path(companies.own());
      if (pointer.isEmpty()) {
        path = operation.path("" + id);
      } else {
        body = Trees.with(body, pointer, TextNode.valueOf("" + id));
      }
      return admin.send(
          operation.method,
          isLine ? path + "?on_error=proceed" : path,
          operation.hasBody() ? body.toString() : null,
          "X-Request-Id",
          "the-same",
          "Content-Type",
          isLine ? "application/x-ndjson" : "application/json");
    }

    /** The status and the body, without the id itself. */
    String answer(Object id) {
      Reply reply = reply(id);
      return reply.status() + "\n" + reply.text().replace(id.toString(), "<id>");
    }

    /** The foreign record of the expected kind; with -Pproof the foreign records of every kind. */
    Stream<UUID> foreignIds() {
      return companies.foreign().entrySet().stream()
          .filter(one -> !TwoCompanies.isOpen(pointer, one.getKey()))
          .filter(one -> one.getKey().equals(kind()) || Proof.count(0, 1) == 1)
          .map(one -> one.getValue());
    }
  }

  @BeforeAll
  static void createTwoCompanies() {
    companies = new TwoCompanies();
    admin = new Client(Installation.shared().origin(), companies.own().token(Role.ADMIN));
  }

  static Stream<Place> places() {
    List<Place> places = new ArrayList<>();
    for (Operation operation : Operation.ALL) {
      if (operation.hasId()) {
        places.add(new Place(operation, "", false));
      }
      boolean takesLines = operation.takes(Operation.LINES) && !operation.is("createPlotOfFarmer");
      for (String pointer : Operation.references(operation.body(companies.own()))) {
        places.add(new Place(operation, pointer, false));
        if (takesLines) {
          places.add(new Place(operation, pointer, true));
        }
      }
    }
    return places.stream();
  }

  @ParameterizedTest
  @MethodSource("places")
  void foreignAndUnknownIdsGetTheSameError(Place place) {
    String before = Records.lastWrite();
    UUID unknown = Ids.next();
    Reply reply = place.reply(unknown);
    if (place.isLine()) {
      assertEquals(4, reply.json().get("status").asInt() / 100, reply.text());
    } else {
      assertEquals(4, reply.status() / 100, reply.text());
    }
    String expected = place.answer(unknown);
    place.foreignIds().forEach(id -> assertEquals(expected, place.answer(id)));
    assertEquals(before, Records.lastWrite());
  }

  @ParameterizedTest
  @MethodSource("creations")
  void anUnknownIdIsNamedWhereItStands(Place place) {
    Reply reply = place.reply(Ids.next()).expect(400);
    boolean isOption = place.pointer().endsWith("/selected_option");
    String finding = place.pointer() + (isOption ? " not_a_choice" : " does_not_exist");
    assertTrue(reply.findings().contains(finding), reply.text());
  }

  static Stream<Place> creations() {
    return places()
        .filter(place -> place.operation().method.equals("POST"))
        .filter(place -> !place.operation().is("createCompany"))
        .filter(place -> !place.isLine() && !place.pointer().isEmpty());
  }

  @Test
  void theNumberOfAForeignFarmerIsUnknown() {
    UUID farmer = companies.other().records().get("farmer");
    String foreign =
        World.read(sql -> sql.fetchSingle(FARMER, FARMER.ID.eq(farmer)).get(FARMER.NUMBER));
    for (boolean isLine : new boolean[] {false, true}) {
      Place place = new Place(Operation.named("createPlot"), "/farmer", isLine);
      assertEquals(place.answer(World.unique(10)), place.answer(foreign));
    }
  }
}
