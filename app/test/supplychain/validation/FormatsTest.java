package supplychain.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.core.Json;

/** The texts that are instants, dates, addresses and amounts. */
@Tag("unit")
class FormatsTest {
  private static List<String> words(String text) {
    return List.of(text.strip().split("\\s*\\|\\s*", -1));
  }

  @Test
  void aDateTimeHasADayATimeAndAnOffset() {
    List<String> wrong =
        words(
            """
            |now|2026-11-31|2026-11-21T08:00:00|2026-11-21  08:00:00|2026-11-21T08:00Z|2026-11-21 08:00Z
            |2026-11-21 8:00|2026-11-21 24:00:00|2026-02-29 08:00:00|0000-01-01 08:00:00
            |2026-11-21T08:00:00+0700|2026-11-21T08:00:00+07|2026-11-21T08:00:00+19:00
            |2026-11-21T08:00:00.Z|2026-11-21T24:00:00Z|2026-11-21T08:60:00Z|2026-11-21T08:00:60Z
            |2016-12-31T23:58:60Z|2016-12-31T23:59:61Z|2016-12-31T23:59:60+01:00
            |9999-12-31T23:59:60Z|2026-02-29T08:00:00Z|2026-13-01T08:00:00Z|0000-01-01T00:00:00Z
            |0001-01-01T00:00:00+00:01|9999-12-31T23:59:59-00:01|+12026-11-21T08:00:00Z
            |-2026-11-21T08:00:00Z|2026-11-21T08:00:00Z[UTC]|infinity""");
    wrong.forEach(text -> assertEquals(Optional.empty(), Formats.dateTime(text), text));
    assertEquals(Optional.empty(), Formats.dateTime(" 2026-11-21T08:00:00Z"));
  }

  @Test
  void anIdHasFiveGroupsOfHexadecimalDigits() {
    String id = "019c0000-aBcD-7000-8000-00000000000f";
    assertEquals(Optional.of(UUID.fromString(id)), Formats.uuid(id));
    List<String> wrong =
        words(
            """
            |1-1-1-1-1|019c0000-abcd-7000-8000-00000000000|019c0000-abcd-7000-8000-00000000000f0
            |019c0000abcd70008000000000000000000f|019c0000-abcd-7000-80000-0000000000f
            |019c0000-abcd-7000-8000-00000000000g|+19c0000-abcd-7000-8000-00000000000f
            |019c0000-abcd-7000-8000_00000000000f|019c0000-abcd-7000-8000-00000000000\uff11
            |{19c0000-abcd-7000-8000-00000000000}|019c0000-abcd-7000--800-00000000000f""");
    wrong.forEach(text -> assertEquals(Optional.empty(), Formats.uuid(text), text));
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-21T20:30:00-05:30, 2026-11-22T02:00Z",
    "2026-11-21t08:00:00z, 2026-11-21T08:00Z",
    // RFC 3339, 5.6 allows a blank in place of T.
    "2026-11-21 08:00:00Z, 2026-11-21T08:00Z",
    "2026-11-21 08:00:00.5+03:00, 2026-11-21T05:00:00.500Z",
    "2026-11-21T08:00:00+07:00, 2026-11-21T01:00Z",
    "2026-11-21T08:00:00-00:00, 2026-11-21T08:00Z",
    "2024-02-29T23:59:59+00:00, 2024-02-29T23:59:59Z",
    "1500-02-28T00:00:00Z, 1500-02-28T00:00Z",
    "2026-11-21T08:00:00.1234569Z, 2026-11-21T08:00:00.123456Z",
    "2026-11-21T08:00:00.999999999999Z, 2026-11-21T08:00:00.999999Z",
    "0001-01-01T00:00:00Z, 0001-01-01T00:00Z",
    "2016-12-31T15:59:60.5-08:00, 2017-01-01T00:00:00.500Z",
    "2017-01-01T05:29:60+05:30, 2017-01-01T00:00Z"
  })
  void aDateTimeIsReadInUtcAndCutToTheMicrosecond(String text, String instant) {
    assertEquals(instant, Formats.dateTime(text).orElseThrow().toString());
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-20 08:15:30, 2026-11-20T02:45:30Z",
    "2026-11-20 08:15, 2026-11-20T02:45Z",
    "2026-11-20 00:00:00, 2026-11-19T18:30Z",
    "2026-11-20 08:15:30.1234567, 2026-11-20T02:45:30.123456Z"
  })
  void aTimeAfterABlankWithoutAnOffsetCountsInTheZoneOfTheService(String text, String instant) {
    // The zone of the tests is Asia/Kolkata.
    assertEquals(instant, Formats.dateTime(text).orElseThrow().toString());
    assertEquals(instant, Formats.dayOrTime(text).orElseThrow().toString());
  }

  @Test
  void aDateAloneIsNoonAsAValueAndTheStartOfTheDayInAFilter() {
    // The zone of the tests is Asia/Kolkata.
    assertEquals("2026-11-21T06:30Z", Formats.dateTime("2026-11-21").orElseThrow().toString());
    assertEquals("2026-11-20T18:30Z", Formats.dayOrTime("2026-11-21").orElseThrow().toString());
  }

  @ParameterizedTest
  @CsvSource({
    // The clocks went from 00:00 to 01:00, and back from 01:00 to 00:00.
    "2018-11-04, America/Sao_Paulo, 2018-11-04T03:00Z, 2018-11-04T14:00Z",
    "2019-10-27, Atlantic/Azores, 2019-10-27T00:00Z, 2019-10-27T13:00Z",
    // Samoa skipped this day.
    "2011-12-30, Pacific/Apia, 2011-12-30T10:00Z, 2011-12-30T22:00Z"
  })
  void aDayBeginsAndHasANoonWhereTheClocksChange(
      LocalDate day, ZoneId zone, String start, String noon) {
    assertEquals(start, Formats.start(day, zone).toString());
    assertEquals(noon, Formats.noon(day, zone).toString());
  }

  @Test
  void aDateIsADayOfTheCalendar() {
    for (String day : words("0001-01-01|1582-10-04|1582-10-15|1900-03-01|2024-02-29|9999-12-31")) {
      assertEquals(Optional.of(LocalDate.parse(day)), Formats.date(day));
    }
    words(
            "|0000-01-01|1900-02-29|2026-13-01|2026-1-1|1582-10-05|1582-10-14|01/02/2026|today"
                + "|2026-01-01T00:00:00Z|12026-01-01")
        .forEach(text -> assertEquals(Optional.empty(), Formats.date(text), text));
  }

  @Test
  void anAddressIsAMailbox() {
    words(
            """
            a@b.co|grace.n+coop@mail.example.org|größe@münchen.example|user@localhost
            |!#$%&'*+-/=?^_`{}~@a--b.c-d.org|नमस्ते@उदाहरण.example""")
        .forEach(text -> assertEquals(true, Formats.isEmail(text), text));
    words(
            """
            |grace|grace@|@example.org|a b@c.org|a@b..org|a..b@c.de|.a@b.de|a.@b.de|a@b@c.de|a@.b.de
            |a@b.de.|a@-b.de|a@b-.de|a@b_c.de|a@[127.0.0.1]|"a b"@c.de|a,b@c.de|Ann <a@b.de>""")
        .forEach(text -> assertEquals(false, Formats.isEmail(text), text));
  }

  @Test
  void anAmountHasAtMostTwentyFiveDigitsAndSixDecimals() throws IOException {
    List<String> wrong =
        words(
            """
            "1e2"|"12345678901234567890123456"|12345678901234567890123456
            |"12345678901234567890.123456"|12345678901234567890.123456|"0.0000001"|0.0000001
            |1.0000000|1e25|1e-7|1e999999999|1e-999999999|-1e999999999|"NaN"|"Infinity"|"-Infinity"
            |""|" 1"|"1 "|"+1"|".5"|"5."|"01"|"1,000"|"1_000"|"0x1F"|"١٢"|"ten\"""");
    for (String json : wrong) {
      assertEquals(Optional.empty(), Formats.decimal(Json.MAPPER.readTree(json)), json);
    }
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      value = {
        "1.5E+3, 1500",
        "125e-2, 1.25",
        "1e24, 1000000000000000000000000",
        "0.00, 0.00",
        "-0, 0",
        "1e2, 100",
        "'\"12.50\"', 12.50",
        "12.500000, 12.500000",
        "1e-6, 0.000001",
        "'\"0.000001\"', 0.000001",
        "0.1, 0.1"
      })
  void anAmountKeepsItsDigits(String json, String digits) throws IOException {
    assertEquals(digits, Formats.decimal(Json.MAPPER.readTree(json)).orElseThrow().toPlainString());
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-21T19:30:00Z, 2026-11-22T01:00:00+05:30",
    "2026-11-21T19:30:00.5Z, 2026-11-22T01:00:00.5+05:30",
    "9999-12-31T23:59:59.999999Z, 9999-12-31T23:59:59.999999+00:00",
    "0001-01-01T00:00:00Z, 0001-01-01T00:00:00+00:00"
  })
  void aTableShowsATimeInTheZoneOfTheServiceAndIsReadBackAsTheSame(String time, String shown) {
    assertEquals(shown, Formats.shown(OffsetDateTime.parse(time)));
    assertEquals(Formats.dateTime(time), Formats.dateTime(shown));
  }
}
