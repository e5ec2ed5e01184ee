package supplychain.records.company;

import static org.jooq.impl.DSL.noCondition;
import static supplychain.records.company.CompanyDocument.BUYER;
import static supplychain.records.company.CompanyDocument.BUYER_OBJECT;
import static supplychain.schema.Tables.COMPANY;
import static supplychain.schema.Tables.CURRENCY;

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
import supplychain.records.card.CardBody;
import supplychain.records.card.Cards;
import supplychain.validation.Body;
import supplychain.validation.FieldValue;

/** Companies. */
public final class Companies {
  private Companies() {}

  /** Records a new one out of a body, in the transaction of {@code sql}. */
  public static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller);
    CompanyBody company = CompanyBody.read(body, references);
    UUID id = Ids.next();
    Optional<UUID> card = check(sql, id, company, references);
    CompanyQueries.insert(sql, caller, id, company.columns());
    giveCard(sql, caller, id, company.card(), card);
    return id;
  }

  /** Changes one by a body, in the transaction of {@code sql}, which has locked it. */
  public static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    References references = new References(caller);
    CompanyBody company =
        CompanyBody.readChange(body, id, () -> present(sql, caller, id), references);
    Optional<UUID> card = check(sql, id, company, references);
    CompanyQueries.update(sql, caller, id, company.columns());
    if (company.card().isNull()) {
      Cards.end(sql, caller, id);
    }
    giveCard(sql, caller, id, company.card(), card);
  }

  private static JsonNode present(DSLContext sql, Caller caller, UUID id) {
    try {
      return Json.MAPPER.readTree(CompanyDocument.DOCUMENT.of(sql, caller, id));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Refuses what is wrong; the card that the body names, if it is there already. */
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

  /** Gives a company the card that the {@code entity_card} of a body names. */
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
