package supplychain.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The country that a text means. */
@Tag("unit")
class CountriesTest {
  @Test
  void everyCodeOfIso3166StandsForItsCountry() {
    for (String code : Locale.getISOCountries()) {
      Locale country = new Locale("", code);
      assertEquals(Optional.of(code), Countries.code(code));
      assertEquals(Optional.of(code), Countries.code(code.toLowerCase(Locale.ROOT)));
      assertEquals(Optional.of(code), Countries.code(country.getISO3Country()));
    }
  }

  @Test
  void eachOfItsNamesMeansOneCountry() throws IOException {
    List<String> lines =
        new String(Countries.class.getResourceAsStream("countries.txt").readAllBytes(), UTF_8)
            .lines()
            .filter(line -> !line.startsWith("#"))
            .toList();
    assertEquals(Locale.getISOCountries().length, lines.size());
    for (String line : lines) {
      String code = line.substring(0, 2);
      for (String name : line.substring("UG UGA ".length()).split(" \\| ", -1)) {
        assertEquals(Optional.of(code), Countries.code(name), name);
        assertEquals(Optional.of(code), Countries.code(name.toUpperCase(Locale.ROOT)), name);
      }
    }
    assertEquals(
        lines.stream().map(line -> line.substring(0, 2)).toList(),
        Arrays.stream(Locale.getISOCountries()).sorted().toList());
  }

  @ParameterizedTest
  @CsvSource({
    " uganda , UG",
    "'Tanzania, United Republic of', TZ",
    "COTE D’IVOIRE, CI",
    "D.R. Congo, CD",
    "The Gambia, GM",
    "Perú, PE",
    "Sao Tome and Principe, ST",
    "São Tomé & Príncipe, ST",
    "St Lucia, LC",
    "U.S.A., US",
    "Timor Leste, TL",
    "Guinea, GN",
    "Guinea-Bissau, GW"
  })
  void aNameIsKnownHoweverItIsWritten(String written, String code) {
    assertEquals(Optional.of(code), Countries.code(written));
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {"", " ", "the", "Congo", "Korea", "Utopia", "Ugand", "UGX", "Uganda1", "🇺🇬"})
  void anAmbiguousOrUnknownNameIsNoCountry(String written) {
    assertEquals(Optional.empty(), Countries.code(written));
  }
}
