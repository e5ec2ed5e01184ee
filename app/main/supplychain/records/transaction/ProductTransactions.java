package supplychain.records.transaction;

import io.javalin.http.Context;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.http.Creation;
import supplychain.validation.Body;

/** Product transactions over HTTP: goods moved, with lineage and stock. */
public final class ProductTransactions {
  private static final String PATH = "/v1/transactions/product-transactions/";

  private final Creation creation;

  /** Product transactions, each recorded once however often it is sent. */
  public ProductTransactions(Creation creation) {
    this.creation = creation;
  }

  /** Operation 2, create a product transaction: a MEMBER or above of one of its parties. */
  public void create(Context ctx) {
    creation.answer(ctx, PATH, ProductTransactions::record, ProductTransactionDocument.DOCUMENT);
  }

  /** Records one out of a body, in the transaction of {@code sql}; all of it or nothing. */
  public static UUID record(DSLContext sql, Caller caller, Body body) {
    BiConsumer<Body, Problem> refused =
        (one, problem) -> {
          throw problem;
        };
    return record(sql, Map.of(body, caller), refused).get(body);
  }

  /**
   * Records product transactions out of bodies, in the transaction of {@code sql}.
   *
   * @param bodies the bodies, each with who records it
   * @param refused is told of each that is refused; the others are recorded
   * @return the ids, by body
   */
  public static Map<Body, UUID> record(
      DSLContext sql, Map<Body, Caller> bodies, BiConsumer<Body, Problem> refused) {
    return new NewProductTransactions(sql, refused).record(bodies);
  }
}
