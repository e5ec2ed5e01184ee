package supplychain.records.transaction;

import static org.jooq.impl.DSL.*;
import static supplychain.database.RenderedQuery.parameter;
import static supplychain.schema.Tables.*;

import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.database.NewRow;
import supplychain.database.RenderedQuery;
import supplychain.database.Rows;
import supplychain.records.Updates;
import supplychain.records.transaction.Stock.Draw;

/** Product transactions in the database. */
final class ProductTransactionQueries {
  /**
   * Locks lots in id order, so that two requests for the same lots wait for each other and never
   * deadlock. The remaining quantity comes from the locked row, after the other request's draw.
   */
  private static final RenderedQuery LOCK =
      new RenderedQuery(
          select(
                  PRODUCT_TRANSACTION.ID,
                  PRODUCT_TRANSACTION.DESTINATION,
                  PRODUCT_TRANSACTION.PRODUCT,
                  PRODUCT_TRANSACTION.REMAINING)
              .from(PRODUCT_TRANSACTION)
              .where(PRODUCT_TRANSACTION.ID.eq(any(parameter(UUID[].class))))
              .and(PRODUCT_TRANSACTION.DESTINATION.eq(any(parameter(UUID[].class))))
              .orderBy(PRODUCT_TRANSACTION.ID)
              .forNoKeyUpdate());

  private static final RenderedQuery LEAVE =
      new RenderedQuery(
          update(PRODUCT_TRANSACTION)
              .set(PRODUCT_TRANSACTION.REMAINING, parameter(BigDecimal.class))
              .set(PRODUCT_TRANSACTION.UPDATED_ON, Updates.after(PRODUCT_TRANSACTION.UPDATED_ON))
              .where(PRODUCT_TRANSACTION.ID.eq(parameter(UUID.class))));

  private ProductTransactionQueries() {}

  /** The lots that one of the sources received, locked. */
  static List<Lot> lock(DSLContext sql, Set<UUID> ids, Set<UUID> sources) {
    return LOCK.list(
        sql,
        row ->
            new Lot(
                row.getObject(1, UUID.class),
                row.getObject(2, UUID.class),
                row.getObject(3, UUID.class),
                row.getBigDecimal(4)),
        ids.toArray(UUID[]::new),
        sources.toArray(UUID[]::new));
  }

  /** The row of a transaction, still without its number. */
  static NewRow row(
      UUID id,
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
        .set(PRODUCT_TRANSACTION.DATE, terms.date())
        .set(PRODUCT_TRANSACTION.INVOICE_NUMBER, terms.invoiceNumber())
        .set(PRODUCT_TRANSACTION.VERIFICATION_LATITUDE, terms.latitude())
        .set(PRODUCT_TRANSACTION.VERIFICATION_LONGITUDE, terms.longitude())
        .set(PRODUCT_TRANSACTION.METHOD, terms.methodOrImplied().name())
        .set(PRODUCT_TRANSACTION.INVOICE, terms.invoice())
        .set(PRODUCT_TRANSACTION.QUALITY_CORRECTION, transaction.qualityCorrection())
        .set(PRODUCT_TRANSACTION.CREATOR, parties.caller().user())
        .set(PRODUCT_TRANSACTION.UPDATER, parties.caller().user());
  }

  /** Records the draws of transactions from their parents. */
  static void insertDraws(DSLContext sql, List<NewProductTransaction> transactions) {
    Rows rows =
        new Rows(
            PRODUCT_TRANSACTION_PARENT,
            PRODUCT_TRANSACTION_PARENT.CHILD,
            PRODUCT_TRANSACTION_PARENT.PARENT,
            PRODUCT_TRANSACTION_PARENT.POSITION,
            PRODUCT_TRANSACTION_PARENT.DRAWN);
    for (NewProductTransaction transaction : transactions) {
      int position = 0;
      for (Draw draw : transaction.draws()) {
        rows.add(transaction.id, draw.parent(), position++, draw.quantity());
      }
    }
    rows.insert(sql);
  }

  /** Writes the remaining quantities of lots. */
  static void leave(DSLContext sql, List<Lot> lots) {
    lots.forEach(lot -> LEAVE.later(sql, lot.remaining(), lot.id()));
  }
}
