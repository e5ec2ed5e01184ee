package supplychain.records.company;

import static supplychain.schema.Tables.CARD;
import static supplychain.schema.Tables.COMPANY;
import static supplychain.schema.Tables.COMPANY_PRODUCT;
import static supplychain.schema.Tables.COMPANY_PRODUCT_PREMIUM;
import static supplychain.schema.Tables.ENTITY_CARD;
import static supplychain.schema.Tables.FIELD_CONFIG;
import static supplychain.schema.Tables.FIELD_VISIBILITY;
import static supplychain.schema.Tables.FORM;
import static supplychain.schema.Tables.FORM_FIELD;
import static supplychain.schema.Tables.FORM_PRODUCT;
import static supplychain.schema.Tables.PRODUCT;

import java.util.UUID;
import supplychain.World;

/** A company of which every field of every table is filled; see {@code full-company.json}. */
final class FullCompany {
  final UUID id;
  private final World world;
  private final Rows rows;

  FullCompany(World world) {
    this.world = world;
    rows = new Rows(world);
    rows.name("currency", world.currency("UGX"));
    id = company(buyer());
    cards();
    products();
    rows.into(FORM).set(FORM.OWNER, id).set(FORM.FORM_TYPE, "FARMER").insert("farmer_form");
    visibility("visibility", "invoice_number", "TRANSACTION", false);
    visibility("other_visibility", "gender", "FARMER", true);
    rows.name("member", world.member(id));
    rows.name("other_member", world.member(id));
  }

  /** What the service must answer. */
  String json() {
    return rows.document("full-company.json");
  }

  private UUID buyer() {
    return rows.into(COMPANY)
        .set(COMPANY.NAME, "Exporter 🌾")
        .set(COMPANY.IMAGE, "https://example.org/exporter.png")
        .set(COMPANY.DESCRIPTION, "Buys green beans")
        .insertCompany("buyer");
  }

  private UUID company(UUID buyer) {
    return rows.into(COMPANY)
        .set(COMPANY.NAME, "Bugisu Cooperative")
        .set(COMPANY.CURRENCY, world.currency("UGX"))
        .set(COMPANY.BUYER, buyer)
        .set(COMPANY.IMAGE, "https://example.org/cooperative.png")
        .set(COMPANY.DESCRIPTION, "Coffee of Mount Elgon")
        .set(COMPANY.HOUSE_NAME, "Coffee House")
        .set(COMPANY.STREET, "Station Road 1")
        .set(COMPANY.CITY, "Mbale")
        .set(COMPANY.SUB_PROVINCE, "Bungokho")
        .set(COMPANY.PROVINCE, "Eastern")
        .set(COMPANY.LATITUDE, 1.0805)
        .set(COMPANY.LONGITUDE, -34.175)
        .set(COMPANY.ZIPCODE, "P.O. Box 7")
        .set(COMPANY.COUNTRY, "Uganda")
        .set(COMPANY.EMAIL, "office@example.org")
        .set(COMPANY.PHONE, "+256 772 000111")
        .set(COMPANY.BUY_ENABLED, false)
        .set(COMPANY.SELL_ENABLED, true)
        .set(COMPANY.QUALITY_CORRECTION, true)
        .set(COMPANY.ALLOW_MULTIPLE_LOGIN, true)
        .insertCompany("company");
  }

  /** The card it holds, and one that it held before. */
  private void cards() {
    UUID card =
        rows.into(CARD)
            .set(CARD.COMPANY, id)
            .set(CARD.CARD_ID, "CARD-1")
            .set(CARD.DISPLAY_ID, "No. 1")
            .insert("card");
    rows.into(ENTITY_CARD)
        .set(ENTITY_CARD.COMPANY, id)
        .set(ENTITY_CARD.CARD, world.card(id, null))
        .set(ENTITY_CARD.ENTITY, id)
        .set(ENTITY_CARD.IS_ACTIVE, false)
        .insert("ended");
    rows.into(ENTITY_CARD)
        .set(ENTITY_CARD.COMPANY, id)
        .set(ENTITY_CARD.CARD, card)
        .set(ENTITY_CARD.ENTITY, id)
        .insert("entity_card");
  }

  /** Two products and a form for them, one with premiums; another company's are its own. */
  private void products() {
    String cherryName = "Cherry " + World.unique(10);
    String beansName = "Green beans " + World.unique(10);
    rows.name("cherry_name", cherryName);
    rows.name("beans_name", beansName);
    UUID cherry =
        rows.into(PRODUCT)
            .set(PRODUCT.NAME, cherryName)
            .set(PRODUCT.DESCRIPTION, "Red and ripe")
            .set(PRODUCT.IMAGE, "https://example.org/cherry.png")
            .set(PRODUCT.IS_ACTIVE, false)
            .insert("cherry");
    UUID beans = rows.into(PRODUCT).set(PRODUCT.NAME, beansName).insert("beans");
    UUID quality = rows.name("quality", world.premium(id, "OPTIONS", false));
    UUID organic = rows.name("organic", world.premium(id, "NORMAL", true));
    handle(id, cherry, organic, quality);
    handle(id, beans);
    handle(id, null, quality);
    UUID other = world.company("Other");
    handle(other, beans, world.premium(other, "NORMAL", true));
    form(beans, cherry);
  }

  private void handle(UUID company, UUID product, UUID... premiums) {
    UUID handled =
        rows.into(COMPANY_PRODUCT)
            .set(COMPANY_PRODUCT.COMPANY, company)
            .set(COMPANY_PRODUCT.PRODUCT, product)
            .insert("company_product");
    for (int i = 0; i < premiums.length; i++) {
      rows.into(COMPANY_PRODUCT_PREMIUM)
          .set(COMPANY_PRODUCT_PREMIUM.COMPANY_PRODUCT, handled)
          .set(COMPANY_PRODUCT_PREMIUM.PREMIUM, premiums[i])
          .set(COMPANY_PRODUCT_PREMIUM.POSITION, i)
          .insert();
    }
  }

  private void form(UUID... products) {
    UUID form =
        rows.into(FORM).set(FORM.OWNER, id).set(FORM.FORM_TYPE, "TRANSACTION").insert("form");
    for (UUID product : products) {
      rows.into(FORM_PRODUCT)
          .set(FORM_PRODUCT.FORM, form)
          .set(FORM_PRODUCT.PRODUCT, product)
          .insert();
    }
    field(form, "note", "Note", "TEXT", 1).insert("note");
    field(form, "grade", "Grade", "DROPDOWN", 0)
        .set(FORM_FIELD.LABEL_EN_US, "Grade (US)")
        .set(FORM_FIELD.LABEL_EN_UK, "Grade (UK)")
        .set(FORM_FIELD.LABEL_FR, "Qualité")
        .set(FORM_FIELD.LABEL_NL, "Kwaliteit")
        .set(FORM_FIELD.LABEL_IND, "Kelas")
        .set(FORM_FIELD.REQUIRED, true)
        .set(FORM_FIELD.DEFAULT_VALUE, "A")
        .set(FORM_FIELD.OPTIONS, "[\"A\",\"B\"]")
        .insert("grade");
    rows.into(FIELD_CONFIG)
        .set(FIELD_CONFIG.FORM, form)
        .set(FIELD_CONFIG.LABEL, "Date of the purchase")
        .set(FIELD_CONFIG.KEY, "date")
        .set(FIELD_CONFIG.VISIBILITY, false)
        .set(FIELD_CONFIG.REQUIRED, true)
        .insert("field_config");
  }

  private Rows.Row field(UUID form, String key, String label, String type, int position) {
    return rows.into(FORM_FIELD)
        .set(FORM_FIELD.FORM, form)
        .set(FORM_FIELD.KEY, key)
        .set(FORM_FIELD.LABEL, label)
        .set(FORM_FIELD.TYPE, type)
        .set(FORM_FIELD.POSITION, position);
  }

  private void visibility(String id, String name, String type, boolean visible) {
    rows.into(FIELD_VISIBILITY)
        .set(FIELD_VISIBILITY.COMPANY, this.id)
        .set(FIELD_VISIBILITY.NAME, name)
        .set(FIELD_VISIBILITY.TYPE, type)
        .set(FIELD_VISIBILITY.VISIBILITY, visible)
        .insert(id);
  }
}
