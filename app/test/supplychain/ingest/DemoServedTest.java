package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.Javalin;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import supplychain.Client;
import supplychain.Main;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Progress;
import supplychain.core.Role;

/** The demo data, as its cooperative sees it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DemoServedTest {
  private final EmptyDatabase database = new EmptyDatabase();

  @AutoClose("stop")
  private final Javalin service = Main.service(database.database()).start("127.0.0.1", 0);

  private Map<String, String> names;
  private Client admin;

  @BeforeAll
  void load() {
    Demo demo = new Demo(database.database());
    demo.load(Progress.NONE);
    names = demo.names();
    admin =
        new Client(
            "http://127.0.0.1:" + service.port(),
            new World(database.database())
                .token(UUID.fromString(names.get("COMPANY")), Role.ADMIN));
  }

  /** JSON with the demo's names filled in, as a shell fills them in. */
  private String json(String template) {
    String json = template;
    for (Map.Entry<String, String> name : names.entrySet()) {
      json = json.replace("$" + name.getKey() + "\"", name.getValue() + "\"");
    }
    return json;
  }

  @Test
  void everyNestedTableOfTheCooperativeIsFilled() {
    JsonNode company =
        admin.get("/v1/supply-chains/companies/" + names.get("COMPANY") + "/").json();
    for (Map.Entry<String, JsonNode> field : company.properties()) {
      assertNotEquals("null", field.getValue().toString(), field.getKey());
      assertNotEquals("[]", field.getValue().toString(), field.getKey());
    }
    for (JsonNode form : company.get("forms")) {
      assertEquals(12, form.get("fields").size());
      assertNotEquals(0, form.get("products").size());
      assertNotEquals(0, form.get("field_config").size());
    }
    assertEquals(names.get("BUYER"), company.get("buyer").get("id").asText());
    assertEquals("UGX", company.get("currency").get("code").asText());
    assertNotEquals("null", company.get("entity_card").get("card").toString());
  }

  @Test
  void theFarmerTakesAFormAndKeepsTheCard() {
    Reply reply =
        admin
            .patch(
                "/v1/supply-chains/farmers/" + names.get("FARMER") + "/",
                json(
                    """
                {"first_name": "Martha", "submission": {"form": "$FARMER_FORM",
                 "values": [{"field": "$FARMER_FIELD", "value": "Upper Sipi"}]}}
                """))
            .expect(200);
    assertEquals(names.get("CARD"), reply.json().get("entity_card").get("card").get("id").asText());
  }

  @Test
  void aDeliveryIsRecordedAndPaidWithAPremium() {
    admin
        .post(
            "/v1/transactions/product-transactions/",
            json(
                """
                {"source": "$FARMER", "destination": "$COMPANY", "product": "$PRODUCT",
                 "amount": "26000", "quantity": "10", "card": "$CARD", "currency": "$CURRENCY",
                 "submissions": [{"form": "$FORM",
                   "values": [{"field": "$FIELD", "value": "Moses"}]}],
                 "transaction_payments": [{"amount": 26000}, {"amount": 3000,
                   "premium": "$PREMIUM"}]}
                """))
        .expect(201);
    Reply payment =
        admin
            .post(
                "/v1/transactions/payment-transactions/",
                json(
                    """
                {"source": "$COMPANY", "destination": "$FARMER", "premium": "$OPTION_PREMIUM",
                 "selected_option": "A: at least 95 % ripe", "amount": 15000}
                """))
            .expect(201);
    assertEquals("PREMIUM", payment.at("/payment_type"));
  }

  @Test
  void onlyTheNamedFieldOfThePurchaseFormIsRequiredAndNoneOfTheFarmers() {
    assertEquals(List.of(names.get("FIELD")), requiredFields(names.get("FORM")));
    assertEquals(List.of(), requiredFields(names.get("FARMER_FORM")));
  }

  private List<String> requiredFields(String form) {
    JsonNode company =
        admin.get("/v1/supply-chains/companies/" + names.get("COMPANY") + "/").json();
    return company
        .get("forms")
        .valueStream()
        .filter(one -> one.get("id").asText().equals(form))
        .flatMap(one -> one.get("fields").valueStream())
        .filter(field -> field.get("required").asBoolean())
        .map(field -> field.get("id").asText())
        .toList();
  }

  @Test
  void theOtherProductIsHandledByTheCooperativeToo() {
    Reply reply =
        admin
            .post(
                "/v1/supply-chains/company-products/",
                json(
                    """
                {"company": "$COMPANY", "product_id": "$OTHER_PRODUCT", "forms": ["$FORM"],
                 "premiums": ["$PREMIUM", "$OPTION_PREMIUM"]}
                """))
            .expect(201);
    assertEquals(2, reply.json().get("premiums").size());
  }
}
