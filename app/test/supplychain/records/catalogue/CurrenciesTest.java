package supplychain.records.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.World;
import supplychain.core.Role;

/** Currencies are everybody's to read. */
class CurrenciesTest {
  private static final String CURRENCIES = "/v1/catalogs/currencies/";

  private final World world = new World();
  private final Client reporter = world.client(world.company("Cooperative"), Role.REPORTER);
  private final UUID shilling = world.currency("UGX");

  @Test
  void aCurrencyIsFoundByTheStartOfItsCodeOrName() {
    String expected = "{\"name\":\"Ugandan Shilling\",\"id\":\"%s\",\"code\":\"UGX\"}";
    String document = expected.formatted(shilling);
    assertEquals(document, reporter.get(CURRENCIES + shilling + "/").json().toString());
    assertEquals("[" + document + "]", reporter.get(CURRENCIES + "?code=ug").json().toString());
    assertEquals(
        "[" + document + "]", reporter.get(CURRENCIES + "?name=ugandan").json().toString());
    assertEquals(
        "id,code,name\r\n" + shilling + ",UGX,Ugandan Shilling\r\n",
        reporter.get(CURRENCIES + "?code=UGX", "Accept", "text/csv").text());
  }

  @Test
  void nobodyChangesThem() {
    Client operator = world.client(null, Role.OPERATOR);
    assertEquals(405, operator.post(CURRENCIES, "{}").status());
  }
}
