package supplychain.proof.requests;

import java.util.List;
import java.util.Random;

/** Strings as JSON writes them, with everything that Unicode and the limits make hard. */
final class OddTexts {
  /** The limits of the interface in characters; a string is that long, or one more or less. */
  private static final int[] LIMITS = {10, 36, 50, 64, 100, 255, 500, 2_000, 10_000, 50_000};

  private static final List<String> CHARACTERS =
      List.of(
          "a",
          " ",
          "é",
          "ß",
          "İ",
          "ı",
          "ﬃ",
          "\u00a0",
          "\u3000",
          "😀",
          "\ud83c\udf3e",
          "e\u0301",
          "\u202e",
          "\u200b",
          "\ufeff",
          "\ufffe",
          "\uffff",
          "\\u0000",
          "\\ud800",
          "\\udfff\\ud800",
          "\\ud83d\\ude00",
          "\\n",
          "\\\"",
          "\\\\",
          "\\/",
          "~1",
          "\u007f",
          "\u0085",
          "\u2028");

  private static final List<String> WHOLE =
      List.of(
          "",
          " ",
          "\\u0000",
          "\\ud800",
          "\\udc00",
          "x\\ud800y",
          "\u200b",
          "\ufeff",
          "null",
          "true",
          "0",
          "-0",
          "1.50",
          "01",
          "1e3",
          "1e999999999",
          "0.0000001",
          "NaN",
          "Infinity",
          "-1",
          "99999999999999999999999999",
          "9999999999999999999.999999",
          "٣",
          "१",
          "１２",
          "0x10",
          "2026-11-21",
          "2026-02-30",
          "0000-01-01",
          "0001-01-01",
          "9999-12-31",
          "1582-10-10",
          "2026-11-21T08:00:00Z",
          "2026-11-21T24:00:00Z",
          "2026-11-21T23:59:60Z",
          "0001-01-01T00:00:00+18:00",
          "9999-12-31T23:59:59-18:00",
          "2026-11-21T08:00:00+19:00",
          "2026-11-21T08:00:00.9999999999Z",
          "2026-11-21 08:00:00",
          "a@b.c",
          "a@b",
          "@",
          "a@@b.c",
          "GRANTED",
          "granted",
          "CARD",
          "TRANSACTION_PREMIUM",
          "[]",
          "[\\\"A\\\"]",
          "[1",
          "{}",
          "019c0000-0000-7000-8000-00000000000",
          "019c0000-0000-7000-8000-0000000000000",
          "{019c0000-0000-7000-8000-000000000000}",
          "019C0000-0000-7000-8000-000000000000",
          "00000000-0000-0000-0000-000000000000",
          "ffffffff-ffff-ffff-ffff-ffffffffffff",
          "019c0000000070008000000000000000",
          "019c0000-0000-7000-8000-000000000000\\u0000",
          "'; drop table farmer; --",
          "%s%n%x",
          "$" + "{7*7}",
          "<b>",
          "../..",
          "EUR",
          "eur",
          "XXX");

  private OddTexts() {}

  /** A string token of JSON. */
  static String next(Random random) {
    if (random.nextInt(3) > 0) {
      return '"' + WHOLE.get(random.nextInt(WHOLE.size())) + '"';
    }
    int length = LIMITS[random.nextInt(random.nextInt(LIMITS.length) + 1)] + random.nextInt(3) - 1;
    String character = CHARACTERS.get(random.nextInt(CHARACTERS.size()));
    return '"' + character.repeat(length) + '"';
  }

  /** A name of a field. */
  static String name(Random random) {
    return random.nextBoolean() ? next(random) : "\"x" + random.nextInt() + '"';
  }
}
