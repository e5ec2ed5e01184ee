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
 * @param columns the columns it sets, but for the currency
 * @param currency a currency's id or its ISO 4217 code; null for none
 * @param card the card to hold; null takes the present one away
 */
record CompanyBody(
    Body body, Columns columns, FieldValue<String> currency, FieldValue<CardBody> card) {
  private static final int CURRENCY_LENGTH = 36;

  /** A currency by its id or code, alone or in an object that shows it. */
  private static final Kind<String> CURRENCY =
      value ->
          filledText(CURRENCY_LENGTH)
              .read(value.isObject() ? value.path(value.has("id") ? "id" : "code") : value);

  private static final Kind<String> NAME = filledText(Columns.limit(COMPANY.NAME));

  /** What a company shows of others' records; each is a record of its own. */
  private static final List<String> SHOWN =
      List.of("forms", "field_visibilties", "owned_premiums", "members", "products");

  /** Reads a new one. */
  static CompanyBody read(Body body, References references) {
    Columns columns = new Columns(body).put(COMPANY.NAME, body.required("name", NAME));
    return read(body, null, columns, MissingNode::getInstance, references);
  }

  /**
   * Reads a change of one.
   *
   * @param present its document as it is, which can be large: asked for where the body says what is
   *     in it
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

  /** A finding where a body says other than what is shown; nothing is as good as null or []. */
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
