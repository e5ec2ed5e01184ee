package supplychain.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/** What a value of a spreadsheet or a tired person can mean, and what a message proposes. */
class CorrectionsTest {
  private static final Map<String, ValueType<?>> TYPES =
      Map.of("quantity", ValueTypes.QUANTITY, "area", ValueTypes.AREA, "amount", ValueTypes.AMOUNT);

  @ParameterizedTest
  @CsvFileSource(resources = "decimals.csv", delimiter = '|', quoteCharacter = '\'')
  void aDecimalIsProposedIfThereIsOne(String written, String proposed) {
    assertEquals(proposed, Corrections.decimal(written).orElse(null));
  }

  @ParameterizedTest
  @CsvFileSource(resources = "dates.csv", delimiter = '|', quoteCharacter = '\'')
  void theDatesThatATextCanMeanAreProposed(String written, String proposed) {
    assertEquals(proposed, Corrections.date(written).orElse(null));
  }

  @ParameterizedTest
  @CsvFileSource(resources = "times.csv", delimiter = '|', quoteCharacter = '\'')
  void aTimeIsNotLost(String written, String proposed) {
    assertEquals(proposed, Corrections.dateTime(written).orElse(null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2026-11-21T08:30:00 03:00 | 2026-11-21T08:30:00%2B03:00",
        "21.11.2026                | 2026-11-21",
        "0001-01-01                |",
        "yesterday                 |"
      })
  void aPlusThatTheQueryLostIsProposedEncoded(String written, String proposed) {
    assertEquals(proposed, Corrections.timeInQuery(written).orElse(null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "quantity | 77 kg      | written 77.",
        "quantity | 77kgs      | written 77.",
        "quantity | 77,5 Kilos | written 77.5.",
        "quantity | KG. 77     | written 77.",
        "quantity | 2,250 kg   | written 2.2500 or 2250.",
        "quantity | 2.250 kg   | written 2.2500 or 2250.",
        "quantity | 2.250,5 kg | written 2250.5.",
        "area     | 1,5 ha     | written 1.5.",
        "area     | 3 hectares | written 3."
      })
  void theUnitOfTheFieldIsRemoved(String field, String written, String advice) {
    assertEquals("must be " + advice, TYPES.get(field).read(TextNode.valueOf(written)).rule());
  }

  @ParameterizedTest
  @CsvFileSource(resources = "other-units.csv", delimiter = '|', quoteCharacter = '\'')
  void anotherUnitIsNeverRemoved(String field, String written, String unit) {
    String rule =
        "must be in %s, as a plain decimal like 1.50, of at most 25 digits, at most 6 after the"
            + " point.";
    assertEquals(
        rule.formatted(unit), TYPES.get(field).read(TextNode.valueOf(written)).rule(), written);
  }

  @ParameterizedTest
  @Tag("unit")
  @CsvFileSource(
      resources = "decimal-signs.csv",
      delimiter = '|',
      nullValues = "-",
      quoteCharacter = '\'')
  void aNumberHasOneSignOrTwoReadings(
      String number, DecimalSign sign, String asPoint, String asComma) {
    assertEquals(sign, DecimalSign.of(number).orElse(null));
    assertEquals(asPoint, DecimalSign.POINT.plain(number));
    assertEquals(asComma, DecimalSign.COMMA.plain(number));
    boolean isOneOfTwo = number.equals("1.250") || number.equals("24,000");
    assertEquals(isOneOfTwo, DecimalSign.isAmbiguous(number));
  }
}
