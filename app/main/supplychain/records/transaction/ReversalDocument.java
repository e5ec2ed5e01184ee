package supplychain.records.transaction;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;

import java.math.BigDecimal;
import java.util.UUID;
import org.jooq.Field;
import org.jooq.JSON;
import supplychain.database.Document;
import supplychain.database.JsonObject;

/** The document of a reversal, as one query; {@code transaction} is the reversed record. */
public final class ReversalDocument {
  /** A reversal of a product transaction. */
  public static final Document OF_GOODS =
      document(object(REVERSAL.PRODUCT_TRANSACTION).value("returned", returned()));

  /** A reversal of a payment. */
  public static final Document OF_PAYMENT = document(object(REVERSAL.PAYMENT_TRANSACTION));

  private ReversalDocument() {}

  private static JsonObject object(Field<UUID> reversed) {
    return new JsonObject()
        .columns(REVERSAL.ID)
        .value("transaction", reversed)
        .columns(REVERSAL.REASON);
  }

  private static Document document(JsonObject object) {
    object
        .columns(REVERSAL.CREATED_ON, REVERSAL.UPDATED_ON)
        .columns(REVERSAL.CREATOR, REVERSAL.UPDATER);
    return new Document(object.build(), REVERSAL, REVERSAL.ID, noCondition());
  }

  /** For each parent the returned quantity, and its remaining quantity after that. */
  private static Field<JSON> returned() {
    Field<JSON> lot =
        new JsonObject()
            .columns(PRODUCT_TRANSACTION_PARENT.PARENT)
            .value("quantity", PRODUCT_TRANSACTION_PARENT.DRAWN.cast(String.class))
            .value(
                "current_quantity",
                coalesce(PRODUCT_TRANSACTION.REMAINING, inline(BigDecimal.ZERO)).cast(String.class))
            .build();
    return JsonObject.array(
        lot,
        PRODUCT_TRANSACTION_PARENT
            .join(PRODUCT_TRANSACTION)
            .on(PRODUCT_TRANSACTION.ID.eq(PRODUCT_TRANSACTION_PARENT.PARENT)),
        PRODUCT_TRANSACTION_PARENT.CHILD.eq(REVERSAL.PRODUCT_TRANSACTION),
        PRODUCT_TRANSACTION_PARENT.POSITION);
  }
}
