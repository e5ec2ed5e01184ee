package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an e-mail address, a coordinate and a date have to look like. */
class FarmerFormatsTest {
  private final FarmerScene scene = new FarmerScene();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a@b.co",
        "grace.n+coop@mail.example.org",
        "größe@münchen.example",
        "user@localhost",
        "!#$%&'*+-/=?^_`{|}~@a--b.c-d.org",
        "नमस्ते@उदाहरण.example"
      })
  void anEmailOfTheRightFormIsTaken(String email) {
    assertEquals(email, send("email", '"' + email + '"').get("email").asText());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "grace",
        "grace@",
        "@example.org",
        "a b@c.org",
        "a@b..org",
        "a..b@c.de",
        ".a@b.de",
        "a.@b.de",
        "a@b@c.de",
        "a@.b.de",
        "a@b.de.",
        "a@-b.de",
        "a@b-.de",
        "a@b_c.de",
        "a@[127.0.0.1]",
        "\\\"a b\\\"@c.de",
        "a,b@c.de",
        "Ann <a@b.de>"
      })
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
  @ValueSource(strings = {"1e99999999999", "1e-2147483649", "NaN", "Infinity", "+1", "01"})
  void aCoordinateThatIsNoJsonNumberIsRefusedWithTheWholeBody(String value) {
    scene.refused(400, () -> scene.patch("\"latitude\": " + value));
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
  @ValueSource(
      strings = {
        "",
        "0000-01-01",
        "1900-02-29",
        "2026-13-01",
        "2026-1-1",
        "1582-10-05",
        "1582-10-14",
        "01/02/2026",
        "today"
      })
  void whatIsNoDateIsRefused(String date) {
    refuse("date_of_birth", '"' + date + '"', "format");
  }

  @Test
  void aDateIsNoNumberAndHasNoTime() {
    refuse("date_of_birth", "20260101", "type");
    refuse("date_of_birth", "\"2026-01-01T00:00:00Z\"", "format");
    refuse("date_of_birth", "\"12026-01-01\"", "format");
  }

  private JsonNode send(String field, String value) {
    return scene.patched("\"%s\": %s".formatted(field, value));
  }

  private void refuse(String field, String value, String code) {
    scene.refused("\"%s\": %s".formatted(field, value), "/" + field + " " + code);
  }
}
