package supplychain.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The correction that a message proposes for a value of a spreadsheet or a tired person. */
class CorrectionsTest {
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
}
