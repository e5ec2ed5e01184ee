package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.records.farmer.FarmerScene.assertDocument;
import static supplychain.records.farmer.FarmerScene.madeId;
import static supplychain.schema.Tables.FIELD_CONFIG;
import static supplychain.schema.Tables.FORM_FIELD;
import static supplychain.schema.Tables.FORM_PRODUCT;
import static supplychain.schema.Tables.PRODUCT;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.UUID;
import org.jooq.DSLContext;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Caller;
import supplychain.core.Role;
import supplychain.database.Ids;

/** A farmer's submission as it is read: its values, their fields, and the whole form. */
class FarmerNestedDocumentTest {
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
    Reply handled =
        admin.post(
            "/v1/supply-chains/company-products/",
            "{\"company\": \"%s\", \"product_id\": \"%s\", \"premiums\": [\"%s\"]}"
                .formatted(scene.coop, product, premium));
    assertEquals(201, handled.status(), handled.text());
    JsonNode submission =
        scene
            .patched(
                """
                "submission": {"form": "%s", "product": "%s", "values": [
                  {"field": "tools", "value": "[\\"Saw\\"]"}, {"field": "trees", "value": "400"}]}"""
                    .formatted(form, product))
            .get("submission");
    assertDocument(submission(submission), submission);
  }

  private String submission(JsonNode actual) {
    return """
    {"values": [
       {"field": "%s", "value": "400", "id": "%s", "field_details": %s, "updated_on": "TIME",
        "created_on": "TIME", "creator": "%10$s", "updater": "%10$s"},
       {"field": "%s", "value": "[\\"Saw\\"]", "id": "%s", "field_details": %s,
        "updated_on": "TIME", "created_on": "TIME", "creator": "%10$s", "updater": "%10$s"}],
     "form": "%s", "id": "%s",
     "form_details": %s,
     "updated_on": "TIME", "created_on": "TIME", "creator": "%10$s", "updater": "%10$s",
     "product": "%11$s"}"""
        .formatted(
            trees,
            madeId(actual, "/values/0/id"),
            treesField(),
            tools,
            madeId(actual, "/values/1/id"),
            toolsField(),
            form,
            madeId(actual, "/id"),
            form(),
            scene.user,
            product);
  }

  private String form() {
    return """
    {"fields": [%s, %s], "owner": "%s", "id": "%s",
     "products": [{"name": "%s", "id": "%s", "premiums": "%s", "is_active": "true",
       "updated_on": "TIME", "created_on": "TIME", "description": "", "image": "",
       "creator": "%8$s", "updater": "%8$s"}],
     "field_config": [{"label": "Phone", "key": "phone", "id": "%9$s", "updated_on": "TIME",
       "created_on": "TIME", "visibility": false, "required": true,
       "creator": "%8$s", "updater": "%8$s"}],
     "updated_on": "TIME", "created_on": "TIME", "form_type": "FARMER",
     "creator": "%8$s", "updater": "%8$s"}"""
        .formatted(
            treesField(),
            toolsField(),
            scene.coop,
            form,
            productName(),
            product,
            premium,
            Caller.SYSTEM,
            config);
  }

  private String treesField() {
    return """
    {"label": "trees", "type": "INTEGER", "id": "%s", "updated_on": "TIME", "created_on": "TIME",
     "label_en_us": "Trees", "label_en_uk": "Trees!", "label_fr": "Arbres", "label_nl": "Bomen",
     "label_ind": "Pohon", "key": "trees", "required": false, "default_value": "0",
     "options": "[]", "creator": "%2$s", "updater": "%2$s"}"""
        .formatted(trees, Caller.SYSTEM);
  }

  private String toolsField() {
    return """
    {"label": "tools", "type": "MULTI_SELECT", "id": "%s", "updated_on": "TIME",
     "created_on": "TIME", "label_en_us": "", "label_en_uk": "", "label_fr": "", "label_nl": "",
     "label_ind": "", "key": "tools", "required": true, "default_value": "",
     "options": "[\\"Hoe\\",\\"Saw\\"]", "creator": "%2$s", "updater": "%2$s"}"""
        .formatted(tools, Caller.SYSTEM);
  }

  private String productName() {
    return FarmerScene.read(
        sql -> sql.fetchSingle(PRODUCT, PRODUCT.ID.eq(product)).get(PRODUCT.NAME));
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
