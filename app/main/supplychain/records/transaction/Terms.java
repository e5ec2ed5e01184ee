package supplychain.records.transaction;

import static java.time.temporal.ChronoUnit.MICROS;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION;
import static supplychain.validation.Kinds.*;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import supplychain.records.Numbers;
import supplychain.records.References;
import supplychain.validation.Body;
import supplychain.validation.Columns;

/**
 * The common fields of product transactions and payments; null if the body does not have them.
 *
 * @param currency a currency's id or its ISO 4217 code
 * @param number a number of the client's own
 * @param invoice the link to the invoice; a request cannot set it
 */
record Terms(
    String currency,
    String number,
    OffsetDateTime date,
    String invoiceNumber,
    Double latitude,
    Double longitude,
    Method method,
    UUID card,
    String invoice) {
  private static final int CURRENCY_LENGTH = 36;

  static Terms read(Body body, References references) {
    String currency = body.get("currency", filledText(CURRENCY_LENGTH)).value();
    references.wantCurrency(body.pointer("currency"), currency);
    UUID card = body.get("card", ID).value();
    references.want(References.Kind.CARD, body.pointer("card"), card);
    return new Terms(
        currency,
        Numbers.own(body, PRODUCT_TRANSACTION.NUMBER),
        body.get("date", DATE_TIME).value(),
        body.get("invoice_number", text(Columns.limit(PRODUCT_TRANSACTION.INVOICE_NUMBER))).value(),
        body.get("verification_latitude", LATITUDE).value(),
        body.get("verification_longitude", LONGITUDE).value(),
        body.get("method", choice(Method.class)).value(),
        card,
        body.fromFile("invoice", URI).value());
  }

  /** The same terms, with defaults from the payment's product transaction. */
  Terms orFrom(Terms transaction) {
    // Never combine one record's latitude with another's longitude.
    boolean isPlaced = latitude != null || longitude != null;
    return new Terms(
        currency == null ? transaction.currency : currency,
        number,
        date == null ? transaction.date : date,
        invoiceNumber == null ? transaction.invoiceNumber : invoiceNumber,
        isPlaced ? latitude : transaction.latitude,
        isPlaced ? longitude : transaction.longitude,
        method,
        card == null ? transaction.card : card,
        invoice);
  }

  /** The method in the body, or the method that follows from card and invoice number. */
  Method methodOrImplied() {
    if (method != null) {
      return method;
    }
    if (card != null) {
      return Method.CARD;
    }
    return invoiceNumber == null || invoiceNumber.isBlank() ? Method.NONE : Method.INVOICE;
  }

  /** Adds a finding if neither party holds the card. */
  void checkCard(Body body, References references, Parties parties) {
    References.Found found = references.get(References.Kind.CARD, card);
    if (found != null && parties.areKnown() && !parties.include(found.link())) {
      body.refuse("card", "not_held", "Neither source nor destination holds this card now.");
    }
  }

  /** Adds a finding if the method is CARD and there is no card. */
  void checkMethod(Body body) {
    if (method == Method.CARD && card == null && !body.has("card")) {
      body.refuse("method", "mismatch", "The method CARD needs a card.");
    }
  }

  /** The same terms, with the present time as the default date. */
  Terms dated() {
    OffsetDateTime dated =
        date == null ? OffsetDateTime.now(ZoneOffset.UTC).truncatedTo(MICROS) : date;
    return new Terms(
        currency, number, dated, invoiceNumber, latitude, longitude, method, card, invoice);
  }
}
