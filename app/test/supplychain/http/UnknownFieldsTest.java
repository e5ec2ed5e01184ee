package supplychain.http;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.OneCompany;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** A field that the interface does not know is a mistake, unless the client prefers otherwise. */
class UnknownFieldsTest extends OneCompany {
  private final Client admin = world.client(company, Role.ADMIN);

  @ParameterizedTest
  @CsvSource({
    "compani, Did you mean `company`?",
    "Company, Did you mean `company`?",
    "productid, Did you mean `product_id`?",
    "is_activ, Did you mean `is_active`?",
    "frms, Did you mean `forms`?",
    "fo, ",
    "colour, "
  })
  void anUnknownFieldIsNamedWithWhatWasMeant(String name, String hint) {
    String before = Records.lastWrite();
    Reply reply = admin.post(COMPANY_PRODUCTS, body(", \"" + name + "\": 1"));
    reply.expect(400, "/" + name + " unknown_field");
    assertEquals(
        "There is no field \"" + name + "\"." + (hint == null ? "" : " " + hint),
        reply.at("/errors/0/detail"));
    assertEquals(before, Records.lastWrite());
  }

  @Test
  void anUnknownFieldIsNamedHoweverDeepItIs() {
    UUID farmer = world.farmer(company);
    UUID form = world.form(company, "TRANSACTION");
    String goods =
        """
        {"source": "%s", "destination": "%s", "product": "%s", "amount": "1", "a": 1,
         "submissions": [{"form": "%s", "b": 1}], "transaction_payments": [{}, {"c": {"d": 1}}]}\
        """
            .formatted(farmer, company, world.product("Cherry"), form);
    assertEquals(
        List.of(
            "/a unknown_field",
            "/submissions/0/b unknown_field",
            "/transaction_payments/1/c unknown_field"),
        admin.post(GOODS, goods).findings());
    String update =
        """
        {"first_name": "Grace", "first": 1, "entity_card": {"card": {"card_id": "%s", "e": 1},
         "f": 1}, "submission": {"form": "%s", "values": [{"field": "x", "g": 1}]}}\
        """
            .formatted(World.unique(10), world.form(company, "FARMER"));
    assertEquals(
        List.of(
            "/entity_card/card/e unknown_field",
            "/entity_card/f unknown_field",
            "/first unknown_field",
            "/submission/values/0/field does_not_exist",
            "/submission/values/0/g unknown_field"),
        admin.patch(FARMERS + farmer + "/", update).findings().stream().sorted().toList());
  }

  @Test
  void aNameOfAnyCharactersIsPointedAt() {
    Reply reply =
        admin.post(COMPANY_PRODUCTS, body(", \"\": 1, \"a/b~c\": 1, \"🌾\": 1, \"\\u0000\": 1"));
    assertEquals(
        List.of(
            "/ unknown_field",
            "/a~1b~0c unknown_field",
            "/🌾 unknown_field",
            "/\u0000 unknown_field"),
        reply.findings());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "handling=lenient",
        "handling=\"lenient\"",
        "Handling = Lenient",
        "respond-async, handling=lenient; x=1"
      })
  void lenientHandlingIgnoresUnknownFields(String preference) {
    String body = body(", \"colour\": 1, \"product\": {\"name\": \"%s\", \"taste\": 2}");
    String name = World.unique(10);
    Reply reply =
        admin.post(COMPANY_PRODUCTS, body.formatted(name), "Prefer", preference).expect(201);
    assertEquals("handling=lenient", reply.header("Preference-Applied"));
    assertEquals(name, reply.at("/product/name"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"handling=strict", "handling=lenientx", "lenient", "x=handling=lenient", ""})
  void anyOtherPreferenceIsNotApplied(String preference) {
    Reply reply = admin.post(COMPANY_PRODUCTS, body(", \"colour\": 1"), "Prefer", preference);
    assertEquals(List.of("/colour unknown_field"), reply.findings());
    assertNull(reply.header("Preference-Applied"));
  }

  @Test
  void lenientIsForUnknownFieldsOnly() {
    String body = body(", \"colour\": 1, \"is_active\": 1");
    Reply reply = admin.post(COMPANY_PRODUCTS, body, "Prefer", "handling=lenient");
    assertEquals(List.of("/is_active type"), reply.findings());
    assertEquals("handling=lenient", reply.header("Preference-Applied"));
  }

  @Test
  void aThousandMistakesAreNamedAndTheRestIsCounted() {
    Reply most = admin.post(COMPANY_PRODUCTS, body(unknown(1_000)));
    assertEquals(1_000, most.findings().size());
    assertEquals("There are 1000 mistakes. `errors` names each.", most.at("/detail"));
    Reply more = admin.post(COMPANY_PRODUCTS, body(unknown(1_001)));
    assertEquals(1_000, more.findings().size());
    assertEquals("There are 1001 mistakes. `errors` names the first 1000.", more.at("/detail"));
  }

  private static String unknown(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> ", \"x" + i + "\": 1")
        .collect(Collectors.joining());
  }

  private String body(String more) {
    return "{\"company\": \"" + company + "\"" + more + "}";
  }
}
