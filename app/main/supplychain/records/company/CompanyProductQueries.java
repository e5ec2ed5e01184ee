package supplychain.records.company;

import static supplychain.schema.Tables.COMPANY_PRODUCT;

import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Record2;
import org.jooq.impl.DSL;
import supplychain.core.Caller;
import supplychain.database.Ids;
import supplychain.database.NewRow;
import supplychain.records.Updates;
import supplychain.validation.FieldValue;

/** Company-products in the database. */
final class CompanyProductQueries {
  private CompanyProductQueries() {}

  /** Makes the company's record of this product; empty where it is there, or just being made. */
  static Optional<UUID> insert(
      DSLContext sql, Caller caller, UUID company, UUID product, boolean isActive) {
    UUID id = Ids.next();
    boolean inserted =
        new NewRow(COMPANY_PRODUCT)
            .set(COMPANY_PRODUCT.ID, id)
            .set(COMPANY_PRODUCT.COMPANY, company)
            .set(COMPANY_PRODUCT.PRODUCT, product)
            .set(COMPANY_PRODUCT.IS_ACTIVE, isActive)
            .set(COMPANY_PRODUCT.CREATOR, caller.user())
            .set(COMPANY_PRODUCT.UPDATER, caller.user())
            .insertUnlessThere(sql);
    return inserted ? Optional.of(id) : Optional.empty();
  }

  /** Of which company and which product one is. */
  static Record2<UUID, UUID> companyAndProduct(DSLContext sql, UUID id) {
    return sql.select(COMPANY_PRODUCT.COMPANY, COMPANY_PRODUCT.PRODUCT)
        .from(COMPANY_PRODUCT)
        .where(COMPANY_PRODUCT.ID.eq(id))
        .fetchSingle();
  }

  /** The company's record of this product, locked to the end of the transaction. */
  static UUID lock(DSLContext sql, UUID company, UUID product) {
    return sql.select(COMPANY_PRODUCT.ID)
        .from(COMPANY_PRODUCT)
        .where(COMPANY_PRODUCT.COMPANY.eq(company))
        .and(
            product == null
                ? COMPANY_PRODUCT.PRODUCT.isNull()
                : COMPANY_PRODUCT.PRODUCT.eq(product))
        .forNoKeyUpdate()
        .fetchSingle(COMPANY_PRODUCT.ID);
  }

  /** Notes that it is changed, and sets whether it is active if that is said. */
  static void update(DSLContext sql, Caller caller, UUID id, FieldValue<Boolean> isActive) {
    Updates.of(sql, COMPANY_PRODUCT, caller.user())
        .set(
            COMPANY_PRODUCT.IS_ACTIVE,
            isActive.hasValue() ? DSL.val(isActive.value()) : COMPANY_PRODUCT.IS_ACTIVE)
        .where(COMPANY_PRODUCT.ID.eq(id))
        .execute();
  }
}
