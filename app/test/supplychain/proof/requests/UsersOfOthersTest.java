package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Goods;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/**
 * No answer names a user of another company: not as the creator of a product of the catalogue, nor
 * of what two companies share, nor of what came with a farmer.
 */
class UsersOfOthersTest {
  private static final List<String> LISTS =
      List.of(
          PRODUCTS,
          COMPANY_PRODUCTS,
          FORMS,
          FARMERS,
          PLOTS,
          COMPANIES,
          SUBMISSIONS,
          GOODS,
          PAYMENTS);

  private final World world = new World();
  private final UUID coop = world.company("Cooperative");
  private final UUID exporter = world.company("Exporter");
  private final UUID user = world.member(coop);
  private final Client ofCoop = world.client(user, coop, Role.ADMIN);
  private final UUID buyer = world.member(exporter);
  private final Client ofExporter = world.client(buyer, exporter, Role.ADMIN);
  private final Client operator = world.client(null, Role.OPERATOR);
  private final String cursor = ofExporter.get("/v1/changes/?after=now").next();
  private final Reply product =
      record(ofCoop, PRODUCTS, "{'name':'Cherry %s'}".formatted(World.unique(8)));

  private static Reply record(Client client, String path, String json) {
    return client.post(path, json.replace('\'', '"')).expect(201);
  }

  @Test
  void theCreatorOfAProductIsShownToTheOwnCompanyAndToOperatorsOnly() {
    String path = PRODUCTS + product.id() + "/";
    assertEquals(user + " " + user, users(product.json()));
    assertEquals(user + " " + user, users(ofCoop.get(path).json()));
    assertEquals(user + " " + user, users(operator.get(path).json()));
    assertEquals("null null", users(ofExporter.get(path).json()));
    Reply again = record(ofExporter, PRODUCTS, "{'name':'%s'}".formatted(product.at("/name")));
    assertEquals("null null", users(again.json()));
    operator.patch(path, "{\"description\": \"ripe\"}");
    String updater = ofExporter.get(path).json().get("updater").asText();
    assertEquals(
        "null " + updater, users(ofExporter.get(path).json()), "an operator has no company");
    assertFalse(updater.equals("null"));
  }

  @Test
  void aProductInsideARecordOfAnotherCompanyNamesNoUserOfTheFirst() {
    String id = product.id();
    String named = "{'company':'%s','product_id':'%s'}".formatted(exporter, id);
    Reply handled = record(ofExporter, COMPANY_PRODUCTS, named);
    assertEquals("null null", users(handled.json().get("product")));
    assertEquals(buyer + " " + buyer, users(handled.json()));
    String asked = "{'owner':'%s','form_type':'FARMER','products':['%s']}".formatted(exporter, id);
    Reply form = record(ofExporter, FORMS, asked);
    assertEquals("null null", users(form.json().at("/products/0")));
    Reply company = ofExporter.get(COMPANIES + exporter + "/");
    assertEquals("null null", users(company.json().at("/forms/0/products/0")));
    assertEquals(
        user + " " + user, users(operator.get(FORMS + form.id() + "/").json().at("/products/0")));
  }

  @Test
  void sharedRecordsNeverNameAUserOfAnotherCompany() {
    String farmer = shareEverything();
    List<String> told = new ArrayList<>();
    for (String list : LISTS) {
      Reply page = ofExporter.get(list);
      told.add(page.text());
      told.add(ofExporter.get(list, "Accept", "application/x-ndjson").text());
      page.json()
          .forEach(one -> told.add(ofExporter.get(list + one.get("id").asText() + "/").text()));
    }
    told.add(ofExporter.get(cursor).text());
    assertTrue(told.toString().contains(farmer));
    told.forEach(text -> assertFalse(text.contains(user.toString()), text));
    for (String path : List.of(PRODUCTS + product.id() + "/", FARMERS + farmer + "/")) {
      assertTrue(operator.get(path).text().contains(user.toString()), path);
    }
    assertTrue(ofCoop.get(GOODS).text().contains(user.toString()));
  }

  /** The cooperative's user writes all that the exporter may read; the farmer's id. */
  private String shareEverything() {
    String id = product.id();
    String farmer = record(ofCoop, FARMERS, "{'first_name':'Grace'}").id();
    record(ofCoop, FARMERS + farmer + "/plots/", "{'latitude':1.25,'longitude':34.36}");
    String premium =
        record(
                ofCoop,
                PREMIUMS,
                "{'name':'Organic','category':'PAYOUT','type':'PER_KG','amount':2,"
                    + "'applicable_activity':'BUY','calculation_type':'OPTIONS',"
                    + "'options':[{'name':'Gold','amount':1}]}")
            .id();
    UUID card = world.card(coop, coop);
    World.write("update card set creator = ?, updater = ? where id = ?", user, user, card);
    String form =
        record(
                ofCoop,
                FORMS,
                ("{'owner':'%s','form_type':'TRANSACTION',"
                        + "'fields':[{'key':'a','label':'A','type':'TEXT'}]}")
                    .formatted(coop))
            .id();
    String fields =
        "'amount':'1','card':'%s','submissions':[{'form':'%s','values':[{'field':'a','value':'A'}]}],"
            + "'transaction_payments':[{'amount':1,'premium':'%s','selected_option':'Gold'}]";
    String sale = Goods.body(coop, exporter, id, fields.formatted(card, form, premium));
    record(ofCoop, GOODS, sale);
    String move = "{\"first_name\": \"Grace\", \"buyer\": \"%s\"}".formatted(exporter);
    assertEquals(200, operator.patch(FARMERS + farmer + "/", move).status());
    return farmer;
  }

  private static String users(JsonNode record) {
    return record.get("creator").asText() + " " + record.get("updater").asText();
  }
}
