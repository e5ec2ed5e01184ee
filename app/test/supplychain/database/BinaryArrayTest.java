package supplychain.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Installation;

/** PostgreSQL reads an array in its binary format as it reads each value as a text. */
class BinaryArrayTest {
  private static final Database DATABASE = Installation.shared().database();

  /** The elements as PostgreSQL writes them. */
  private static List<String> received(String type, Object... elements) {
    SqlText query = new SqlText("select one::text from unnest(?::%s[]) as one".formatted(type));
    List<String> texts = new ArrayList<>();
    SqlText.SqlArray array = new SqlText.SqlArray(type, elements);
    DATABASE.read(sql -> query.with(array).list(sql, row -> texts.add(row.getString(1))));
    return texts;
  }

  @Test
  void decimalsKeepTheirDigits() {
    List<String> decimals =
        Arrays.asList(
            "0",
            "0.00",
            "1.50",
            "-1.50",
            "100000",
            "0.000001",
            "9999",
            "10000",
            "10000.0001",
            "-12345678901234567890.123456789",
            "99999999999999999999.99",
            null,
            "0.10");
    Object[] elements =
        decimals.stream().map(one -> one == null ? null : new BigDecimal(one)).toArray();
    assertEquals(decimals, received("numeric", elements));
  }

  @Test
  void aDecimalWithAnExponentIsAWholeNumber() {
    assertEquals(
        List.of("1000", "-12000", "0"),
        received(
            "numeric", new BigDecimal("1E+3"), new BigDecimal("-1.2E+4"), new BigDecimal("0E+2")));
  }

  @Test
  void textsKeepTheirCharacters() {
    List<String> texts =
        Arrays.asList("", "NULL", null, "a, b", "{\"c\"}", "back\\slash", "Élan ☕ 😀", " x ", "\n");
    assertEquals(texts, received("text", texts.toArray()));
  }

  @Test
  void idsKeepTheirBytes() {
    UUID id = UUID.fromString("01a2290f-99f3-7000-8bb3-ffeeddccbbaa");
    assertEquals(Arrays.asList(id.toString(), null), received("uuid", id, null));
  }

  @Test
  void anArrayCanBeEmpty() {
    for (String type : List.of("uuid", "text", "numeric")) {
      assertEquals(List.of(), received(type));
    }
  }

  @Test
  void theFirstElementHasTheIndexOne() {
    SqlText query = new SqlText("select (?::uuid[])[1]::text");
    UUID id = UUID.randomUUID();
    SqlText.SqlArray array = new SqlText.SqlArray("uuid", id);
    assertEquals(
        List.of(id.toString()),
        DATABASE.read(sql -> query.with(array).list(sql, row -> row.getString(1))));
  }

  @Test
  void aConnectionForSimpleQueriesGetsTexts() {
    Installation shared = Installation.shared();
    String url = shared.postgres().url() + "?preferQueryMode=simple";
    UUID id = UUID.randomUUID();
    SqlText query = new SqlText("select one::text from unnest(?::uuid[]) as one");
    SqlText.SqlArray array = new SqlText.SqlArray("uuid", id);
    try (Database simple = shared.open(url, 1, Duration.ofSeconds(30))) {
      assertEquals(
          List.of(id.toString()),
          simple.read(sql -> query.with(array).list(sql, row -> row.getString(1))));
    }
  }
}
