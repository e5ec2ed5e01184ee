package supplychain.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a value of a spreadsheet or a tired person can mean, and what a message proposes. */
class CorrectionsTest {
  private static final Map<String, Kind<?>> KINDS =
      Map.of("quantity", Kinds.QUANTITY, "area", Kinds.AREA, "amount", Kinds.AMOUNT);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "120,5          | 120.5",
        "1.234,56       | 1234.56",
        "1,234.56       | 1234.56",
        "1,234,567      | 1234567",
        "1.234.567      | 1234567",
        "1,234          | 1.2340 or 1234",
        "0,500          | 0.500",
        "'1 234 567,5'  | 1234567.5",
        "1'234.5        | 1234.5",
        "' 12 '         | 12",
        "120.500        | 120.5000 or 120500",
        "-1,234         | -1.2340 or -1234",
        "120 kg         |",
        "UGX 5,000      |",
        "$5             |",
        "+5             | 5",
        "007            | 7",
        ".5             | 0.5",
        "5.             | 5",
        "-3,5           | -3.5",
        "1.234,5.6      |",
        "21.11.2026     |",
        "1.23,4         |",
        "12 34          |",
        "12 bags of 60  |",
        "1e3            |",
        "0,1234567      |",
        "5/2            |",
        "plenty         |"
      })
  void aDecimalIsProposedIfThereIsOne(String written, String proposed) {
    assertEquals(proposed, Corrections.decimal(written).orElse(null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "21/11/2026        | 2026-11-21",
        "11/21/2026        | 2026-11-21",
        "21.11.2026        | 2026-11-21",
        "5.6.2026          | 2026-06-05",
        "05/06/2026        | 2026-06-05 or 2026-05-06",
        "06/06/2026        | 2026-06-06",
        "21-11-2026 08:30  | 2026-11-21",
        "2026/11/21        | 2026-11-21",
        "2026-1-5          | 2026-01-05",
        "31.02.2026        |",
        "21.11.26          | 2026-11-21",
        "21/11/26          | 2026-11-21 or 2021-11-26",
        "11-25-26          | 2026-11-25",
        "5/6/26            | 2026-06-05 or 2026-05-06",
        "26-11-25          | 2025-11-26 or 2026-11-25",
        "21/11-2026        |",
        "21 Nov 2026       | 2026-11-21",
        "20-Nov-2026       | 2026-11-20",
        "20-nov-26         | 2026-11-20",
        "1-Dec-85          | 1985-12-01",
        "3 de mayo de 2026 | 2026-05-03",
        "3 juin 2026       | 2026-06-03",
        "3 jui 2026        | 2026-06-03 or 2026-07-03",
        "November 2, 2026  | 2026-11-02",
        "31-Nov-2026       |",
        "3 Noon 2026       |",
        "46346             | 2026-11-20 (46346 is Excel's number of 2026-11-20)",
        "46346.34375       | 2026-11-20 (46346 is Excel's number of 2026-11-20)",
        "2026              |",
        "463460            |"
      })
  void theDatesThatATextCanMeanAreProposed(String written, String proposed) {
    assertEquals(proposed, Corrections.date(written).orElse(null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "21.11.2026           | 2026-11-21",
        "2026-11-21 00:00:00  | 2026-11-21",
        "2026-11-21 8:30      | 2026-11-21 08:30:00 (in the time zone of the service), or 2026-11-21T08:30:00 with an offset like +03:00 at its end",
        "2026-11-21T08:30:05  | 2026-11-21 08:30:05 (in the time zone of the service), or 2026-11-21T08:30:05 with an offset like +03:00 at its end",
        "21.11.2026 20:15     | 2026-11-21 20:15:00 (in the time zone of the service), or 2026-11-21T20:15:00 with an offset like +03:00 at its end",
        "2026-11-21T08:30:05+0300 | 2026-11-21T08:30:05 with an offset like +03:00 at its end",
        "05/06/2026 08:30     | 2026-06-05 or 2026-05-06",
        "2026-11-21 8:30 PM   | 2026-11-21",
        "8:30                 |"
      })
  void aTimeIsNotLost(String written, String proposed) {
    assertEquals(proposed, Corrections.dateTime(written).orElse(null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2026-11-21T08:30:00 03:00 | 2026-11-21T08:30:00%2B03:00",
        "21.11.2026                | 2026-11-21",
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
    assertEquals("must be " + advice, KINDS.get(field).read(TextNode.valueOf(written)).rule());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "quantity | 77 lb              | kg",
        "quantity | 77 lbs.            | kg",
        "quantity | 2 bags             | kg",
        "quantity | 1.5 t              | kg",
        "quantity | 900 g              | kg",
        "quantity | 2 kg 300 g         | kg",
        "quantity | 2 bags of 60 kg    | kg",
        "quantity | 2 ha               | kg",
        "quantity | UGX 5              | kg",
        "area     | 4 acres            | hectares",
        "area     | 9000 m2            | hectares",
        "area     | 2 manzanas         | hectares",
        "area     | 2 kg               | hectares",
        "amount   | UGX 48,000         | the currency of the record",
        "amount   | 48000 UGX          | the currency of the record",
        "amount   | $12                | the currency of the record",
        "amount   | 48000/=            | the currency of the record",
        "amount   | 48 k               | the currency of the record",
        "amount   | 2 kg               | the currency of the record"
      })
  void anotherUnitIsNeverRemoved(String field, String written, String unit) {
    String rule =
        "must be in %s, as a plain decimal like 1.50, of at most 25 digits, at most 6 after the"
            + " point.";
    assertEquals(
        rule.formatted(unit), KINDS.get(field).read(TextNode.valueOf(written)).rule(), written);
  }

  @ParameterizedTest
  @Tag("unit")
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
