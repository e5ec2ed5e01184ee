package supplychain.validation;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.OneCompany;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** Texts that look the same are the same, and no code has a character that nobody sees. */
class UnicodeTest extends OneCompany {
  private static final String COMPOSED = "N\u00FA\u00F1ez";
  private static final String DECOMPOSED = "Nu\u0301n\u0303ez";

  private final Client member = world.client(company, Role.MEMBER);

  private Reply create(String fields) {
    return member.post(FARMERS, "{\"first_name\": \"Ana\", " + fields + "}");
  }

  @Test
  void everyTextIsReadInTheNormalFormC() {
    Reply farmer =
        create("\"last_name\": \"%s\", \"description\": \"%1$s\"".formatted(DECOMPOSED))
            .expect(201);
    assertEquals(COMPOSED, farmer.at("/last_name"));
    assertEquals(COMPOSED, farmer.at("/description"));
    String number = farmer.at("/number");
    String table = "number,first_name,last_name\n%s,Ana,%s\n".formatted(number, DECOMPOSED);
    Reply known = member.post(FARMERS, table, "Content-Type", "text/csv;charset=utf-8");
    assertEquals("known", known.expect(200).lines().get(0).get("result").asText());
  }

  @Test
  void theLimitCountsTheNormalForm() {
    create("\"last_name\": \"%s\"".formatted("e\u0301".repeat(100))).expect(201);
    create("\"last_name\": \"%s\"".formatted("e\u0301".repeat(101)))
        .expect(400, "/last_name too_long");
  }

  @Test
  void aNameIsFoundInEitherFormAndWithOtherBlanks() {
    String name = COMPOSED + " " + World.unique(8);
    create("\"last_name\": \"%s\"".formatted(name)).expect(201);
    UUID product = world.product("Cherry");
    String goods =
        "{\"source\": {\"name\": \"%s\"}, \"destination\": \"%s\", \"product\": \"%s\","
            + " \"amount\": \"1\"}";
    String written = " ana  " + name.replace(COMPOSED, DECOMPOSED).replace(" ", "\u00A0") + " ";
    member.post(GOODS, goods.formatted(written, company, product)).expect(201);
  }

  @ParameterizedTest
  @CsvSource({
    "last_name, '  Akello \u00A0 Ruth ', Akello Ruth",
    "number, ' F  1\u00A0', F 1",
    "reference_number, '\u2007R-1 ', R-1"
  })
  void namesAndCodesHaveNoBlanksAroundThemAndOneBetweenWords(
      String field, String sent, String recorded) {
    Reply farmer = create("\"%s\": \"%s\"".formatted(field, sent)).expect(201);
    assertEquals(recorded, farmer.at("/" + field));
    Reply found = member.get(FARMERS + "?number_is=" + farmer.at("/number").replace(" ", "%20"));
    assertEquals(1, found.json().size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"number", "reference_number", "identification_no"})
  void aCodeWithACharacterThatNobodySeesIsRefused(String field) {
    for (String unseen : new String[] {"\\u200B", "\\u00AD", "\\u0007", "\\uFEFF", "\\t"}) {
      Reply refused = create("\"%s\": \"A%s1\"".formatted(field, unseen));
      refused.expect(400, "/" + field + " character");
    }
    assertEquals(
        "\"A\\u200b1\" has a character that nobody sees: U+200B.",
        create("\"%s\": \"A\\u200B1\"".formatted(field)).at("/errors/0/detail"));
  }

  @Test
  void aCardWithACharacterThatNobodySeesIsRefused() {
    create("\"entity_card\": {\"card\": {\"card_id\": \"C\\u200D1\"}}")
        .expect(400, "/entity_card/card/card_id character");
  }

  @Test
  void aNameMayHaveCharactersThatJoinItsLetters() {
    String persian = "\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645";
    assertTrue(create("\"last_name\": \"" + persian + "\"").at("/last_name").contains("\u200C"));
  }
}
