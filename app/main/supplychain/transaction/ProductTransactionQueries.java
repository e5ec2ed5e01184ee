package supplychain.transaction;

import static org.jooq.impl.DSL.any;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.update;
import static supplychain.database.RenderedQuery.parameter;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION_PARENT;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import supplychain.database.NewRow;
import supplychain.database.RenderedQuery;
import supplychain.database.Rows;
import supplychain.part.Timestamps;
import supplychain.transaction.Stock.Draw;

/** Product transactions in the database. */
final class ProductTransactionQueries {
  /**
   * Locks lots in id order, so that two requests for the same lots wait for each other and never
   * deadlock. What is left comes from the locked row: it is what the other request left.
   */
  private static final RenderedQuery LOCK =
      new RenderedQuery(
          select(PRODUCT_TRANSACTION.ID, PRODUCT_TRANSACTION.PRODUCT, PRODUCT_TRANSACTION.REMAINING)
              .from(PRODUCT_TRANSACTION)
              .where(PRODUCT_TRANSACTION.ID.eq(any(parameter(UUID[].class))))
              .and(PRODUCT_TRANSACTION.DESTINATION.eq(parameter(UUID.class)))
              .orderBy(PRODUCT_TRANSACTION.ID)
              .forNoKeyUpdate());

  private static final RenderedQuery LEAVE =
      new RenderedQuery(
          update(PRODUCT_TRANSACTION)
              .set(PRODUCT_TRANSACTION.REMAINING, parameter(BigDecimal.class))
              .set(PRODUCT_TRANSACTION.UPDATED_ON, Timestamps.after(PRODUCT_TRANSACTION.UPDATED_ON))
              .where(PRODUCT_TRANSACTION.ID.eq(parameter(UUID.class))));

  private ProductTransactionQueries() {}

  /**
   * The lots that the caller may draw from, locked, by their place in the body; a parent that the
   * source did not receive becomes a finding.
   */
  static Map<String, Lot> lock(
      DSLContext sql, ProductTransactionBody transaction, Parties parties) {
    Map<String, Lot> lots = new LinkedHashMap<>();
    if (transaction.parents().isEmpty() || !parties.callerActsForSource()) {
      return lots;
    }
    UUID[] ids = transaction.parents().values().toArray(UUID[]::new);
    Map<UUID, Lot> locked =
        LOCK
            .list(
                sql,
                row ->
                    new Lot(
                        row.getObject(1, UUID.class),
                        row.getObject(2, UUID.class),
                        row.getBigDecimal(3)),
                ids,
                parties.source().id())
            .stream()
            .collect(Collectors.toMap(Lot::id, Function.identity()));
    transaction
        .parents()
        .forEach(
            (place, id) -> {
              if (locked.containsKey(id)) {
                lots.put(place, locked.get(id));
              } else {
                transaction
                    .body()
                    .findings()
                    .add(place, "does_not_exist", "The source has received nothing with this id.");
              }
            });
    return lots;
  }

  /** Inserts one, or says false where another of its company has the number. */
  static boolean insert(
      DSLContext sql,
      UUID id,
      String number,
      UUID currency,
      BigDecimal sourceQuantity,
      ProductTransactionBody transaction,
      Parties parties) {
    Terms terms = transaction.terms();
    return new NewRow(PRODUCT_TRANSACTION)
        .set(PRODUCT_TRANSACTION.ID, id)
        .set(PRODUCT_TRANSACTION.COMPANY, parties.recorder().orElseThrow())
        .set(PRODUCT_TRANSACTION.TYPE, parties.direction().name())
        .set(PRODUCT_TRANSACTION.SOURCE, transaction.source())
        .set(PRODUCT_TRANSACTION.DESTINATION, transaction.destination())
        .set(PRODUCT_TRANSACTION.PRODUCT, transaction.product())
        .set(PRODUCT_TRANSACTION.AMOUNT, transaction.amount())
        .set(PRODUCT_TRANSACTION.QUANTITY, transaction.quantity())
        .set(PRODUCT_TRANSACTION.SOURCE_QUANTITY, sourceQuantity)
        .set(PRODUCT_TRANSACTION.REMAINING, transaction.quantity())
        .set(PRODUCT_TRANSACTION.CURRENCY, currency)
        .set(PRODUCT_TRANSACTION.CARD, terms.card())
        .set(PRODUCT_TRANSACTION.NUMBER, number)
        .set(PRODUCT_TRANSACTION.DATE, terms.date())
        .set(PRODUCT_TRANSACTION.INVOICE_NUMBER, terms.invoiceNumber())
        .set(PRODUCT_TRANSACTION.VERIFICATION_LATITUDE, terms.latitude())
        .set(PRODUCT_TRANSACTION.VERIFICATION_LONGITUDE, terms.longitude())
        .set(PRODUCT_TRANSACTION.METHOD, terms.methodOrImplied().name())
        .set(PRODUCT_TRANSACTION.INVOICE, terms.invoice())
        .set(PRODUCT_TRANSACTION.QUALITY_CORRECTION, transaction.qualityCorrection())
        .set(PRODUCT_TRANSACTION.CREATOR, parties.caller().user())
        .set(PRODUCT_TRANSACTION.UPDATER, parties.caller().user())
        .insertUnlessThere(sql, PRODUCT_TRANSACTION.COMPANY, PRODUCT_TRANSACTION.NUMBER);
  }

  /** Records what a transaction drew from each parent, and what that leaves. */
  static void draw(DSLContext sql, UUID child, List<Draw> draws) {
    Rows rows =
        new Rows(
            PRODUCT_TRANSACTION_PARENT,
            PRODUCT_TRANSACTION_PARENT.CHILD,
            PRODUCT_TRANSACTION_PARENT.PARENT,
            PRODUCT_TRANSACTION_PARENT.POSITION,
            PRODUCT_TRANSACTION_PARENT.DRAWN);
    int position = 0;
    for (Draw draw : draws) {
      rows.add(child, draw.parent(), position++, draw.quantity());
    }
    rows.insert(sql);
    List<Object[]> left =
        draws.stream()
            .filter(draw -> draw.quantity() == null || draw.quantity().signum() > 0)
            .map(draw -> new Object[] {draw.left(), draw.parent()})
            .toList();
    if (!left.isEmpty()) {
      LEAVE.batch(sql, left);
    }
  }
}
