package supplychain.records.company;

import static supplychain.schema.Tables.*;
import static supplychain.validation.ValueTypes.ID;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.TableField;
import org.jooq.impl.DSL;
import supplychain.database.JsonObject;
import supplychain.database.NewRows;
import supplychain.records.Filter;
import supplychain.records.References;
import supplychain.records.References.Found;
import supplychain.records.Target;
import supplychain.validation.Body;
import supplychain.validation.FieldValue;

/** A table that links company-products with forms or with premiums, in an order. */
record Links(Target<?> target, TableField<?, UUID> other) {
  /** The largest number of forms, and of premiums, of a company for one product. */
  static final int MOST = 100;

  static final Links FORMS = new Links(Target.FORM, COMPANY_PRODUCT_FORM.FORM);
  static final Links PREMIUMS = new Links(Target.PREMIUM, COMPANY_PRODUCT_PREMIUM.PREMIUM);

  /** The name of the list in documents. */
  String name() {
    return other.getName() + "s";
  }

  /** The table of premiums has a column of the same name. */
  Field<UUID> owner() {
    return other.getTable().field(COMPANY_PRODUCT_FORM.COMPANY_PRODUCT);
  }

  Field<Integer> position() {
    return other.getTable().field(COMPANY_PRODUCT_FORM.POSITION);
  }

  Field<JSON> array() {
    return JsonObject.array(other, other.getTable(), owner().eq(COMPANY_PRODUCT.ID), position());
  }

  Filter<UUID> filter() {
    String name = other.getName();
    return Filter.id(
        name,
        "with this " + name,
        id ->
            COMPANY_PRODUCT.ID.in(DSL.select(owner()).from(other.getTable()).where(other.eq(id))));
  }

  /**
   * Reads the new links, by their places in the body. If the body leaves a list out, its links
   * stay. In a change, null clears a list.
   */
  static Map<Links, Map<String, UUID>> read(
      Body body, References references, UUID company, boolean isChange) {
    Predicate<Found> isOwn =
        found ->
            (company == null || found.company().equals(company))
                && references.caller().actsFor(found.company());
    Map<Links, Map<String, UUID>> links = new LinkedHashMap<>();
    for (Links each : List.of(FORMS, PREMIUMS)) {
      FieldValue<Map<String, UUID>> ids = body.list(each.name(), ID, MOST);
      ids.or(Map.of()).forEach((place, id) -> references.want(each.target, place, id, isOwn));
      if (ids.hasValue() || (isChange && ids.isNull())) {
        links.put(each, ids.or(Map.of()));
      }
    }
    return links;
  }

  /** Adds the links of a company-product to rows of this table. */
  void add(NewRows rows, UUID companyProduct, Collection<UUID> others) {
    int place = 0;
    for (UUID each : others) {
      rows.add(companyProduct, each, place++);
    }
  }

  /** Replaces the links of a company-product, unless they are the same already. */
  void replace(DSLContext sql, UUID companyProduct, Collection<UUID> others) {
    List<UUID> present =
        sql.select(other)
            .from(other.getTable())
            .where(owner().eq(companyProduct))
            .orderBy(position())
            .fetch(other);
    if (!present.equals(List.copyOf(others))) {
      sql.deleteFrom(other.getTable()).where(owner().eq(companyProduct)).execute();
      NewRows rows = NewRows.of(other.getTable());
      add(rows, companyProduct, others);
      rows.insert(sql);
    }
  }
}
