package supplychain.records.farmer;

import static supplychain.schema.Tables.FARMER;
import static supplychain.validation.ValueTypes.*;

import java.util.UUID;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import supplychain.records.Numbers;
import supplychain.records.References;
import supplychain.records.References.Party;
import supplychain.records.Target;
import supplychain.records.card.CardBody;
import supplychain.records.form.SubmissionBody;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.FieldValue;
import supplychain.validation.ValueType;

/**
 * A Farmer in a body.
 *
 * @param number null keeps the present number; a new farmer gets a generated one
 * @param buyer null keeps the present buyer
 * @param card null takes the card away
 * @param submission null separates the farmer from the submission
 */
record FarmerBody(
    Columns columns,
    String number,
    UUID buyer,
    FieldValue<CardBody> card,
    FieldValue<SubmissionBody> submission) {
  private static final ValueType<String> FIRST_NAME = name(Columns.limit(FARMER.FIRST_NAME));

  /**
   * Reads a change of the farmer with this id, who may move to any company. Without an id, reads a
   * new farmer of a company that the caller acts for.
   */
  static FarmerBody read(Body body, UUID id, References references) {
    Columns columns = new Columns(body);
    columns.put(
        FARMER.FIRST_NAME,
        id == null
            ? body.required("first_name", FIRST_NAME)
            : body.repeat("first_name", FIRST_NAME));
    columns.names(FARMER.LAST_NAME);
    columns.texts(FARMER.PHONE, FARMER.DESCRIPTION, FARMER.HOUSE_NAME);
    if (columns.values().get(FARMER.PHONE) instanceof String phone
        && StringUtils.containsAny(phone, "0123456789")) {
      body.ruleOutWarnings("phone");
    }
    columns.texts(FARMER.STREET, FARMER.CITY, FARMER.SUB_PROVINCE, FARMER.PROVINCE);
    columns.texts(FARMER.ZIPCODE, FARMER.COUNTRY, FARMER.GENDER);
    columns.codes(FARMER.IDENTIFICATION_NO, FARMER.REFERENCE_NUMBER);
    columns.get(email(Columns.limit(FARMER.EMAIL)), FARMER.EMAIL);
    columns.get(LATITUDE, FARMER.LATITUDE);
    columns.get(LONGITUDE, FARMER.LONGITUDE);
    columns.get(DATE, FARMER.DATE_OF_BIRTH);
    columns.set(FARMER.IMAGE, body.fromFile("image", URI));
    columns.set(
        FARMER.CONSENT_STATUS,
        body.neverNull("consent_status", choice(ConsentStatus.class)).map(Enum::name));
    String number = Numbers.own(body, FARMER.NUMBER);
    UUID buyer =
        references.want(
            Target.COMPANY,
            body,
            "buyer",
            id == null ? references::isOwnCompany : Party::isCompany);
    body.ignoreServiceFields();
    return new FarmerBody(
        columns,
        number,
        buyer,
        CardBody.readEntityCard(body, id),
        body.object("submission").map(submission -> SubmissionBody.read(submission, references)));
  }

  /** The form that the submission names. */
  Stream<UUID> form() {
    return Stream.ofNullable(submission.value()).flatMap(one -> Stream.ofNullable(one.form()));
  }
}
