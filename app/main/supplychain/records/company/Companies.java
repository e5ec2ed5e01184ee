package supplychain.records.company;

import static org.jooq.impl.DSL.noCondition;
import static supplychain.records.company.CompanyResource.BUYER;
import static supplychain.records.company.CompanyResource.BUYER_OBJECT;
import static supplychain.records.company.CompanyResource.COMPANIES;
import static supplychain.schema.Tables.COMPANY;
import static supplychain.schema.Tables.CURRENCY;
import static supplychain.schema.Tables.ENTITY;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Json;
import supplychain.database.Ids;
import supplychain.records.NestedDocuments;
import supplychain.records.NestedRecords;
import supplychain.records.References;
import supplychain.records.Updates;
import supplychain.records.card.CardBody;
import supplychain.records.card.Cards;
import supplychain.validation.Body;
import supplychain.validation.FieldValue;

/** Records and changes companies. */
public final class Companies {
  private Companies() {}

  /** Records a company, in the transaction of {@code sql}. */
  static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller);
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
    giveCard(sql, caller, id, company.card(), card);
    return id;
  }

  /** Changes a company, whose row is locked. */
  static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    References references = new References(caller);
    CompanyBody company =
        CompanyBody.readChange(body, id, () -> present(sql, caller, id), references);
    Optional<UUID> card = check(sql, id, company, references);
    Updates.of(sql, COMPANY, caller.user())
        .set(company.columns().values())
        .where(COMPANY.ID.eq(id))
        .execute();
    if (company.card().isNull()) {
      Cards.end(sql, caller, id);
    }
    giveCard(sql, caller, id, company.card(), card);
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
    references.resolve(sql, body.findings());
    NestedRecords.keep(sql, body, "buyer", BUYER.ID, noCondition(), BUYER_OBJECT);
    NestedRecords.keep(
        sql, body, "currency", CURRENCY.ID, noCondition(), NestedDocuments.currency());
    Optional<UUID> card = findCard(sql, company.card(), id);
    body.finish();
    if (company.currency().present()) {
      UUID currency = references.currency(company.currency().value());
      company.columns().put(COMPANY.CURRENCY, currency);
    }
    return card;
  }

  /** Assigns the {@code entity_card} of a body to a company. */
  public static void recordCard(DSLContext sql, Caller caller, UUID company, Body body) {
    FieldValue<CardBody> named = CardBody.readEntityCard(body, company);
    Optional<UUID> card = findCard(sql, named, company);
    body.finish();
    giveCard(sql, caller, company, named, card);
  }

  private static Optional<UUID> findCard(DSLContext sql, FieldValue<CardBody> named, UUID company) {
    return named.hasValue() ? Cards.find(sql, named.value(), company, company) : Optional.empty();
  }

  private static void giveCard(
      DSLContext sql,
      Caller caller,
      UUID company,
      FieldValue<CardBody> named,
      Optional<UUID> card) {
    if (named.hasValue()) {
      Cards.give(sql, caller, company, company, card, named.value());
    }
  }
}
