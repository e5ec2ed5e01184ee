package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Team.assertShown;
import static supplychain.schema.Tables.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.UUID;
import org.jooq.DSLContext;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.World;
import supplychain.core.Caller;
import supplychain.core.Role;
import supplychain.database.Ids;

/** A farmer's submission as it is read: its values, their fields, and the whole form. */
class FarmerNestedDocumentTest {
  private static final String TREES =
      """
      {"label": "trees", "type": "INTEGER", "id": "*", <own>, "label_en_us": "Trees",
       "label_en_uk": "Trees!", "label_fr": "Arbres", "label_nl": "Bomen", "label_ind": "Pohon",
       "key": "trees", "required": false, "default_value": "0", "options": "[]",
       "creator": "<system>", "updater": "<system>"}""";

  private static final String TOOLS =
      """
      {"label": "tools", "type": "MULTI_SELECT", "id": "*", <own>, "label_en_us": "",
       "label_en_uk": "", "label_fr": "", "label_nl": "", "label_ind": "", "key": "tools",
       "required": true, "default_value": "", "options": "[\\"Hoe\\",\\"Saw\\"]",
       "creator": "<system>", "updater": "<system>"}""";

  private static final String SUBMISSION =
      """
      {"values": [
         {"field": "<trees>", "value": "400", "id": "*", "field_details": <trees field>, <own>,
          "creator": "<user>", "updater": "<user>"},
         {"field": "<tools>", "value": "[\\"Saw\\"]", "id": "*", "field_details": <tools field>,
          <own>, "creator": "<user>", "updater": "<user>"}],
       "form": "<form>", "id": "*",
       "form_details": {"fields": [<trees field>, <tools field>], "owner": "<coop>", "id": "*",
         "products": [{"name": "<product name>", "id": "*", "premiums": "<premium>",
           "is_active": "true", <own>, "description": "", "image": "", "creator": "<system>",
           "updater": "<system>"}],
         "field_config": [{"label": "Phone", "key": "phone", "id": "*", <own>,
           "visibility": false, "required": true, "creator": "<system>", "updater": "<system>"}],
         <own>, "form_type": "FARMER", "creator": "<system>", "updater": "<system>"},
       <own>, "creator": "<user>", "updater": "<user>", "product": "<product>"}""";

  private final FarmerScene scene = new FarmerScene();
  private final UUID form = scene.world.form(scene.coop, "FARMER");
  private final UUID trees = scene.world.field(form, "trees", "INTEGER", false, "[]");
  private final UUID tools =
      scene.world.field(form, "tools", "MULTI_SELECT", true, "[\"Hoe\",\"Saw\"]");
  private final UUID config = Ids.next();
  private final UUID product = scene.world.product("Cherry");
  private final UUID premium = scene.world.premium(scene.coop, "NORMAL", true);

  @Test
  void everyFieldOfEveryNestedTableIsReadInTheOrderOfItsTable() {
    World.write(this::complete);
    Client admin = scene.world.client(scene.coop, Role.ADMIN);
    admin
        .post(
            "/v1/supply-chains/company-products/",
            "{\"company\": \"%s\", \"product_id\": \"%s\", \"premiums\": [\"%s\"]}"
                .formatted(scene.coop, product, premium))
        .expect(201);
    JsonNode submission =
        scene
            .patched(
                """
                "submission": {"form": "%s", "product": "%s", "values": [
                  {"field": "tools", "value": "[\\"Saw\\"]"}, {"field": "trees", "value": "400"}]}"""
                    .formatted(form, product))
            .get("submission");
    assertShown(
        SUBMISSION
            .replace("<trees field>", TREES)
            .replace("<tools field>", TOOLS)
            .replace("<own>", "\"updated_on\": \"*\", \"created_on\": \"*\"")
            .replace("<trees>", trees.toString())
            .replace("<tools>", tools.toString())
            .replace("<form>", form.toString())
            .replace("<coop>", scene.coop.toString())
            .replace("<product>", product.toString())
            .replace("<product name>", productName())
            .replace("<premium>", premium.toString())
            .replace("<user>", scene.user.toString())
            .replace("<system>", Caller.SYSTEM.toString()),
        submission);
    assertEquals(form.toString(), submission.at("/form_details/id").asText());
    assertEquals(product.toString(), submission.at("/form_details/products/0/id").asText());
  }

  private String productName() {
    return World.read(sql -> sql.fetchSingle(PRODUCT, PRODUCT.ID.eq(product)).get(PRODUCT.NAME));
  }

  private int complete(DSLContext sql) {
    sql.update(FORM_FIELD)
        .set(FORM_FIELD.LABEL_EN_US, "Trees")
        .set(FORM_FIELD.LABEL_EN_UK, "Trees!")
        .set(FORM_FIELD.LABEL_FR, "Arbres")
        .set(FORM_FIELD.LABEL_NL, "Bomen")
        .set(FORM_FIELD.LABEL_IND, "Pohon")
        .set(FORM_FIELD.DEFAULT_VALUE, "0")
        .where(FORM_FIELD.ID.eq(trees))
        .execute();
    sql.insertInto(FORM_PRODUCT)
        .set(FORM_PRODUCT.FORM, form)
        .set(FORM_PRODUCT.PRODUCT, product)
        .execute();
    return sql.insertInto(FIELD_CONFIG)
        .set(FIELD_CONFIG.ID, config)
        .set(FIELD_CONFIG.FORM, form)
        .set(FIELD_CONFIG.LABEL, "Phone")
        .set(FIELD_CONFIG.KEY, "phone")
        .set(FIELD_CONFIG.VISIBILITY, false)
        .set(FIELD_CONFIG.REQUIRED, true)
        .set(FIELD_CONFIG.CREATOR, Caller.SYSTEM)
        .set(FIELD_CONFIG.UPDATER, Caller.SYSTEM)
        .execute();
  }
}
