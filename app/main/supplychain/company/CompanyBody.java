package supplychain.company;

import static supplychain.body.Kinds.FLAG;
import static supplychain.body.Kinds.LATITUDE;
import static supplychain.body.Kinds.LONGITUDE;
import static supplychain.body.Kinds.RECORD;
import static supplychain.body.Kinds.URI;
import static supplychain.body.Kinds.email;
import static supplychain.body.Kinds.filledText;
import static supplychain.schema.Tables.COMPANY;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import supplychain.body.Body;
import supplychain.body.Columns;
import supplychain.body.Given;
import supplychain.body.Kind;
import supplychain.part.CardBody;
import supplychain.part.References;

/**
 * A new Company in a body.
 *
 * @param columns the columns it sets, but for the currency
 * @param currency a currency's id or its ISO 4217 code; null for none
 * @param card the card to hold
 */
record CompanyBody(Body body, Columns columns, String currency, Given<CardBody> card) {
  private static final int CURRENCY_LENGTH = 36;

  /** A currency by its id or code, alone or in an object that shows it. */
  private static final Kind<String> CURRENCY =
      value ->
          filledText(CURRENCY_LENGTH)
              .read(value.isObject() ? value.path(value.has("id") ? "id" : "code") : value);

  /** What a company shows of others' records; each is a record of its own. */
  private static final List<String> SHOWN =
      List.of("forms", "field_visibilties", "owned_premiums", "members", "products");

  static CompanyBody read(Body body, References references) {
    Columns columns = new Columns(body);
    columns.put(COMPANY.NAME, body.required("name", filledText(Columns.limit(COMPANY.NAME))));
    columns.texts(COMPANY.DESCRIPTION, COMPANY.HOUSE_NAME, COMPANY.STREET, COMPANY.CITY);
    columns.texts(COMPANY.SUB_PROVINCE, COMPANY.PROVINCE, COMPANY.ZIPCODE, COMPANY.COUNTRY);
    columns.texts(COMPANY.PHONE);
    columns.get(email(Columns.limit(COMPANY.EMAIL)), COMPANY.EMAIL);
    columns.get(LATITUDE, COMPANY.LATITUDE);
    columns.get(LONGITUDE, COMPANY.LONGITUDE);
    columns.getOr(FLAG, true, COMPANY.BUY_ENABLED, COMPANY.SELL_ENABLED);
    columns.getOr(FLAG, false, COMPANY.QUALITY_CORRECTION, COMPANY.ALLOW_MULTIPLE_LOGIN);
    columns.fromFile(URI, COMPANY.IMAGE);
    UUID buyer = body.get("buyer", RECORD).value();
    references.want(
        References.Kind.ENTITY, body.pointer("buyer"), buyer, found -> found.isCompany());
    columns.put(COMPANY.BUYER, buyer);
    String currency = body.get("currency", CURRENCY).value();
    references.wantCurrency(body.pointer("currency"), currency);
    body.ignore("id", "created_on", "updated_on", "creator", "updater");
    SHOWN.forEach(name -> refuseShown(body, name));
    return new CompanyBody(body, columns, currency, CardBody.readEntityCard(body));
  }

  private static void refuseShown(Body body, String name) {
    JsonNode shown = body.any(name).value();
    if (shown != null && !(shown.isArray() && shown.isEmpty())) {
      body.refuse(name, "own_record", "These are records of their own, which name the company.");
    }
  }
}
