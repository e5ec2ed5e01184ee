package supplychain.records;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The texts that a field of each type accepts. */
@Tag("unit")
class FieldTypeTest {
  private static final Set<String> OPTIONS = new LinkedHashSet<>(List.of("Hoe", "Saw"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      textBlock =
          """
          TEXT         | SL14, from Bugisu ; ["a"]
          INTEGER      | 0 ; -12 ; 1234567890123456789012345
          FLOAT        | 12.50 ; -3 ; 1.5e3
          EMAIL        | grace@example.org
          PHONE        | +256 (772) 000-111
          DATE         | 2024-02-29
          BOOLEAN      | true ; false
          RADIO        | Hoe ; Saw
          DROPDOWN     | Saw
          MULTI_SELECT | ["Saw","Hoe"] ; [ "Hoe" ] ; []
          """)
  void aValueOfTheTypeIsTaken(FieldType type, String values) {
    for (String value : values.split(" ; ", -1)) {
      assertEquals(Optional.empty(), type.flaw(value, () -> OPTIONS), value);
    }
    assertEquals(Optional.empty(), FieldType.TEXT.flaw("", () -> OPTIONS));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      textBlock =
          """
          INTEGER      | 1.5 ; ten ; 1 000 ; ٣ ; 12345678901234567890123456
          FLOAT        | 1,5 ; NaN ; Infinity ; 1e999 ; .5
          EMAIL        | grace
          PHONE        | ask Grace ; 7
          DATE         | 29/02/2024 ; 2026-02-29 ; 2026-02-28T00:00:00Z
          BOOLEAN      | TRUE ; yes ; 1
          RADIO        | hoe ; Rake
          DROPDOWN     | Rake ; ["Hoe"]
          MULTI_SELECT | Hoe ; "Hoe" ; ["Rake"] ; ["Hoe","Hoe"] ; ["Hoe" ; ["Hoe"] []
          MULTI_SELECT | [1] ; [1e99999999999] ; [null] ; {} ; null
          """)
  void aValueOfAnotherTypeIsRefused(FieldType type, String values) {
    for (String value : values.split(" ; ", -1)) {
      assertEquals(true, type.flaw(value, () -> OPTIONS).isPresent(), value);
    }
    assertEquals(true, type.flaw("", () -> OPTIONS).isPresent());
  }

  @ParameterizedTest
  @CsvSource({"RADIO, Perhaps", "DROPDOWN, Liberica", "MULTI_SELECT, '[\"Rake\"]'"})
  void withoutOptionsAnyChoiceIsTaken(FieldType type, String value) {
    assertEquals(Optional.empty(), type.flaw(value, Set::of));
  }

  @Test
  void theFindingNamesTheOptions() {
    assertEquals(
        Optional.of("must be one of [Hoe, Saw]."), FieldType.RADIO.flaw("Rake", () -> OPTIONS));
  }

  @Test
  void anAddressOfAnyLengthIsReadToItsEnd() {
    String longest = "a@" + "a.".repeat(4_998) + "a";
    assertEquals(Optional.empty(), FieldType.EMAIL.flaw(longest, Set::of));
    assertEquals(true, FieldType.EMAIL.flaw(longest + "-", Set::of).isPresent());
  }
}
