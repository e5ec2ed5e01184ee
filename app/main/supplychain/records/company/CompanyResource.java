package supplychain.records.company;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;
import static supplychain.validation.ValueTypes.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import supplychain.core.Caller;
import supplychain.core.Json;
import supplychain.database.Ids;
import supplychain.database.JsonObject;
import supplychain.database.NewRow;
import supplychain.database.SqlFile;
import supplychain.records.Filter;
import supplychain.records.NestedDocuments;
import supplychain.records.NestedRecords;
import supplychain.records.RecordKind;
import supplychain.records.References;
import supplychain.records.References.Party;
import supplychain.records.Target;
import supplychain.records.Updates;
import supplychain.records.Visibility;
import supplychain.records.card.CardBody;
import supplychain.records.card.EntityCardResource;
import supplychain.records.card.EntityCardResource.GivenCard;
import supplychain.records.form.FormShapes;
import supplychain.schema.tables.Company;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.FieldValue;
import supplychain.validation.Formats;
import supplychain.validation.ValueType;

/** The kind of records for companies. A company sees itself, an operator sees all. */
public final class CompanyResource {
  static final Company BUYER = COMPANY.as("buyer");

  static final Field<JSON> BUYER_OBJECT =
      new JsonObject().columns(BUYER.ID, BUYER.NAME, BUYER.IMAGE, BUYER.DESCRIPTION).build();

  private static final Field<JSON> OBJECT =
      new JsonObject()
          .columns(COMPANY.NAME, COMPANY.ID)
          .value("currency", NestedDocuments.currency(COMPANY.CURRENCY))
          .value("buyer", JsonObject.one(BUYER_OBJECT, BUYER, BUYER.ID.eq(COMPANY.BUYER)))
          .value("entity_card", NestedDocuments.entityCard(COMPANY.ID))
          .value("forms", FormShapes.formsOf(COMPANY.ID))
          .value(
              "field_visibilties",
              JsonObject.array(
                  FieldVisibilityResource.OBJECT,
                  FIELD_VISIBILITY,
                  FIELD_VISIBILITY.COMPANY.eq(COMPANY.ID),
                  FIELD_VISIBILITY.ID))
          .value(
              "owned_premiums",
              JsonObject.array(PREMIUM.ID, PREMIUM, PREMIUM.OWNER.eq(COMPANY.ID), PREMIUM.ID))
          .columns(COMPANY.UPDATED_ON, COMPANY.CREATED_ON, COMPANY.IMAGE, COMPANY.DESCRIPTION)
          .columns(COMPANY.HOUSE_NAME, COMPANY.STREET, COMPANY.CITY, COMPANY.SUB_PROVINCE)
          .columns(COMPANY.PROVINCE, COMPANY.LATITUDE, COMPANY.LONGITUDE, COMPANY.ZIPCODE)
          .columns(COMPANY.COUNTRY, COMPANY.EMAIL, COMPANY.PHONE)
          .columns(COMPANY.BUY_ENABLED, COMPANY.SELL_ENABLED, COMPANY.QUALITY_CORRECTION)
          .columns(COMPANY.ALLOW_MULTIPLE_LOGIN)
          .users(COMPANY.CREATOR, COMPANY.UPDATER)
          .value(
              "members",
              JsonObject.array(
                  COMPANY_MEMBER.APP_USER,
                  COMPANY_MEMBER,
                  COMPANY_MEMBER.COMPANY.eq(COMPANY.ID).and(COMPANY_MEMBER.IS_ACTIVE),
                  COMPANY_MEMBER.APP_USER))
          .value(
              "products",
              JsonObject.array(
                  COMPANY_PRODUCT.PRODUCT,
                  COMPANY_PRODUCT,
                  COMPANY_PRODUCT.COMPANY.eq(COMPANY.ID).and(COMPANY_PRODUCT.PRODUCT.isNotNull()),
                  COMPANY_PRODUCT.ID))
          .build();

  private static final SqlFile SQL = SqlFile.beside(CompanyResource.class, "companies.sql");

  public static final RecordKind COMPANIES =
      new RecordKind("/v1/supply-chains/companies/", COMPANY, OBJECT, Visibility.named(COMPANY.ID))
          .filteredBy(
              Filter.start(COMPANY.NAME),
              Filter.start(COMPANY.COUNTRY),
              Filter.id("with this company as buyer", COMPANY.BUYER))
          .columns(COMPANY.ID, COMPANY.NAME, COMPANY.CURRENCY, COMPANY.BUYER)
          .columns(COMPANY.DESCRIPTION, COMPANY.HOUSE_NAME, COMPANY.STREET, COMPANY.CITY)
          .columns(COMPANY.SUB_PROVINCE, COMPANY.PROVINCE, COMPANY.ZIPCODE, COMPANY.COUNTRY)
          .columns(COMPANY.LATITUDE, COMPANY.LONGITUDE, COMPANY.EMAIL, COMPANY.PHONE)
          .columns(COMPANY.BUY_ENABLED, COMPANY.SELL_ENABLED, COMPANY.QUALITY_CORRECTION)
          .columns(COMPANY.ALLOW_MULTIPLE_LOGIN, COMPANY.CREATED_ON, COMPANY.UPDATED_ON)
          .versionedBy(CompanyResource::version)
          .createdBy(CompanyResource::record)
          .amendedBy(CompanyResource::amend);

  /**
   * The settings for what a company shows to its trade partners, and for its own sales. The Company
   * of the interface has no such fields, so the settings have a path of their own.
   */
  public static final RecordKind SHARING =
      new RecordKind(
              "/v1/supply-chains/companies/{hashid}/sharing/",
              COMPANY,
              new JsonObject().columns(COMPANY.SHARES_UPSTREAM, COMPANY.REQUIRES_PARENTS).build(),
              COMPANIES.visibility())
          .amendedBy(CompanyResource::amendSharing);

  private static final int CURRENCY_LENGTH = 36;

  /** A currency by its id or code, or as an object with one of them. */
  private static final ValueType<String> NAMED_CURRENCY =
      value ->
          filledText(CURRENCY_LENGTH)
              .read(value.isObject() ? value.path(value.has("id") ? "id" : "code") : value);

  private static final ValueType<String> NAME = name(Columns.limit(COMPANY.NAME));

  /** Fields that show other records, which have paths of their own. */
  private static final List<String> SHOWN =
      List.of("forms", "field_visibilties", "owned_premiums", "members", "products");

  private CompanyResource() {}

  private static Optional<String> version(DSLContext sql, Caller reader, UUID token, UUID id) {
    return SQL.call("version")
        .set("id", id)
        .set("reader", reader.company())
        .set("token", token)
        .one(sql, row -> row.getString("version"));
  }

  static UUID record(DSLContext sql, Caller caller, Body body) {
    UUID id = Ids.next();
    Columns columns = new Columns(body).put(COMPANY.NAME, body.required("name", NAME));
    GivenCard card = read(sql, caller, id, body, columns, true);
    sql.insertInto(ENTITY).set(ENTITY.ID, id).set(ENTITY.KIND, "COMPANY").execute();
    sql.insertInto(COMPANY).set(new NewRow(COMPANY, id, caller.user(), columns).values()).execute();
    EntityCardResource.change(sql, caller, card);
    return id;
  }

  static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    Columns columns = Columns.ofChange(body).put(COMPANY.NAME, body.repeat("name", NAME));
    GivenCard card = read(sql, caller, id, body, columns, false);
    Updates.change(sql, caller, COMPANY.ID, id, columns);
    EntityCardResource.change(sql, caller, card);
  }

  /** Reads a body into the columns, and refuses its mistakes. Returns the card in the body. */
  private static GivenCard read(
      DSLContext sql, Caller caller, UUID id, Body body, Columns columns, boolean isNew) {
    References references = new References(caller, body);
    readPlainFields(body, columns);
    UUID buyer = (UUID) columns.values().get(COMPANY.BUYER);
    references.want(Target.COMPANY, body.pointer("buyer"), buyer, Party::isCompany);
    FieldValue<String> currency = body.get("currency", NAMED_CURRENCY);
    references.wantCurrency(body.pointer("currency"), currency.value());
    body.ignoreServiceFields();
    refuseOthers(body, () -> isNew ? MissingNode.getInstance() : present(sql, caller, id));
    FieldValue<CardBody> given = CardBody.readEntityCard(body, isNew ? null : id);
    references.resolve(sql);
    NestedRecords.keep(sql, body, "buyer", BUYER.ID, BUYER_OBJECT);
    NestedRecords.keep(sql, body, "currency", CURRENCY.ID, NestedDocuments.CURRENCY_OBJECT);
    GivenCard card = EntityCardResource.find(sql, given, id, id);
    body.throwIfInvalid();
    if (currency.present()) {
      columns.put(COMPANY.CURRENCY, references.currency(currency.value()));
    }
    return card;
  }

  private static void readPlainFields(Body body, Columns columns) {
    columns.texts(COMPANY.DESCRIPTION, COMPANY.HOUSE_NAME, COMPANY.STREET, COMPANY.CITY);
    columns.texts(COMPANY.SUB_PROVINCE, COMPANY.PROVINCE, COMPANY.ZIPCODE, COMPANY.COUNTRY);
    columns.texts(COMPANY.PHONE);
    columns.get(email(Columns.limit(COMPANY.EMAIL)), COMPANY.EMAIL);
    columns.get(LATITUDE, COMPANY.LATITUDE);
    columns.get(LONGITUDE, COMPANY.LONGITUDE);
    columns.getOr(FLAG, true, COMPANY.BUY_ENABLED, COMPANY.SELL_ENABLED);
    columns.getOr(FLAG, false, COMPANY.QUALITY_CORRECTION, COMPANY.ALLOW_MULTIPLE_LOGIN);
    columns.set(COMPANY.IMAGE, body.fromFile("image", URI));
    columns.get(RECORD, COMPANY.BUYER);
  }

  /**
   * Refuses fields that show other records, if they differ from the present document. It is read
   * only for a body with such fields, because it can be large.
   */
  private static void refuseOthers(Body body, Supplier<JsonNode> present) {
    List<String> said = SHOWN.stream().filter(name -> body.any(name).present()).toList();
    if (!said.isEmpty()) {
      JsonNode shown = present.get();
      String detail = "Create each of them at its own path, with the id of the company.";
      said.stream()
          .filter(name -> !isSame(body.any(name), shown.path(name)))
          .forEach(name -> body.refuse(name, "own_record", detail));
    }
  }

  /** Whether a value is the current one. Null and [] are the same. */
  private static boolean isSame(FieldValue<JsonNode> said, JsonNode shown) {
    boolean isNone = said.isNull() || (said.value().isArray() && said.value().isEmpty());
    return isNone ? shown.isEmpty() : said.value().equals(shown);
  }

  private static JsonNode present(DSLContext sql, Caller caller, UUID id) {
    return Json.trusted(new String(COMPANIES.document().of(sql, caller, id), UTF_8));
  }

  public static void recordCard(DSLContext sql, Caller caller, UUID company, Body body) {
    FieldValue<CardBody> named = CardBody.readEntityCard(body, company);
    GivenCard card = EntityCardResource.find(sql, named, company, company);
    body.throwIfInvalid();
    EntityCardResource.change(sql, caller, card);
  }

  public static boolean exists(DSLContext sql, UUID id) {
    return sql.fetchExists(COMPANY, COMPANY.ID.eq(id));
  }

  /** The only company; empty if there are several, or none. */
  public static Optional<UUID> only(DSLContext sql) {
    List<UUID> some = sql.select(COMPANY.ID).from(COMPANY).limit(2).fetch(COMPANY.ID);
    return some.size() == 1 ? Optional.of(some.get(0)) : Optional.empty();
  }

  /** The ids of the companies with this id, or this name in upper or lower case. */
  public static List<UUID> withIdOrName(DSLContext sql, String text) {
    return sql.select(COMPANY.ID)
        .from(COMPANY)
        .where(lower(COMPANY.NAME).eq(lower(text)))
        .or(COMPANY.ID.eq(Formats.uuid(text).orElse(null)))
        .orderBy(COMPANY.ID)
        .fetch(COMPANY.ID);
  }

  private static void amendSharing(DSLContext sql, Caller caller, UUID id, Body body) {
    Columns columns = Columns.ofChange(body);
    columns.required(FLAG, COMPANY.SHARES_UPSTREAM).required(FLAG, COMPANY.REQUIRES_PARENTS);
    body.throwIfInvalid();
    Updates.change(sql, caller, COMPANY.ID, id, columns);
  }
}
