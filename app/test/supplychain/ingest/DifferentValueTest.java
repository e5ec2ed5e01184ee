package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Reply;
import supplychain.World;

/**
 * A line is known only if it says what is recorded: a number or a time can be written in other
 * ways.
 */
class DifferentValueTest {
  private final BulkScene scene = new BulkScene();
  private final World world = scene.world;
  private final String number = World.unique(10);
  private final UUID form = world.form(scene.company, "FARMER");
  private final UUID counted;

  DifferentValueTest() {
    world.field(form, "text", "TEXT", false, "[]");
    counted = world.field(form, "count", "FLOAT", false, "[]");
    world.field(form, "chosen", "MULTI_SELECT", false, "[\"A\",\"B\"]");
  }

  @ParameterizedTest
  @CsvSource({
    "identification_no, 1.50, 1.5",
    "identification_no, 1e3, 1000",
    "phone, 1.0, 1",
    "zipcode, 007, 7",
    "description, 2026-03-04T12:00:00+03:00, 2026-03-04T09:00:00Z",
    "house_name, 2026-03-04, 2026-03-04T06:30:00Z",
    "date_of_birth, 1980-02-28, 1980-02-29"
  })
  void eachCharacterOfATextCounts(String field, String recorded, String sent) {
    String table = "number,first_name,%s\n%s,Grace,%s\n";
    scene.csv(FARMERS, table.formatted(field, number, recorded)).expect(200);
    Reply other = scene.csv(FARMERS, table.formatted(field, number, sent));
    other.expect(409, "/2/" + field + " different");
    assertEquals(
        "You sent \"%s\". The recorded value is \"%s\".".formatted(sent, recorded),
        other.at("/errors/0/detail"));
    assertEquals("known=1", scene.csv(FARMERS, table.formatted(field, number, recorded)).summary());
  }

  @Test
  void aNumberAndATimeCanBeWrittenInOtherWays() {
    String table =
        "number,source,product,quantity,amount,quality_correction,verification_latitude,date\n%s,%s,%s,%s\n";
    UUID farmer = world.farmer(scene.company);
    UUID product = world.product("Parchment");
    for (String values :
        List.of(
            "1.50,200,98.5,1.5,2026-03-04T12:00:00+03:00",
            "1.5,200.00,98.50,1.500,2026-03-04T09:00:00.000Z")) {
      Reply reply = scene.csv(GOODS, table.formatted(number, farmer, product, values)).expect(200);
      assertEquals(values.startsWith("1.50") ? "new=1" : "known=1", reply.summary());
    }
  }

  /** A farmer whose form has a text, a number and an array of options. */
  private String farmer(String text, String count, String options) {
    return """
        {"number": "%s", "first_name": "Grace", "submission": {"form": "%s", "values": [
          {"field": "text", "value": "%s"}, {"field": "%s", "value": "%s"}, {"field": "chosen", "value": %s}]}}
        """
            .formatted(number, form, text, counted, count, options)
            .replace("\n", "")
        + "\n";
  }

  @Test
  void aValueOfAFormIsComparedByItsFieldAndItsType() {
    scene.documents(FARMERS, farmer("1.50", "2.50", "[\"A\"]")).expect(200);
    String same = farmer("1.50", "2.5", "\"[\\\"A\\\"]\"");
    assertEquals("known=1", scene.documents(FARMERS, same).expect(200).summary());
    scene
        .documents(FARMERS, farmer("1.5", "2.50", "[\"A\"]"))
        .expect(409, "/1/submission/values/0/value different");
    Reply swapped = scene.documents(FARMERS, farmer("2.50", "1.50", "[\"A\"]"));
    assertEquals(
        List.of("/1/submission/values/0/value different", "/1/submission/values/1/value different"),
        swapped.expect(409).findings());
    assertEquals(
        "You sent \"2.50\". The recorded value is \"1.50\".", swapped.at("/errors/0/detail"));
  }

  @Test
  void aFormKeepsTheValuesThatALineDoesNotName() {
    scene.documents(FARMERS, farmer("x", "2", "[\"A\"]")).expect(200);
    String one =
        farmer("x", "2", "[\"A\"]").replaceFirst(", *\\{\"field\": \"[0-9a-f-]{36}.*\\]", "]");
    assertEquals("known=1", scene.documents(FARMERS, one).expect(200).summary());
  }
}
