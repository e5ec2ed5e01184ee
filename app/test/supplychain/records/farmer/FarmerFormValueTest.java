package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.records.farmer.FarmerScene.EAR_OF_RICE;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each type of a form's field takes. */
class FarmerFormValueTest {
  private final FarmerScene scene = new FarmerScene();
  private final UUID form = scene.world.form(scene.coop, "FARMER");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "TEXT|[]|''",
        "TEXT|[]|SL14, from Bugisu",
        "TEXT|[]|[\"a\"]",
        "INTEGER|[]|0",
        "INTEGER|[]|-12",
        "INTEGER|[]|1234567890123456789012345",
        "FLOAT|[]|12.50",
        "FLOAT|[]|-3",
        "FLOAT|[]|1.5e3",
        "EMAIL|[]|grace@example.org",
        "PHONE|[]|+256 (772) 000-111",
        "DATE|[]|2024-02-29",
        "BOOLEAN|[]|true",
        "BOOLEAN|[]|false",
        "RADIO|[\"Yes\",\"No\"]|No",
        "RADIO|[]|Perhaps",
        "DROPDOWN|[\"Arabica\",\"Robusta\"]|Robusta",
        "DROPDOWN|[]|Liberica",
        "MULTI_SELECT|[\"Hoe\",\"Saw\"]|[\"Saw\",\"Hoe\"]",
        "MULTI_SELECT|[\"Hoe\",\"Saw\"]|[ \"Hoe\" ]",
        "MULTI_SELECT|[\"Hoe\",\"Saw\"]|[]",
        "MULTI_SELECT|[]|[\"Rake\"]"
      })
  void aValueOfTheFieldsTypeIsReadBackAsItWasSent(String type, String options, String value) {
    scene.world.field(form, "asked", type, false, options);
    assertEquals(value, submit(text(value)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INTEGER|[]|''",
        "INTEGER|[]|1.5",
        "INTEGER|[]|ten",
        "INTEGER|[]|1 000",
        "INTEGER|[]|٣",
        "INTEGER|[]|12345678901234567890123456",
        "FLOAT|[]|1,5",
        "FLOAT|[]|NaN",
        "FLOAT|[]|Infinity",
        "FLOAT|[]|1e999",
        "FLOAT|[]|.5",
        "FLOAT|[]|''",
        "EMAIL|[]|grace",
        "EMAIL|[]|''",
        "PHONE|[]|ask Grace",
        "PHONE|[]|7",
        "DATE|[]|29/02/2024",
        "DATE|[]|2026-02-29",
        "DATE|[]|2026-02-28T00:00:00Z",
        "BOOLEAN|[]|TRUE",
        "BOOLEAN|[]|yes",
        "BOOLEAN|[]|1",
        "RADIO|[\"Yes\",\"No\"]|no",
        "RADIO|[\"Yes\",\"No\"]|''",
        "DROPDOWN|[\"Arabica\",\"Robusta\"]|Liberica",
        "DROPDOWN|[\"Arabica\",\"Robusta\"]|[\"Arabica\"]",
        "MULTI_SELECT|[\"Hoe\",\"Saw\"]|Hoe",
        "MULTI_SELECT|[\"Hoe\",\"Saw\"]|\"Hoe\"",
        "MULTI_SELECT|[\"Hoe\",\"Saw\"]|[\"Rake\"]",
        "MULTI_SELECT|[\"Hoe\",\"Saw\"]|[\"Hoe\",\"Hoe\"]",
        "MULTI_SELECT|[\"Hoe\",\"Saw\"]|[\"Hoe\"",
        "MULTI_SELECT|[\"Hoe\",\"Saw\"]|[\"Hoe\"] []",
        "MULTI_SELECT|[]|[1]",
        "MULTI_SELECT|[]|[1e99999999999]",
        "MULTI_SELECT|[]|[null]",
        "MULTI_SELECT|[]|{}",
        "MULTI_SELECT|[]|null",
        "MULTI_SELECT|[]|''"
      })
  void aValueOfAnotherFormIsRefused(String type, String options, String value) {
    scene.world.field(form, "asked", type, false, options);
    refused(text(value), "format");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[\"Hoe\",\"Saw\"]|[\"Saw\", \"Hoe\"]|[\"Saw\",\"Hoe\"]",
        "[\"Hoe\",\"Saw\"]|[]|[]",
        "[\"a \\\"b\\\"\"]|[\"a \\\"b\\\"\"]|[\"a \\\"b\\\"\"]",
        "[]|[\"größe\"]|[\"größe\"]"
      })
  void aMultiSelectIsAlsoTakenAsTheArrayThatItIs(String options, String array, String text) {
    scene.world.field(form, "asked", "MULTI_SELECT", false, options);
    assertEquals(text, submit(array));
    assertEquals(text, submit(text(text)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[\"Hoe\",\"Saw\"]|[\"Rake\"]|format",
        "[\"Hoe\",\"Saw\"]|[\"Hoe\",\"Hoe\"]|format",
        "[]|[1]|format",
        "[]|[[]]|format",
        "[]|[null]|format",
        "[]|[\"\\ud83c\"]|character",
        "[]|{}|type",
        "[]|1|type",
        "[]|true|type"
      })
  void aMultiSelectOfAnotherFormIsRefused(String options, String value, String code) {
    scene.world.field(form, "asked", "MULTI_SELECT", false, options);
    refused(value, code);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TEXT",
        "INTEGER",
        "FLOAT",
        "RADIO",
        "EMAIL",
        "PHONE",
        "DATE",
        "BOOLEAN",
        "DROPDOWN"
      })
  void onlyAMultiSelectTakesAnArray(String type) {
    scene.world.field(form, "asked", type, false, "[]");
    refused("[\"a\"]", "type");
    refused("[]", "type");
  }

  @ParameterizedTest
  @ValueSource(strings = {"INTEGER", "FLOAT", "TEXT", "BOOLEAN"})
  void aValueIsAStringWhateverTheType(String type) {
    scene.world.field(form, "asked", type, false, "[]");
    refused("1", "type");
    refused("true", "type");
    refused("{}", "type");
  }

  @Test
  void aValueIsTakenUpToItsLimitInCodePoints() {
    scene.world.field(form, "asked", "TEXT", false, "[]");
    String longest = EAR_OF_RICE.repeat(10_000);
    assertEquals(longest, submit(text(longest)));
    refused(text(longest + "x"), "too_long");
    refused("\"a\\u0000\"", "character");
    refused("\"a\\ud83c\"", "character");
  }

  @Test
  void anAddressOfAnyLengthIsReadToItsEnd() {
    scene.world.field(form, "asked", "EMAIL", false, "[]");
    String longest = "a@" + "a.".repeat(4_998) + "a";
    assertEquals(longest, submit(text(longest)));
    refused(text(longest + "-"), "format");
  }

  @Test
  void anArrayIsTakenUpToTheSameLimitAsItsText() {
    scene.world.field(form, "asked", "MULTI_SELECT", false, "[]");
    String longest = "[\"" + EAR_OF_RICE.repeat(9_996) + "\"]";
    assertEquals(longest, submit(longest));
    refused("[\"" + EAR_OF_RICE.repeat(9_997) + "\"]", "too_long");
  }

  @Test
  void theFindingSaysWhatMayBeChosen() {
    scene.world.field(form, "asked", "RADIO", false, "[\"Yes\", \"No\"]");
    assertEquals(
        "This field takes one of [Yes, No].",
        scene.patch(submission(text("Perhaps"))).json().at("/errors/0/detail").asText());
  }

  private static String text(String value) {
    return JsonNodeFactory.instance.textNode(value).toString();
  }

  private String submit(String value) {
    return scene.patched(submission(value)).at("/submission/values/0/value").asText();
  }

  private void refused(String value, String code) {
    scene.refused(submission(value), "/submission/values/0/value " + code);
  }

  private String submission(String value) {
    return "\"submission\": {\"form\": \"%s\", \"values\": [{\"field\": \"asked\", \"value\": %s}]}"
        .formatted(form, value);
  }
}
