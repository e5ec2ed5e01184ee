package supplychain.records.company;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;
import static supplychain.validation.Kinds.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.UncheckedIOException;
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
import supplychain.records.Filter;
import supplychain.records.NestedDocuments;
import supplychain.records.NestedRecords;
import supplychain.records.RecordKind;
import supplychain.records.References;
import supplychain.records.Updates;
import supplychain.records.card.CardBody;
import supplychain.records.card.Cards;
import supplychain.records.form.FormShapes;
import supplychain.schema.tables.Company;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.FieldValue;
import supplychain.validation.Kind;

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
                  VisibilityResource.OBJECT,
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
          .columns(COMPANY.ALLOW_MULTIPLE_LOGIN, COMPANY.CREATOR, COMPANY.UPDATER)
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

  /**
   * The places and versions of all rows of the document. The last two selects find the companies of
   * the users who made cards and products: the document hides users of other companies. The start
   * of the server counts because a server that went back to an earlier time can give the same
   * versions to other rows; for that it must start again.
   */
  private static final Field<String> VERSION =
      field(
          """
          (select md5(string_agg(version, ' '))
             from (select pg_postmaster_start_time()::text as version
                   union all
                   select concat(r.xmin, r.ctid) from company r
                    where r.id in (company.id, company.buyer)
                   union all
                   select concat(r.xmin, r.ctid) from currency r where r.id = company.currency
                   union all
                   select concat(r.xmin, r.ctid, c.xmin, c.ctid)
                     from entity_card r join card c on c.id = r.card
                    where r.entity = company.id
                   union all
                   select concat(r.xmin, r.ctid) from form r where r.owner = company.id
                   union all
                   select concat(r.xmin, r.ctid)
                     from form f join form_field r on r.form = f.id where f.owner = company.id
                   union all
                   select concat(r.xmin, r.ctid)
                     from form f join field_config r on r.form = f.id where f.owner = company.id
                   union all
                   select concat(r.xmin, r.ctid, p.xmin, p.ctid)
                     from form f
                     join form_product r on r.form = f.id
                     join product p on p.id = r.product
                    where f.owner = company.id
                   union all
                   select concat(r.xmin, r.ctid, p.xmin, p.ctid)
                     from company_product r
                     left join company_product_premium p on p.company_product = r.id
                    where r.company = company.id
                   union all
                   select concat(r.xmin, r.ctid) from field_visibility r
                    where r.company = company.id
                   union all
                   select concat(r.xmin, r.ctid) from premium r where r.owner = company.id
                   union all
                   select concat(r.xmin, r.ctid) from company_member r
                    where r.company = company.id
                   union all
                   select concat(m.xmin, m.ctid)
                     from form f
                     join form_product r on r.form = f.id
                     join product p on p.id = r.product
                     join company_member m on m.app_user in (p.creator, p.updater)
                    where f.owner = company.id
                   union all
                   select concat(m.xmin, m.ctid)
                     from entity_card r
                     join card c on c.id = r.card
                     join company_member m on m.app_user in (c.creator, c.updater)
                    where r.entity = company.id) as rows_of_document)""",
          String.class);

  public static final RecordKind COMPANIES =
      new RecordKind(
              "/v1/supply-chains/companies/",
              COMPANY,
              OBJECT,
              RecordKind.Visibility.named(COMPANY.ID),
              List.of(
                  Filter.start(COMPANY.NAME),
                  Filter.start(COMPANY.COUNTRY),
                  Filter.id("whose buyer is this company", COMPANY.BUYER)))
          .columns(COMPANY.ID, COMPANY.NAME, COMPANY.CURRENCY, COMPANY.BUYER)
          .columns(COMPANY.DESCRIPTION, COMPANY.HOUSE_NAME, COMPANY.STREET, COMPANY.CITY)
          .columns(COMPANY.SUB_PROVINCE, COMPANY.PROVINCE, COMPANY.ZIPCODE, COMPANY.COUNTRY)
          .columns(COMPANY.LATITUDE, COMPANY.LONGITUDE, COMPANY.EMAIL, COMPANY.PHONE)
          .columns(COMPANY.BUY_ENABLED, COMPANY.SELL_ENABLED, COMPANY.QUALITY_CORRECTION)
          .columns(COMPANY.ALLOW_MULTIPLE_LOGIN, COMPANY.CREATED_ON, COMPANY.UPDATED_ON)
          .versionedBy(VERSION)
          .createdBy(CompanyResource::record)
          .amendedBy(CompanyResource::amend);

  /**
   * The settings for what a company shows to its trade partners, under the id of the company. The
   * Company of the interface has no such fields, so the settings have a path of their own.
   */
  public static final RecordKind SHARING =
      new RecordKind(
              "/v1/supply-chains/companies/{hashid}/sharing/",
              COMPANY,
              new JsonObject().columns(COMPANY.SHARES_UPSTREAM).build(),
              COMPANIES.visibility(),
              List.of())
          .amendedBy(CompanyResource::amendSharing);

  private CompanyResource() {}

  static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller, body);
    CompanyBody company = CompanyBody.read(body, references);
    UUID id = Ids.next();
    Optional<UUID> card = check(sql, id, company, references);
    sql.insertInto(ENTITY).set(ENTITY.ID, id).set(ENTITY.KIND, "COMPANY").execute();
    sql.insertInto(COMPANY)
        .set(company.columns().values())
        .set(COMPANY.ID, id)
        .set(COMPANY.CREATOR, caller.user())
        .set(COMPANY.UPDATER, caller.user())
        .execute();
    Cards.change(sql, caller, id, id, company.card(), card);
    return id;
  }

  static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    References references = new References(caller, body);
    CompanyBody company =
        CompanyBody.readChange(body, id, () -> present(sql, caller, id), references);
    Optional<UUID> card = check(sql, id, company, references);
    Updates.change(sql, caller, COMPANY.ID, id, company.columns());
    Cards.change(sql, caller, id, id, company.card(), card);
  }

  private static JsonNode present(DSLContext sql, Caller caller, UUID id) {
    try {
      return Json.MAPPER.readTree(COMPANIES.document().of(sql, caller, id));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Refuses a body with mistakes. Returns the card that the body names, if the card exists. */
  private static Optional<UUID> check(
      DSLContext sql, UUID id, CompanyBody company, References references) {
    Body body = company.body();
    references.resolve(sql);
    NestedRecords.keep(sql, body, "buyer", BUYER.ID, noCondition(), BUYER_OBJECT);
    NestedRecords.keep(
        sql, body, "currency", CURRENCY.ID, noCondition(), NestedDocuments.currency());
    Optional<UUID> card = Cards.find(sql, company.card(), id, id);
    body.finish();
    if (company.currency().present()) {
      UUID currency = references.currency(company.currency().value());
      company.columns().put(COMPANY.CURRENCY, currency);
    }
    return card;
  }

  public static void recordCard(DSLContext sql, Caller caller, UUID company, Body body) {
    FieldValue<CardBody> named = CardBody.readEntityCard(body, company);
    Optional<UUID> card = Cards.find(sql, named, company, company);
    body.finish();
    Cards.change(sql, caller, company, company, named, card);
  }

  public static boolean exists(DSLContext sql, UUID id) {
    return sql.fetchExists(COMPANY, COMPANY.ID.eq(id));
  }

  public static boolean existsAny(DSLContext sql) {
    return sql.fetchExists(COMPANY);
  }

  /** The ids of the companies with this name, in upper or lower case. */
  public static List<UUID> named(DSLContext sql, String name) {
    return sql.select(COMPANY.ID)
        .from(COMPANY)
        .where(lower(COMPANY.NAME).eq(lower(name)))
        .orderBy(COMPANY.ID)
        .fetch(COMPANY.ID);
  }

  private static void amendSharing(DSLContext sql, Caller caller, UUID id, Body body) {
    Columns columns = Columns.ofChange(body);
    columns.set(COMPANY.SHARES_UPSTREAM, body.neverNull("shares_upstream", FLAG));
    body.finish();
    Updates.change(sql, caller, COMPANY.ID, id, columns);
  }

  /**
   * A Company in a body.
   *
   * @param columns without the currency, whose id is not known yet
   * @param currency the id or the ISO 4217 code; null for none
   * @param card null takes the card away
   */
  private record CompanyBody(
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

    static CompanyBody read(Body body, References references) {
      Columns columns = new Columns(body).put(COMPANY.NAME, body.required("name", NAME));
      return read(body, null, columns, MissingNode::getInstance, references);
    }

    /**
     * Reads a change of a company.
     *
     * @param present reads the present document. It can be large, so it is read only for a body
     *     with one of the fields that show other records
     */
    static CompanyBody readChange(
        Body body, UUID id, Supplier<JsonNode> present, References references) {
      Columns columns = Columns.ofChange(body).put(COMPANY.NAME, body.repeat("name", NAME));
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
      columns.set(COMPANY.IMAGE, body.fromFile("image", URI));
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
}
