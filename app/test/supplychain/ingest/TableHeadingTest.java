package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Reply;
import supplychain.World;

/** The service finds the names of the columns, and understands the names that people use. */
class TableHeadingTest extends PurchaseScene {
  private static String counts(String more) {
    return "{\"new\":1" + more + "}";
  }

  @Test
  void whatIsAboveTheNamesIsIgnoredAndLinesKeepTheirNumbers() {
    String wrong = "Farmers; Mbale\n\nfirst_name;country\nRuth;Uganda\n;Uganda\n";
    scene.csv(FARMERS, wrong).expect(400, "/5/first_name required");
  }

  @Test
  void theFirstRowWithTwoNamesHasTheNames() {
    String table = "Date,21 November\nCountry,Uganda,x\nfirst_name,country\nRuth,Uganda\n";
    assertEquals(counts(",\"names_in_line\":3"), scene.csv(FARMERS, table).wholeSummary());
    String single = "Members 2026\n\nfirst_name\nRuth\n";
    assertEquals(counts(",\"names_in_line\":3"), scene.csv(FARMERS, single).wholeSummary());
  }

  @Test
  void theNamesAreWithinTheFirstTwentyRows() {
    String names = "first_name,country\nRuth,Uganda\n";
    String last = "a,b\n".repeat(TableHeading.MOST_ROWS - 1) + names;
    assertEquals(counts(",\"names_in_line\":20"), scene.csv(FARMERS, last).wholeSummary());
    Reply reply = scene.csv(FARMERS, "a,b\n" + last).expect(400, "/1 no_heading");
    String detail = reply.at("/errors/0/detail");
    assertTrue(
        detail.startsWith(
            "No line among the first 20 names columns of farmers. The columns are: buyer,"
                + " buyer.name, city,"),
        detail);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Farmers of Mbale, Sironko, Bududa", "Farmers", "a;b,c,d,e"})
  void theLineOfTheNamesTellsTheSeparator(String title) {
    String table = title + "\nfirst_name;latitude;country\nRuth;1,5;Uganda\n";
    assertEquals("1.5", scene.first(FARMERS, scene.csv(FARMERS, table)).get("latitude").asText());
  }

  @Test
  void aTableHasTheNamesThatPeopleUse() {
    String number = World.unique(8);
    Reply reply =
        scene.csv(
            FARMERS,
            "Código de productor;Nombre;Apellidos;Teléfono;Región;País;Sexo;LATITUD\n"
                + number
                + ";Ruth;Quispe;+51 999 111 222;Junín;Perú;FEMALE;-11,5\n");
    assertEquals(
        counts(
            ",\"read_as\":{\"Código de productor\":\"number\",\"Nombre\":\"first_name\","
                + "\"Apellidos\":\"last_name\",\"Teléfono\":\"phone\",\"Región\":\"province\","
                + "\"País\":\"country\",\"Sexo\":\"gender\",\"LATITUD\":\"latitude\"}"),
        reply.wholeSummary());
    JsonNode farmer = scene.first(FARMERS, reply);
    assertEquals(number, farmer.get("number").asText());
    assertEquals("Junín", farmer.get("province").asText());
    assertEquals("-11.5", farmer.get("latitude").asText());
  }

  @ParameterizedTest
  @CsvSource({
    "Weight (kg), quantity",
    "Kg net, quantity",
    "QUANTITY (KG), quantity",
    "'  Poids   net [kg] ', quantity",
    "Peso neto, quantity",
    "uzito, quantity"
  })
  void caseAccentsPunctuationBlanksAndTheUnitDoNotCount(String title, String field) {
    Reply reply = buy(title + ";Total", "12;5");
    assertEquals("12", scene.first(GOODS, reply).get(field).asText());
  }

  @Test
  void anotherUnitIsAnUnknownColumn() {
    Reply refused = buy("Weight (lb);amount", "5;5").expect(400, "/1/Weight (lb) unknown_field");
    assertFalse(refused.text().contains("quantity"), refused.text());
  }

  @Test
  void twoColumnsForOneFieldAreAFindingThatNamesBoth() {
    String table = "first_name,country,Mobile,Phone number\nRuth,Uganda,1,2\n";
    assertEquals(
        List.of(
            "/1/Phone number `Mobile` and `Phone number` are both read as `phone`. To leave this"
                + " one out, choose `ignore=Phone number`."),
        scene.csv(FARMERS, table).expect(400).details());
    JsonNode farmer = scene.first(FARMERS, scene.csv(FARMERS + "?ignore=phone%20NUMBER", table));
    assertEquals("1", farmer.get("phone").asText());
  }

  @Test
  void aClientIgnoresAndRenamesColumns() {
    String table = "Called,\"Shoe, size\",Colour,country\nRuth,40,red,Uganda\n";
    String query = "?ignore=colour,%22Shoe,%20size%22&rename=Called:first_name";
    Reply reply = scene.csv(FARMERS + query, table);
    assertEquals(
        counts(",\"read_as\":{\"Called\":\"first_name\"},\"ignored\":[\"Shoe, size\",\"Colour\"]"),
        reply.wholeSummary());
    assertEquals("Ruth", scene.first(FARMERS, reply).get("first_name").asText());
    String quoted = "?ignore=colour,called&rename=%22Shoe,%20size%22:first_name";
    Reply other = scene.csv(FARMERS + quoted, table.replace("red", "blue"));
    assertEquals("40", scene.first(FARMERS, other).get("first_name").asText());
  }

  @ParameterizedTest
  @CsvSource({
    "ignore=Shoe, /ignore unknown_field",
    "rename=Shoe:first_name, /rename unknown_field",
    "rename=Called:fist_name, /rename unknown_field",
    "rename=Called, /rename format",
    "rename=:first_name, /rename format",
    "rename=%22Called%22x:first_name, /rename unknown_field",
    "ignore=%22Called%22x, /ignore unknown_field",
    "'ignore=country,x%0ACalled', /ignore unknown_field"
  })
  void aChoiceThatFitsNoColumnIsRefused(String query, String finding) {
    scene.csv(FARMERS + "?" + query, "Called,country\nRuth,Uganda\n").expect(400, finding);
  }

  @Test
  void theKeyOfAFormFieldIsReadBeforeANameThatPeopleUse() {
    String table = "first_name,country,mobile\nRuth,Uganda,0772\n";
    assertEquals("0772", scene.first(FARMERS, scene.csv(FARMERS, table)).get("phone").asText());
    UUID form = scene.world.form(scene.company, "FARMER");
    scene.world.field(form, "mobile", "TEXT", false, "[]");
    Reply reply = scene.csv(FARMERS, table.replace("Ruth", "Anna"));
    assertEquals(counts(",\"read_as\":{\"mobile\":\"submission.mobile\"}"), reply.wholeSummary());
    JsonNode farmer = scene.first(FARMERS, reply);
    assertTrue(farmer.get("phone").isNull());
  }

  @Test
  void anUnknownColumnGetsTheNearestNameInAnyLanguage() {
    String table = "first_name,country,Telefon\nRuth,Uganda,1\n";
    assertEquals(
        List.of(
            "/1/Telefon There is no such column. Did you mean `phone`? To read it so, choose"
                + " `rename=Telefon:phone`. To leave it out, choose `ignore=Telefon`."),
        scene.csv(FARMERS, table).expect(400).details());
  }

  @Test
  void wordsThatAProgramWritesTogetherAreOneName() {
    String table = "firstName,phoneNumber,dateOfBirth,Country\nRuth,0772,1980-01-02,Uganda\n";
    Reply reply = scene.csv(FARMERS, table);
    assertEquals(
        counts(
            ",\"read_as\":{\"firstName\":\"first_name\",\"phoneNumber\":\"phone\","
                + "\"dateOfBirth\":\"date_of_birth\"}"),
        reply.wholeSummary());
    assertEquals("0772", scene.first(FARMERS, reply).get("phone").asText());
  }

  @Test
  void aQuestionInAGroupGetsTheNameOfTheQuestionAsAHint() {
    String table = "first_name,country,\"who,where/phone_number\"\nRuth,Uganda,1\n";
    assertEquals(
        List.of(
            "/1/who,where~1phone_number There is no such column. Did you mean `phone`? To read it"
                + " so, choose `rename=\"who,where/phone_number\":phone`. To leave it out, choose"
                + " `ignore=\"who,where/phone_number\"`."),
        scene.csv(FARMERS, table).expect(400).details());
    String ofOdk = scene.csv(FARMERS, table.replace('/', '-')).expect(400).details().get(0);
    assertTrue(ofOdk.contains("Did you mean `phone`?"), ofOdk);
    String query = "?rename=%22who,where/phone_number%22:phone";
    scene.csv(FARMERS + query, table).expect(200);
  }

  @Test
  void aListOfPaymentsNeedsOnlyWhoReceivesThem() {
    String number = World.unique(8);
    scene.csv(FARMERS, "number,first_name,country\n" + number + ",Ruth,Uganda\n").expect(200);
    String table = "Payment list\n\nMember No;Amount paid;Date\n%s;21000;2026-11-25\n";
    JsonNode payment = scene.first(PAYMENTS, scene.csv(PAYMENTS, table.formatted(number)));
    assertEquals(scene.company.toString(), payment.at("/source").asText());
    String received = "destination,amount\n" + scene.company + ",5\n";
    scene.csv(PAYMENTS, received).expect(400, "/2/source required");
    scene.csv(PAYMENTS, "amount\n5\n").expect(400, "/2/source required", "/2/destination required");
  }
}
