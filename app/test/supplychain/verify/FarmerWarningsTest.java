package supplychain.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;

import org.junit.jupiter.api.Test;
import supplychain.Reply;
import supplychain.core.Role;

/** Farmers who may be recorded already. */
class FarmerWarningsTest {
  private final WarningScene scene = new WarningScene();

  @Test
  void theSameNameAndPhoneAreAWarning() {
    String grace = "'first_name': 'Grace', 'last_name': 'Apio', ";
    Reply first = scene.farmer(grace + "'number': 'F-1', 'phone': '+256 772 000111'");
    scene.assertWarned(first);
    scene.assertWarned(
        scene.farmer("'first_name': 'GRACE', 'last_name': 'apio', 'phone': '+256-772-000-111'"),
        "same_farmer: Farmer F-1, Grace Apio, has the same name and phone.");
    scene.assertWarned(scene.farmer(grace + "'phone': '+256 772 000112'"));
    scene.assertWarned(scene.farmer("'first_name': 'Ruth', 'phone': '+256 772 000111'"));
    scene.assertWarned(scene.farmer("'last_name': 'Apio'"));
    scene.assertWarned(scene.farmer("'last_name': 'Apio'"));
  }

  @Test
  void theSameIdentificationOrReferenceNumberIsAWarning() {
    scene.farmer("'number': 'F-1', 'identification_no': 'CM8', 'reference_number': 'R-1'");
    scene.assertWarned(
        scene.farmer("'first_name': 'Ruth', 'identification_no': 'cm8', 'reference_number': 'r-1'"),
        "same_farmer: Farmer F-1, Grace, has the same identification_no.",
        "same_farmer: Farmer F-1, Grace, has the same reference_number.");
    scene.assertWarned(scene.farmer("'identification_no': 'R-1', 'reference_number': 'CM8'"));
    scene.assertWarned(scene.farmer("'identification_no': ' '"));
    scene.assertWarned(scene.farmer("'identification_no': ' '"));
  }

  @Test
  void aFarmerOfAnotherCompanyIsNotTheSame() {
    String ruth = "{\"first_name\": \"Ruth\", \"identification_no\": \"CM8\"}";
    scene.world.client(scene.exporter, Role.MEMBER).post(FARMERS, ruth).expect(201);
    scene.assertWarned(scene.farmer("'identification_no': 'CM8'"));
  }

  @Test
  void aChangeOfAFarmerIsAnsweredWithItsWarnings() {
    scene.farmer("'number': 'F-1', 'identification_no': 'CM8'");
    String path = FARMERS + scene.farmer + "/";
    String body = "{\"first_name\": \"Ruth\", \"identification_no\": \"CM8\"}";
    Reply changed = scene.member.patch(path, body).expect(200);
    assertEquals("same_farmer", changed.header(WarningScene.HEADER));
  }

  @Test
  void aPhoneWithoutDigitsIsAWarning() {
    scene.assertWarned(
        scene.farmer("'phone': 'none'"), "phone_without_digits: The phone \"none\" has no digits.");
    scene.assertWarned(scene.farmer("'phone': ' '"));
    scene.assertWarned(scene.farmer("'phone': 'ask 7'"));
  }

  @Test
  void aTextThatASpreadsheetWroteInPlaceOfAValueIsAWarning() {
    String warning = "spreadsheet_text: \"%s\" is what a spreadsheet shows in place of a value.";
    scene.assertWarned(scene.farmer("'last_name': '#REF!'"), warning.formatted("#REF!"));
    scene.assertWarned(scene.farmer("'street': '#NAME?'"), warning.formatted("#NAME?"));
    scene.assertWarned(scene.farmer("'description': '####'"), warning.formatted("####"));
    scene.assertWarned(scene.farmer("'city': '#¡VALOR!'"), warning.formatted("#¡VALOR!"));
    scene.assertWarned(scene.farmer("'phone': '2.56E+11'"), warning.formatted("2.56E+11"));
    scene.assertWarned(scene.farmer("'description': 'Plot #2, 3E5 trees, N/A'"));
  }
}
