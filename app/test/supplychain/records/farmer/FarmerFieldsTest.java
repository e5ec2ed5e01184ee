package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.records.farmer.FarmerScene.EAR_OF_RICE;
import static supplychain.records.farmer.FarmerScene.assertDocument;
import static supplychain.records.farmer.FarmerScene.withoutTraces;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Reply;
import supplychain.core.Caller;

/**
 * Every field of the Farmer table: written, read back, kept, cleared, and refused past its limit.
 */
class FarmerFieldsTest {
  private static final String EVERY_FIELD =
      """
      "phone": "+256 772 000111", "description": "Two plots", "house_name": "Kato's",
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
  void everyFieldIsWrittenAndReadBackInTheOrderOfTheTable() {
    JsonNode farmer = scene.patched(EVERY_FIELD);
    assertDocument(
        """
        {"first_name": "Grace", "id": "%s", "entity_card": null, "submission": null,
         "phone": "+256 772 000111", "created_on": "TIME", "updated_on": "TIME", "image": null,
         "description": "Two plots", "house_name": "Kato's", "street": "Plot 4", "city": "Mbale",
         "sub_province": "Bungokho", "province": "Eastern", "latitude": 1.082, "longitude": 34.175,
         "zipcode": "P.O. Box 1", "country": "Uganda", "number": "F-0001",
         "email": "grace@example.org", "identification_no": "CF123", "reference_number": "R-7",
         "last_name": "Nakato", "date_of_birth": "1984-02-29", "gender": "female",
         "consent_status": "GRANTED", "creator": "%s", "updater": "%s", "buyer": "%s"}"""
            .formatted(scene.farmer, Caller.SYSTEM, scene.user, scene.coop),
        farmer);
    assertEquals(farmer, scene.stored());
  }

  @Test
  void omittedFieldsKeepTheirValues() {
    JsonNode before = scene.patched(EVERY_FIELD);
    assertEquals(withoutTraces(before), withoutTraces(scene.patched("")));
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
    "last_name,100",
    "identification_no,100",
    "reference_number,100",
    "house_name,100",
    "gender,50",
    "zipcode,50",
    "description,500",
    "street,500",
    "city,500",
    "sub_province,500",
    "province,500",
    "country,500"
  })
  void textIsTakenUpToItsLimitInCodePoints(String field, int limit) {
    String longest = EAR_OF_RICE.repeat(limit);
    JsonNode farmer = scene.patched("\"%s\": \"%s\"".formatted(field, longest));
    assertEquals(longest, farmer.get(field).asText());
    assertEquals("", scene.patched("\"%s\": \"\"".formatted(field)).get(field).asText());
    refusedAsText(field, limit);
  }

  @ParameterizedTest
  @CsvSource({"first_name,100", "number,10"})
  void requiredTextIsTakenUpToItsLimitInCodePoints(String field, int limit) {
    String most = EAR_OF_RICE.repeat(limit);
    assertEquals(most, send(field, '"' + most + '"').get(field).asText());
    refusedAsText(field, limit);
    refuse(field, "\" \\t\\u00a0\\u200b\\u3000\"", "blank");
  }

  private void refusedAsText(String field, int limit) {
    refuse(field, '"' + EAR_OF_RICE.repeat(limit) + "x\"", "too_long");
    refuse(field, "\"a\\u0000b\"", "character");
    refuse(field, "\"a\\ud83c\"", "character");
    refuse(field, "\"\\udf3ea\"", "character");
    refuse(field, "5", "type");
    refuse(field, "true", "type");
    refuse(field, "[\"a\"]", "type");
    refuse(field, "{}", "type");
  }

  private JsonNode send(String field, String value) {
    return FarmerScene.ok(scene.member.patch(FarmerScene.path(scene.farmer), body(field, value)));
  }

  private void refuse(String field, String value, String code) {
    scene.refused(
        400,
        () -> scene.member.patch(FarmerScene.path(scene.farmer), body(field, value)),
        "/" + field + " " + code);
  }

  private static String body(String field, String value) {
    String pair = "\"%s\": %s".formatted(field, value);
    return field.equals("first_name") ? "{" + pair + "}" : FarmerScene.body(pair);
  }

  @Test
  void aChangeWithoutAFirstNameIsToldToRepeatIt() {
    for (String body : List.of("{\"phone\": \"1\"}", "{\"first_name\": null}")) {
      Reply reply = scene.member.patch(FarmerScene.path(scene.farmer), body);
      assertEquals(
          FarmerScene.json(
              """
              [{"pointer": "/first_name", "code": "required",
                "detail": "Send first_name with every update; repeat the current one to keep it."}]"""),
          reply.json().get("errors"));
    }
  }

  @Test
  void aPhoneIsStoredAsSentHoweverLong() {
    String odd = " 0772/000 111 ext. " + EAR_OF_RICE.repeat(2_000);
    assertEquals(odd, scene.patched("\"phone\": \"%s\"".formatted(odd)).get("phone").asText());
    refuse("phone", "\"a\\u0000b\"", "character");
    refuse("phone", "256772000111", "type");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a@b.co", "größe@münchen.example"})
  void anEmailOfTheRightFormIsTaken(String email) {
    assertEquals(email, send("email", '"' + email + '"').get("email").asText());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "grace@", "a..b@c.de"})
  void anEmailOfAnotherFormIsRefused(String email) {
    refuse("email", '"' + email + '"', "format");
  }

  @Test
  void anEmailIsTakenUpToItsLimit() {
    String longest = "a".repeat(88) + "@example.org";
    assertEquals(100, longest.length());
    assertEquals(longest, send("email", '"' + longest + '"').get("email").asText());
    refuse("email", "\"a" + longest + '"', "too_long");
    refuse("email", "7", "type");
  }

  @ParameterizedTest
  @CsvSource({
    "latitude,90,90",
    "latitude,-90.0,-90",
    "latitude,0.3475964,0.3475964",
    "latitude,-0.0,0",
    "latitude,1e-7,1e-07",
    "longitude,180,180",
    "longitude,-1.8e2,-180",
    "longitude,32.5825197,32.5825197"
  })
  void aCoordinateIsReadBackAsItIs(String field, String sent, String shown) {
    JsonNode farmer = send(field, sent);
    assertEquals(0, farmer.get(field).decimalValue().compareTo(new BigDecimal(shown)));
    assertTrue(farmer.get(field).isNumber());
  }

  @ParameterizedTest
  @CsvSource({
    "latitude,90.0000001,range",
    "latitude,-91,range",
    "latitude,1e400,range",
    "latitude,1e999999999,range",
    "latitude,1e2147483647,range",
    "latitude,\"1.5\",type",
    "latitude,true,type",
    "longitude,180.0000001,range",
    "longitude,-181,range",
    "longitude,-1e999999999,range",
    "longitude,[],type"
  })
  void aCoordinateOutsideTheWorldIsRefused(String field, String value, String code) {
    refuse(field, value, code);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0001-01-01",
        "1582-10-04",
        "1582-10-15",
        "1900-03-01",
        "2024-02-29",
        "9999-12-31"
      })
  void aDateIsReadBackAsItIs(String date) {
    assertEquals(date, send("date_of_birth", '"' + date + '"').get("date_of_birth").asText());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1582-10-05", "today"})
  void anInvalidDateIsRefused(String date) {
    refuse("date_of_birth", '"' + date + '"', "format");
  }

  @Test
  void aDateIsNoNumberAndHasNoTime() {
    refuse("date_of_birth", "20260101", "type");
    refuse("date_of_birth", "\"2026-01-01T00:00:00Z\"", "format");
    refuse("date_of_birth", "\"12026-01-01\"", "format");
  }
}
