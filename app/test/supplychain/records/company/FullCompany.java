package supplychain.records.company;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import supplychain.Client;
import supplychain.World;
import supplychain.core.Role;

/** A company of which every field of every table is filled; see {@code full-company.json}. */
public final class FullCompany {
  private static final String COMPANIES = "supply-chains/companies/";
  private static final String PRODUCTS = "catalogs/products/";
  private static final String PREMIUMS = "catalogs/premiums/";
  private static final String HANDLED = "supply-chains/company-products/";
  private static final String VISIBILITIES = "supply-chains/field-visibilities/";
  private static final String FORMS = "forms/forms/";

  public final UUID id;
  private final Map<String, String> names = new LinkedHashMap<>();
  private final Client operator;

  /** A new company, filled through the interface. */
  public FullCompany() {
    World world = new World();
    UUID user = world.member(null);
    operator = world.client(user, null, Role.OPERATOR);
    names.put("user", user.toString());
    names.put("unique", World.unique(10));
    id = UUID.fromString(company());
    products();
    forms();
    make(
        "visibility",
        VISIBILITIES,
        "{'company': '<company>', 'name': 'invoice_number', 'visibility': false}");
    make(
        "visibility", VISIBILITIES, "{'company': '<company>', 'name': 'gender', 'type': 'FARMER'}");
    names.put("member", world.member(id).toString());
    names.put("other_member", world.member(id).toString());
  }

  /** The answer that the service must give. */
  String json() {
    return World.filled(World.fileBeside(FullCompany.class, "full-company.json"), names);
  }

  /** Creates a record, whose id gets a name; single quotes stand for double ones. */
  private String make(String name, String path, String body) {
    String json = World.filled(body.replace('\'', '"'), names);
    String made = operator.post("/v1/" + path, json).expect(201).id();
    names.put(name, made);
    return made;
  }

  /** The company with its buyer, the card that it holds, and one that it held before. */
  private String company() {
    make("buyer", COMPANIES, "{'name': 'Exporter 🌾', 'description': 'Buys green beans'}");
    String company =
        make(
            "company",
            COMPANIES,
            """
            {'name': 'Bugisu Cooperative', 'currency': 'UGX', 'buyer': '<buyer>',
             'description': 'Coffee of Mount Elgon', 'house_name': 'Coffee House',
             'street': 'Station Road 1', 'city': 'Mbale', 'sub_province': 'Bungokho',
             'province': 'Eastern', 'latitude': 1.0805, 'longitude': -34.175,
             'zipcode': 'P.O. Box 7', 'country': 'Uganda', 'email': 'office@example.org',
             'phone': '+256 772 000111', 'buy_enabled': false, 'sell_enabled': true,
             'quality_correction': true, 'allow_multiple_login': true,
             'entity_card': {'card': {'card_id': 'CARD-0'}}}""");
    make(
        "entity_card",
        "supply-chains/entity-cards/",
        "{'entity': '<company>', 'card': {'card_id': 'CARD-1', 'display_id': 'No. 1'}}");
    // Only a loaded file can set the image of a company.
    World.write(
        "update company set image = 'https://example.org/' || id || '.png' where id::text in (?, ?)",
        names.get("buyer"),
        company);
    return company;
  }

  /** Two products, one with premiums; another company's premiums are not shown. */
  private void products() {
    make(
        "cherry",
        PRODUCTS,
        """
        {'name': 'Cherry <unique>', 'description': 'Red and ripe', 'is_active': 'false',
         'image': 'https://example.org/cherry.png'}""");
    make("beans", PRODUCTS, "{'name': 'Green beans <unique>'}");
    make("quality", PREMIUMS, "{'owner': '<company>', 'name': 'Quality', 'is_active': false}");
    make("organic", PREMIUMS, "{'owner': '<company>', 'name': 'Organic'}");
    make(
        "handled",
        HANDLED,
        """
        {'company': '<company>', 'product_id': '<cherry>', 'premiums': ['<organic>', '<quality>']}""");
    make("handled", HANDLED, "{'company': '<company>', 'product_id': '<beans>'}");
    make("handled", HANDLED, "{'company': '<company>', 'premiums': ['<quality>']}");
    make("other", PREMIUMS, "{'owner': '<buyer>', 'name': 'Other'}");
    make(
        "handled",
        HANDLED,
        "{'company': '<buyer>', 'product_id': '<beans>', 'premiums': ['<other>']}");
  }

  private void forms() {
    make(
        "form",
        FORMS,
        """
        {'owner': '<company>', 'form_type': 'TRANSACTION', 'products': ['<beans>', '<cherry>'],
         'fields': [
           {'label': 'Grade', 'type': 'DROPDOWN', 'key': 'grade', 'label_en_us': 'Grade (US)',
            'label_en_uk': 'Grade (UK)', 'label_fr': 'Qualité', 'label_nl': 'Kwaliteit',
            'label_ind': 'Kelas', 'required': true, 'default_value': 'A', 'options': ['A', 'B']},
           {'label': 'Note', 'key': 'note'}],
         'field_config': [{'label': 'Date of the purchase', 'key': 'date', 'visibility': false,
           'required': true}]}""");
    make("farmer_form", FORMS, "{'owner': '<company>', 'form_type': 'FARMER'}");
  }
}
