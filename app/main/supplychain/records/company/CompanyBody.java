package supplychain.records.company;

import static supplychain.schema.Tables.COMPANY;
import static supplychain.validation.Kinds.FLAG;
import static supplychain.validation.Kinds.LATITUDE;
import static supplychain.validation.Kinds.LONGITUDE;
import static supplychain.validation.Kinds.RECORD;
import static supplychain.validation.Kinds.URI;
import static supplychain.validation.Kinds.email;
import static supplychain.validation.Kinds.filledText;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import supplychain.records.References;
import supplychain.records.card.CardBody;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.FieldValue;
import supplychain.validation.FixedFields;
import supplychain.validation.Kind;

/**
 * A Company in a body.
 *
 * @param columns without the currency, whose id is not known yet
 * @param currency the id or the ISO 4217 code; null for none
 * @param card null takes the card away
 */
record CompanyBody(
    Body body, Columns columns, FieldValue<String> currency, FieldValue<CardBody> card) {
  private static final int CURRENCY_LENGTH = 36;

  /** A currency by its id or code, or as an object with one of them. */
  private static final Kind<String> CURRENCY =
      value ->
          filledText(CURRENCY_LENGTH)
              .read(value.isObject() ? value.path(value.has("id") ? "id" : "code") : value);

  private static final Kind<String> NAME = filledText(Columns.limit(COMPANY.NAME));

  /** Fields that show other records, which have paths of their own. */
  private static final List<String> SHOWN =
      List.of("forms", "field_visibilties", "owned_premiums", "members", "products");

  /** Reads a new company. */
  static CompanyBody read(Body body, References references) {
    Columns columns = new Columns(body).put(COMPANY.NAME, body.required("name", NAME));
    return read(body, null, columns, MissingNode::getInstance, references);
  }

  /**
   * Reads a change of a company.
   *
   * @param present reads the present document. It can be large, so it is read only for a body with
   *     one of the fields that show other records
   */
  static CompanyBody readChange(
      Body body, UUID id, Supplier<JsonNode> present, References references) {
    Columns columns =
        Columns.ofChange(body).put(COMPANY.NAME, FixedFields.repeat(body, "name", NAME));
    return read(body, id, columns, present, references);
  }

  private static CompanyBody read(
      Body body, UUID id, Columns columns, Supplier<JsonNode> present, References references) {
    columns.texts(COMPANY.DESCRIPTION, COMPANY.HOUSE_NAME, COMPANY.STREET, COMPANY.CITY);
    columns.texts(COMPANY.SUB_PROVINCE, COMPANY.PROVINCE, COMPANY.ZIPCODE, COMPANY.COUNTRY);
    columns.texts(COMPANY.PHONE);
    columns.get(email(Columns.limit(COMPANY.EMAIL)), COMPANY.EMAIL);
    columns.get(LATITUDE, COMPANY.LATITUDE);
    columns.get(LONGITUDE, COMPANY.LONGITUDE);
    columns.getOr(FLAG, true, COMPANY.BUY_ENABLED, COMPANY.SELL_ENABLED);
    columns.getOr(FLAG, false, COMPANY.QUALITY_CORRECTION, COMPANY.ALLOW_MULTIPLE_LOGIN);
    columns.fromFile(URI, COMPANY.IMAGE);
    columns.get(RECORD, COMPANY.BUYER);
    references.want(
        References.Kind.ENTITY,
        body.pointer("buyer"),
        (UUID) columns.values().get(COMPANY.BUYER),
        found -> found.isCompany());
    FieldValue<String> currency = body.get("currency", CURRENCY);
    references.wantCurrency(body.pointer("currency"), currency.value());
    body.ignore("id", "created_on", "updated_on", "creator", "updater");
    refuseOthers(body, present);
    return new CompanyBody(body, columns, currency, CardBody.readEntityCard(body, id));
  }

  private static void refuseOthers(Body body, Supplier<JsonNode> present) {
    List<String> said = SHOWN.stream().filter(name -> body.any(name).present()).toList();
    if (!said.isEmpty()) {
      JsonNode shown = present.get();
      said.forEach(name -> refuseOther(body, name, shown.path(name)));
    }
  }

  /** Refuses a value that differs from the present one. Null and [] are the same. */
  private static void refuseOther(Body body, String name, JsonNode shown) {
    if (!isSame(body.any(name), shown)) {
      body.refuse(name, "own_record", "These are records of their own, which name the company.");
    }
  }

  private static boolean isSame(FieldValue<JsonNode> said, JsonNode shown) {
    boolean isNone = said.isNull() || (said.value().isArray() && said.value().isEmpty());
    return isNone ? shown.isEmpty() : said.value().equals(shown);
  }
}
