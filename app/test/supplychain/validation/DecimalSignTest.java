package supplychain.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("unit")
class DecimalSignTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "80.5      | POINT | 80.5     | 80.5",
        "80,5      | COMMA | 80,5     | 80.5",
        "0.125     | POINT | 0.125    | 0.125",
        "0,125     | COMMA | 0,125    | 0.125",
        "1234.500  | POINT | 1234.500 | 1234.500",
        "1.250,5   | COMMA | 1.250,5  | 1250.5",
        "1,250.5   | POINT | 1250.5   | 1,250.5",
        "1.250.000 | COMMA | 1.250.000| 1250000",
        "-3,75     | COMMA | -3,75    | -3.75",
        "1.250     | -     | 1.250    | 1250",
        "24,000    | -     | 24000    | 24.000",
        "1250      | -     | 1250     | 1250",
        "1 250     | -     | 1 250    | 1 250",
        "1.25.0    | -     | 1.25.0   | 1.25.0",
        "12,5,0    | -     | 12,5,0   | 12,5,0",
        "kg        | -     | kg       | kg"
      })
  void aNumberHasOneSignOrTwoReadings(
      String number, DecimalSign sign, String asPoint, String asComma) {
    assertEquals(sign, DecimalSign.of(number).orElse(null));
    assertEquals(asPoint, DecimalSign.POINT.plain(number));
    assertEquals(asComma, DecimalSign.COMMA.plain(number));
    boolean isOneOfTwo = number.equals("1.250") || number.equals("24,000");
    assertEquals(isOneOfTwo, DecimalSign.isAmbiguous(number));
  }
}
