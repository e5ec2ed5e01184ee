package supplychain.records.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Client;
import supplychain.Reply;
import supplychain.Team;
import supplychain.World;
import supplychain.core.Role;

/** The catalogue of products, which is everybody's. */
class CatalogueTest {
  private final Team team = new Team(PRODUCTS, Role.ADMIN);
  private final String name = "Tea " + World.unique(12);
  private final Client reporter = team.as(Role.REPORTER);
  private final UUID shilling = team.world.currency("UGX");

  /** The product as another company sees it: without the users of the company that recorded it. */
  private static JsonNode shownToOthers(Reply made) {
    ObjectNode shown = made.json().deepCopy();
    shown.putNull("creator").putNull("updater");
    return shown;
  }

  @Test
  void aNameThatExistsIsThatProduct() {
    Reply made = team.made("{'name': '%s', 'description': 'Green'}", name);
    Reply again =
        new Team(PRODUCTS, Role.ADMIN)
            .made("{'name': ' %s', 'description': 'Green'}", name.toUpperCase(Locale.ROOT));
    assertEquals(shownToOthers(made), again.json());
    assertEquals(made.json(), team.read(made.id()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{}                                     | /name required",
        "{'name': ' '}                          | /name blank",
        "{'name': 1}                            | /name type",
        "{'name': 'Tea', 'description': 1}      | /description type",
        "{'name': 'Tea', 'is_active': 'yes'}    | /is_active not_a_choice",
        "{'name': 'Tea', 'colour': 'green'}     | /colour unknown_field"
      })
  void aMistakeIsNamedAtItsPlace(String body, String finding) {
    team.post(body).expect(400, finding);
    String product = team.world.product("Tea").toString();
    if (!finding.endsWith("required")) {
      change(product, body).expect(400, finding);
    }
  }

  @Test
  void onlyAnOperatorChangesACatalogueProduct() {
    UUID product = team.world.product("Tea");
    team.patch(product, "{'name': '%s'}", name).expect(403);
    change(product, "{'description': 'Green'}").expect(200);
    assertEquals("", change(product, "{'description': null}").expect(200).at("/description"));
  }

  @Test
  void aNameThatIsTakenIsRefused() {
    team.made("{'name': '%s'}", name);
    UUID product = team.world.product("Tea");
    JsonNode before = team.read(product);
    String large = name.toUpperCase(Locale.ROOT);
    change(product, "{'name': ' " + large + "'}").expect(409, "/name taken");
    change(product, "{'name': null}").expect(400, "/name not_null");
    assertEquals(before, team.read(product));
  }

  private Reply change(Object product, String body) {
    return team.as(Role.OPERATOR).patch(PRODUCTS + product + "/", body.replace('\'', '"'));
  }

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
}
