package supplychain.records.company;

import static supplychain.schema.Tables.COMPANY_PRODUCT_FORM;
import static supplychain.schema.Tables.COMPANY_PRODUCT_PREMIUM;

import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;
import supplychain.database.Rows;

/** What a company-product names, in its order: a table that links it with others. */
record Links(Table<?> table, Field<UUID> owner, Field<UUID> other, Field<Integer> position) {
  static final Links FORMS =
      new Links(
          COMPANY_PRODUCT_FORM,
          COMPANY_PRODUCT_FORM.COMPANY_PRODUCT,
          COMPANY_PRODUCT_FORM.FORM,
          COMPANY_PRODUCT_FORM.POSITION);

  static final Links PREMIUMS =
      new Links(
          COMPANY_PRODUCT_PREMIUM,
          COMPANY_PRODUCT_PREMIUM.COMPANY_PRODUCT,
          COMPANY_PRODUCT_PREMIUM.PREMIUM,
          COMPANY_PRODUCT_PREMIUM.POSITION);

  /** Links a company-product that was just made. */
  void insert(DSLContext sql, UUID companyProduct, List<UUID> others) {
    Rows rows = new Rows(table, owner, other, position);
    for (int i = 0; i < others.size(); i++) {
      rows.add(companyProduct, others.get(i), i);
    }
    rows.insert(sql);
  }

  /** Puts these links in place of others; the same again are left alone, as no change. */
  void replace(DSLContext sql, UUID companyProduct, List<UUID> others) {
    List<UUID> present =
        sql.select(other)
            .from(table)
            .where(owner.eq(companyProduct))
            .orderBy(position)
            .fetch(other);
    if (!present.equals(others)) {
      sql.deleteFrom(table).where(owner.eq(companyProduct)).execute();
      insert(sql, companyProduct, others);
    }
  }
}
