package supplychain.records.transaction;

import static supplychain.schema.Tables.ORIGIN_FILE;

import org.jooq.Field;
import org.jooq.JSON;
import supplychain.database.JsonObject;
import supplychain.records.Filter;
import supplychain.records.RecordKind;
import supplychain.records.Visibility;

/** Kept files of origins: a company sees the files that it created. */
public final class OriginFileResource {
  public static final RecordKind ORIGIN_FILES =
      new RecordKind(
              "/v1/transactions/origin-files/",
              ORIGIN_FILE,
              document(
                  ORIGIN_FILE.TRANSACTIONS,
                  ORIGIN_FILE.BLOCKERS_TOTAL,
                  ORIGIN_FILE.BLOCKERS,
                  ORIGIN_FILE.WARNINGS_TOTAL,
                  ORIGIN_FILE.WARNINGS),
              Visibility.named(ORIGIN_FILE.COMPANY))
          .filteredBy(
              Filter.id("of this product transaction", ORIGIN_FILE.PRODUCT_TRANSACTION),
              Filter.flag("that can be used (`true`) or not (`false`)", ORIGIN_FILE.IS_COMPLETE))
          .columns(ORIGIN_FILE.ID, ORIGIN_FILE.PRODUCT_TRANSACTION, ORIGIN_FILE.IS_COMPLETE)
          .columns(ORIGIN_FILE.NET_MASS_KG, ORIGIN_FILE.PRODUCT, ORIGIN_FILE.PLOTS)
          .columns(ORIGIN_FILE.PRODUCERS, ORIGIN_FILE.BYTES, ORIGIN_FILE.SHA256)
          .columns(ORIGIN_FILE.BLOCKERS_TOTAL, ORIGIN_FILE.WARNINGS_TOTAL)
          .columns(ORIGIN_FILE.CREATED_ON)
          .listedAs(document(ORIGIN_FILE.BLOCKERS_TOTAL, ORIGIN_FILE.WARNINGS_TOTAL));

  private OriginFileResource() {}

  /** A summary with the fields that can be long, or with only their counts, for lists. */
  private static Field<JSON> document(Field<?>... contents) {
    return new JsonObject()
        .columns(ORIGIN_FILE.ID, ORIGIN_FILE.COMPANY)
        .columns(ORIGIN_FILE.PRODUCT_TRANSACTION, ORIGIN_FILE.IS_COMPLETE)
        .decimals(ORIGIN_FILE.NET_MASS_KG)
        .columns(ORIGIN_FILE.PRODUCT, ORIGIN_FILE.PLOTS, ORIGIN_FILE.PRODUCERS)
        .columns(ORIGIN_FILE.COUNTRIES, ORIGIN_FILE.BYTES, ORIGIN_FILE.SHA256)
        .columns(contents)
        .columns(ORIGIN_FILE.CREATED_ON, ORIGIN_FILE.UPDATED_ON)
        .users(ORIGIN_FILE.CREATOR, ORIGIN_FILE.UPDATER)
        .build();
  }
}
