package supplychain.records.company;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Team.assertShown;
import static supplychain.Team.refused;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Reply;
import supplychain.Team;
import supplychain.core.Role;

/** Company-products as they are read and changed. */
class AmendTest {
  private final Team team = new Team(Sent.PATH, Role.ADMIN);
  private final UUID product = team.world.product("Honey");
  private final UUID form = team.world.form(team.company, "PRODUCT");
  private final UUID premium = team.world.premium(team.company, "NORMAL", true);
  private final Reply made =
      team.made("{'company': '%s', 'product_id': '%s'}", team.company, product);
  private final String id = made.id();

  @Test
  void aCompanyProductIsChangedAndReadInTheOrderOfItsTable() {
    JsonNode changed =
        team.changed(
            id, "{'is_active': false, 'forms': ['%s'], 'premiums': ['%s']}", form, premium);
    assertEquals(premium.toString(), changed.at("/product/premiums").asText());
    ((ObjectNode) changed).remove("product");
    assertShown(
        """
        {'company': '<company>', 'id': '*', 'product_id': '<product>', 'is_active': false,
         'creator': '<user>', 'updater': '<user>', 'forms': ['<form>'], 'premiums': ['<premium>'],
         'updated_on': '*', 'created_on': '*'}
        """
            .replace("<company>", team.company.toString())
            .replace("<product>", product.toString())
            .replace("<user>", team.user.toString())
            .replace("<form>", form.toString())
            .replace("<premium>", premium.toString()),
        changed);
  }

  @Test
  void omittedListsStayAndNullClearsThem() {
    team.changed(id, "{'forms': ['%s'], 'premiums': ['%s']}", form, premium);
    JsonNode changed = team.changed(id, "{'premiums': null}");
    assertEquals(0, changed.get("premiums").size());
    assertEquals(form.toString(), changed.at("/forms/0").asText());
    assertEquals(true, changed.get("is_active").asBoolean());
  }

  @Test
  void theCompanyAndTheProductAreFixed() {
    UUID other = team.world.product("Wax");
    refused(team.patch(id, "{'company': '%s'}", other), 400, "/company fixed");
    refused(team.patch(id, "{'product_id': '%s'}", other), 400, "/product_id fixed");
    refused(team.patch(id, "{'product_id': null}"), 400, "/product_id fixed");
    refused(team.patch(id, "{'product': {'id': '%s'}}", other), 400, "/product fixed");
    refused(team.patch(id, "{'is_active': null}"), 400, "/is_active not_null");
    assertEquals(made.json(), team.read(id));
  }

  @Test
  void formsAndPremiumsBelongToTheCompany() {
    UUID other = team.world.company("Other");
    refused(
        team.patch(
            id,
            "{'forms': ['%s', '%s'], 'premiums': ['%s']}",
            team.world.form(team.company, "FARMER"),
            team.world.form(other, "PRODUCT"),
            team.world.premium(other, "NORMAL", true)),
        400,
        "/forms/1 does_not_exist",
        "/premiums/0 does_not_exist",
        "/forms/0 wrong_form");
    assertEquals(made.json(), team.read(id));
  }

  @Test
  void theListIsNarrowed() {
    team.changed(id, "{'is_active': false, 'forms': ['%s'], 'premiums': ['%s']}", form, premium);
    String other = team.made("{'company': '%s'}", team.company).id();
    for (String query :
        List.of("product=" + product, "form=" + form, "premium=" + premium, "is_active=false")) {
      assertEquals(List.of(id), team.list("?" + query), query);
    }
    assertEquals(List.of(other), team.list("?is_active=true"));
    assertEquals(List.of(id, other), team.list("?company=" + team.company));
    assertEquals(List.of(), team.list("?product=" + team.world.product("Wax")));
  }
}
