package supplychain.records.farmer;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;
import static supplychain.validation.ValueTypes.filledText;

import java.util.List;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.Record1;
import org.jooq.Select;
import supplychain.database.JsonObject;
import supplychain.records.Filter;
import supplychain.records.NestedDocuments;
import supplychain.records.RecordKind;
import supplychain.records.Recording.Grouping;
import supplychain.records.SubmissionColumns;
import supplychain.records.Visibility;
import supplychain.records.form.FormShapes;

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

  private static final Field<String> CARD_ID =
      field(held(CARD.CARD_ID, ENTITY_CARD.ENTITY.eq(FARMER.ID))).as("entity_card.card.card_id");

  public static final RecordKind FARMERS =
      new RecordKind("/v1/supply-chains/farmers/", FARMER, OBJECT, Visibility.named(FARMER.BUYER))
          .filteredBy(
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
                  cardId ->
                      List.of(
                          FARMER.ID.in(
                              held(
                                  ENTITY_CARD.ENTITY,
                                  lower(CARD.CARD_ID).eq(lower(val(cardId))))))),
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
          .columns(FARMER.GENDER, FARMER.CONSENT_STATUS, FARMER.BUYER, CARD_ID)
          .columns(FARMER.CREATED_ON, FARMER.UPDATED_ON)
          .columnsOfForms(new SubmissionColumns("FARMER", SUBMISSION.FARMER))
          .listedIf(FARMER.REPLACED_BY.isNull())
          .createdBy(NewFarmer::record, body -> Grouping.TOGETHER)
          .amendedBy(FarmerChange::amend, FarmerChange::grouping);

  private FarmerResource() {}

  /** A column of the cards that somebody holds, with their holders. */
  private static <T> Select<Record1<T>> held(Field<T> column, Condition which) {
    return select(column)
        .from(ENTITY_CARD)
        .join(CARD)
        .on(CARD.ID.eq(ENTITY_CARD.CARD))
        .where(which)
        .and(ENTITY_CARD.IS_ACTIVE);
  }
}
