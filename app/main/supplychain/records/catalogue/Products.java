package supplychain.records.catalogue;

import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.validation.Body;

/** The catalogue of products. */
public final class Products {
  private Products() {}

  /**
   * Records a product out of a body, in the transaction of {@code sql}; a name, case and outer
   * blanks aside, is one product, however often it is recorded.
   */
  public static UUID record(DSLContext sql, Caller caller, Body body) {
    ProductBody product = ProductBody.readNew(body);
    body.finish();
    return product.named(sql).orElseGet(() -> product.insert(sql, caller));
  }
}
