package supplychain.records.farmer;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.Team.withoutTraces;
import static supplychain.records.farmer.FarmerScene.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Reply;
import supplychain.World;

/** Every field of a farmer: written, read back, kept, cleared, and refused past its limit. */
class FarmerFieldsTest {
  private static final String EVERY_FIELD =
      """
      "phone": "+256 772 000111", "description": "Two plots", "house_name": "Kato\\u0027s",
      "street": "Plot 4", "city": "Mbale", "sub_province": "Bungokho", "province": "Eastern",
      "latitude": 1.082, "longitude": 34.175, "zipcode": "P.O. Box 1", "country": "Uganda",
      "email": "grace@example.org", "identification_no": "CF123", "reference_number": "R-7",
      "last_name": "Nakato", "date_of_birth": "1984-02-29", "gender": "female",
      "consent_status": "GRANTED", "number": "F-0001\"""";

  private static final String CLEARED =
      "phone description house_name street city sub_province province latitude longitude zipcode"
          + " country email identification_no reference_number last_name date_of_birth gender"
          + " entity_card submission";

  private final FarmerScene scene = new FarmerScene();

  @Test
  void aPhoneHasNoLimitAndStillTellsTheSameFarmer() {
    String random = IntStream.range(0, 300).mapToObj(i -> World.unique(32)).collect(joining());
    String phone = " 0772/000 111 ext. " + EAR_OF_RICE + random;
    String body = FarmerScene.body("\"phone\": \"" + phone + "\"");
    Reply first = scene.member.post(FARMERS, body).expect(201);
    assertEquals(phone, first.at("/phone"));
    Reply second = scene.member.post(FARMERS, body).expect(201);
    assertEquals("same_farmer", second.header("Supply-Chain-Warnings"));
  }

  @Test
  void nullClearsEveryOptionalFieldAndKeepsNumberAndBuyer() {
    JsonNode before = scene.patched(EVERY_FIELD);
    ObjectNode expected = before.deepCopy();
    StringBuilder fields = new StringBuilder("\"number\": null, \"buyer\": null");
    for (String name : CLEARED.split(" ", -1)) {
      expected.putNull(name);
      fields.append(", \"").append(name).append("\": null");
    }
    JsonNode after = scene.patched(fields.toString());
    assertEquals(withoutTraces(expected), withoutTraces(after));
    assertEquals(after, scene.stored());
  }

  @ParameterizedTest
  @CsvSource({
    "latitude, 90, 90", "latitude, -90.0, -90", "latitude, 0.3475964, 0.3475964",
    "latitude, -0.0, 0", "latitude, 1e-7, 1e-07", "longitude, 180, 180",
    "longitude, -1.8e2, -180", "longitude, 32.5825197, 32.5825197"
  })
  void aCoordinateIsReadBackAsTheSameNumber(String field, String sent, BigDecimal shown) {
    JsonNode coordinate = ok(send(field, sent)).get(field);
    assertEquals(0, coordinate.decimalValue().compareTo(shown));
    assertTrue(coordinate.isNumber());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      textBlock =
          """
          latitude       | 90.0000001             | range
          latitude       | 1e400                  | range
          latitude       | 1e2147483647           | range
          latitude       | "1.5"                  | type
          latitude       | true                   | type
          longitude      | 180.0000001            | range
          longitude      | []                     | type
          date_of_birth  | ""                     | format
          date_of_birth  | "1582-10-05"           | format
          date_of_birth  | 20260101               | type
          email          | ""                     | format
          email          | "grace@"               | format
          email          | 7                      | type
          phone          | "a\\u0000b"            | character
          phone          | 256772000111           | type
          consent_status | null                   | not_null
          consent_status | "granted"              | not_a_choice
          consent_status | true                   | not_a_choice
          first_name     | null                   | required
          first_name     | ""                     | blank
          number         | " "                    | blank
          """)
  void aWrongValueIsRefusedAtItsPlace(String field, String json, String code) {
    scene.refused(400, () -> send(field, json), "/" + field + " " + code);
  }

  private Reply send(String field, String value) {
    return scene.member.patch(scene.path, body(field, value));
  }

  private static String body(String field, String value) {
    String pair = "\"%s\": %s".formatted(field, value);
    return field.equals("first_name") ? "{" + pair + "}" : FarmerScene.body(pair);
  }
}
