package supplychain.records.farmer;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;
import static supplychain.schema.Tables.FARMER;
import static supplychain.validation.Kinds.filledText;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.Record1;
import org.jooq.Select;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.database.JsonObject;
import supplychain.records.Filter;
import supplychain.records.NestedDocuments;
import supplychain.records.Numbers;
import supplychain.records.RecordKind;
import supplychain.records.RecordKind.Visibility;
import supplychain.records.References;
import supplychain.records.Updates;
import supplychain.records.card.EntityCardResource;
import supplychain.records.card.EntityCardResource.GivenCard;
import supplychain.records.form.FormShapes;
import supplychain.records.form.Submissions;
import supplychain.records.form.Submissions.Checked;
import supplychain.records.form.Submissions.Present;
import supplychain.validation.Body;

/** The kind of records for farmers. A company sees the farmers whose buyer it is. */
public final class FarmerResource {
  private static final Field<JSON> OBJECT =
      new JsonObject()
          .columns(FARMER.FIRST_NAME, FARMER.ID)
          .value("entity_card", NestedDocuments.entityCard(FARMER.ID))
          .value("submission", FormShapes.submissionOf(FARMER.ID))
          .columns(FARMER.PHONE, FARMER.CREATED_ON, FARMER.UPDATED_ON, FARMER.IMAGE)
          .columns(FARMER.DESCRIPTION, FARMER.HOUSE_NAME, FARMER.STREET, FARMER.CITY)
          .columns(FARMER.SUB_PROVINCE, FARMER.PROVINCE, FARMER.LATITUDE, FARMER.LONGITUDE)
          .columns(FARMER.ZIPCODE, FARMER.COUNTRY, FARMER.NUMBER, FARMER.EMAIL)
          .columns(FARMER.IDENTIFICATION_NO, FARMER.REFERENCE_NUMBER, FARMER.LAST_NAME)
          .columns(FARMER.DATE_OF_BIRTH, FARMER.GENDER, FARMER.CONSENT_STATUS)
          .users(FARMER.CREATOR, FARMER.UPDATER)
          .columns(FARMER.BUYER)
          .build();

  public static final RecordKind FARMERS =
      RecordKind.at("/v1/supply-chains/farmers/", FARMER, OBJECT)
          .seenBy(Visibility.named(FARMER.BUYER))
          .filters(
              Filter.id("with this company as buyer", FARMER.BUYER),
              Filter.start(
                  "name",
                  "whose whole name or last name",
                  NestedDocuments.FARMER_NAME,
                  FARMER.LAST_NAME),
              Filter.start(FARMER.NUMBER),
              new Filter<>(
                  "card_id",
                  "with the card of this card_id",
                  filledText(Filter.MOST_CHARACTERS),
                  cardId -> List.of(FARMER.ID.in(holders(cardId)))),
              Filter.start(FARMER.PHONE),
              Filter.start(FARMER.IDENTIFICATION_NO),
              Filter.start(FARMER.REFERENCE_NUMBER),
              Filter.start(FARMER.COUNTRY),
              Filter.start(FARMER.PROVINCE),
              Filter.choice("with this consent", ConsentStatus.class, FARMER.CONSENT_STATUS))
          .columns(FARMER.ID, FARMER.NUMBER, FARMER.FIRST_NAME, FARMER.LAST_NAME)
          .columns(FARMER.PHONE, FARMER.EMAIL, FARMER.DESCRIPTION, FARMER.HOUSE_NAME)
          .columns(FARMER.STREET, FARMER.CITY, FARMER.SUB_PROVINCE, FARMER.PROVINCE)
          .columns(FARMER.ZIPCODE, FARMER.COUNTRY, FARMER.LATITUDE, FARMER.LONGITUDE)
          .columns(FARMER.IDENTIFICATION_NO, FARMER.REFERENCE_NUMBER, FARMER.DATE_OF_BIRTH)
          .columns(FARMER.GENDER, FARMER.CONSENT_STATUS, FARMER.BUYER, cardId())
          .columns(FARMER.CREATED_ON, FARMER.UPDATED_ON)
          .listedIf(FARMER.REPLACED_BY.isNull())
          .createdTogetherBy(NewFarmers::record)
          .amendedBy(FarmerResource::amend)
          .build();

  private FarmerResource() {}

  private static Select<Record1<UUID>> holders(String cardId) {
    return select(ENTITY_CARD.ENTITY)
        .from(ENTITY_CARD)
        .join(CARD)
        .on(CARD.ID.eq(ENTITY_CARD.CARD))
        .where(CARD.CARD_ID.eq(cardId))
        .and(ENTITY_CARD.IS_ACTIVE);
  }

  /** The {@code card_id} of the card that the farmer holds. */
  private static Field<String> cardId() {
    return field(
            select(CARD.CARD_ID)
                .from(ENTITY_CARD)
                .join(CARD)
                .on(CARD.ID.eq(ENTITY_CARD.CARD))
                .where(ENTITY_CARD.ENTITY.eq(FARMER.ID))
                .and(ENTITY_CARD.IS_ACTIVE))
        .as("entity_card.card.card_id");
  }

  /** Operation 1: changes a farmer, whose row is locked. */
  private static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    References references = new References(caller, body);
    FarmerBody farmer = FarmerBody.readChange(body, id, references);
    references.want(References.Kind.ENTITY, "", id, found -> true);
    boolean hasSubmission = farmer.submission().hasValue();
    List<Present> recorded = hasSubmission ? Submissions.ofFarmer(sql, id) : List.of();
    references.resolve(sql);
    UUID buyer = references.get(References.Kind.ENTITY, id).company();
    boolean moves = farmer.buyer() != null && !farmer.buyer().equals(buyer);
    if (moves && !caller.isOperator()) {
      throw Problem.forbidden(
          "Only an OPERATOR can move a farmer to another company.",
          new Finding(
              body.pointer("buyer"),
              "forbidden",
              "Leave the field out to keep the current company."));
    }
    if (moves) {
      refuseMove(sql, id, body);
    }
    UUID owner = moves ? farmer.buyer() : buyer;
    // A submission and a card of the previous company do not move with the farmer.
    Optional<Present> present = moves ? Optional.empty() : Present.of(recorded);
    Optional<Checked> submission =
        hasSubmission
            ? farmer.submission().value().checkOfFarmer(sql, present, owner, references)
            : Optional.empty();
    GivenCard card = EntityCardResource.find(sql, farmer.card(), owner, id);
    body.finish();
    farmer.columns().put(FARMER.BUYER, owner);
    changeRow(sql, caller, id, farmer, moves);
    if (moves) {
      EntityCardResource.end(sql, caller, id);
    }
    EntityCardResource.change(sql, caller, card);
    if (farmer.submission().isNull() || moves) {
      Submissions.detach(sql, caller, id);
    }
    submission.ifPresent(checked -> Submissions.write(sql, caller, owner, id, present, checked));
  }

  /** A farmer that replaced others is one person with them, so it stays in their company. */
  private static void refuseMove(DSLContext sql, UUID id, Body body) {
    List<String> replaced =
        sql.select(FARMER.NUMBER)
            .from(FARMER)
            .where(FARMER.REPLACED_BY.eq(id))
            .orderBy(FARMER.ID)
            .fetch(FARMER.NUMBER);
    if (!replaced.isEmpty()) {
      String detail = "A farmer that replaced others cannot move. This one replaced %s.";
      String numbers = String.join(", ", replaced.subList(0, Math.min(20, replaced.size())));
      body.refuse("buyer", References.REPLACED, detail.formatted(numbers));
    }
  }

  private static void changeRow(
      DSLContext sql, Caller caller, UUID id, FarmerBody farmer, boolean moves) {
    Runnable change = () -> Updates.change(sql, caller, FARMER.ID, id, farmer.columns());
    if (farmer.number() != null) {
      farmer.columns().put(FARMER.NUMBER, farmer.number());
    }
    if (moves || farmer.number() != null) {
      Updates.unique(sql, farmer.body(), "number", "farmer_number", Numbers.TAKEN, change);
    } else {
      change.run();
    }
  }
}
