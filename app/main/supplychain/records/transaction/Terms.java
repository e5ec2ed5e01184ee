package supplychain.records.transaction;

import static java.time.temporal.ChronoUnit.MICROS;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION;
import static supplychain.validation.ValueTypes.*;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import org.jooq.Table;
import org.jooq.TableField;
import supplychain.database.NewRow;
import supplychain.records.Numbers;
import supplychain.records.References;
import supplychain.records.Target;
import supplychain.schema.tables.ProductTransaction;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.Formats;

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
  private static final ProductTransaction GOODS = PRODUCT_TRANSACTION;
  private static final int CURRENCY_LENGTH = 36;

  static Terms read(Body body, References references) {
    String currency = body.get("currency", filledText(CURRENCY_LENGTH)).value();
    references.wantCurrency(body.pointer("currency"), currency);
    UUID card = references.want(Target.CARD, body, "card");
    return new Terms(
        currency,
        Numbers.own(body, GOODS.NUMBER),
        body.get("date", DATE_TIME).value(),
        body.get("invoice_number", text(Columns.limit(GOODS.INVOICE_NUMBER))).value(),
        body.get("verification_latitude", LATITUDE).value(),
        body.get("verification_longitude", LONGITUDE).value(),
        body.get("method", choice(Method.class)).value(),
        card,
        body.fromFile("invoice", URI).value());
  }

  /** These terms, with defaults from others. */
  Terms orFrom(Terms others) {
    // Never combine one record's latitude with another's longitude.
    boolean isPlaced = latitude != null || longitude != null;
    return new Terms(
        currency == null ? others.currency : currency,
        number,
        date == null ? others.date : date,
        invoiceNumber == null ? others.invoiceNumber : invoiceNumber,
        isPlaced ? latitude : others.latitude,
        isPlaced ? longitude : others.longitude,
        method,
        card == null ? others.card : card,
        invoice);
  }

  private Method methodOrImplied() {
    if (method != null) {
      return method;
    }
    if (card != null) {
      return Method.CARD;
    }
    return invoiceNumber == null || invoiceNumber.isBlank() ? Method.NONE : Method.INVOICE;
  }

  void checkCard(Body body, References references, Parties parties) {
    References.Card held = references.get(Target.CARD, card);
    if (held != null && parties.areKnown() && !parties.include(held.holder())) {
      String detail =
          Optional.ofNullable(held.freeSince())
              .map(Formats::day)
              .map(day -> "Nobody holds this card. Its last holder gave it back on " + day + ".")
              .orElse("Neither the source nor the destination holds this card now.");
      body.refuse("card", "not_held", detail);
    }
  }

  void checkMethod(Body body) {
    if (method == Method.CARD && card == null && !body.has("card")) {
      body.refuse("method", "mismatch", "The method CARD needs a card.");
    }
  }

  /** These terms, with the present time as the default date. */
  Terms dated() {
    OffsetDateTime now = OffsetDateTime.now(ZoneOffset.UTC).truncatedTo(MICROS);
    return orFrom(new Terms(null, null, now, null, null, null, null, null, null));
  }

  /** The number of the client's own, which must be unique in the recording company. */
  Numbers.Own number(TableField<?, UUID> owner, Parties parties, Body body) {
    return new Numbers.Own(owner, parties.recorder().orElseThrow(), number, body);
  }

  /** A row of one of the two tables, with the columns that have the same names in both. */
  NewRow row(Table<?> table, UUID id, Parties parties) {
    return new NewRow(table, id, parties.caller().user())
        .set(GOODS.COMPANY, parties.recorder().orElseThrow())
        .set(GOODS.TYPE, parties.direction().name())
        .set(GOODS.SOURCE, parties.source().id())
        .set(GOODS.DESTINATION, parties.destination().id())
        .set(GOODS.NUMBER, Numbers.orNew(number))
        .set(GOODS.CARD, card)
        .set(GOODS.DATE, date)
        .set(GOODS.INVOICE_NUMBER, invoiceNumber)
        .set(GOODS.VERIFICATION_LATITUDE, latitude)
        .set(GOODS.VERIFICATION_LONGITUDE, longitude)
        .set(GOODS.METHOD, methodOrImplied().name())
        .set(GOODS.INVOICE, invoice);
  }
}
