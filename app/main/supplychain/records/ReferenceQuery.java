package supplychain.records;

import static org.jooq.impl.DSL.any;
import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.condition;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.with;
import static supplychain.database.RenderedQuery.parameter;
import static supplychain.schema.Tables.CARD;
import static supplychain.schema.Tables.COMPANY;
import static supplychain.schema.Tables.CURRENCY;
import static supplychain.schema.Tables.ENTITY;
import static supplychain.schema.Tables.ENTITY_CARD;
import static supplychain.schema.Tables.FARMER;
import static supplychain.schema.Tables.FORM;
import static supplychain.schema.Tables.PREMIUM;
import static supplychain.schema.Tables.PRODUCT;
import static supplychain.schema.Tables.SUBMISSION;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jooq.CommonTableExpression;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record2;
import org.jooq.impl.SQLDataType;
import supplychain.core.Caller;
import supplychain.database.RenderedQuery;
import supplychain.records.References.Found;
import supplychain.records.References.Kind;
import supplychain.schema.tables.Company;

/** Looks up ids of every kind in one round trip. The text is always the same: it is parsed once. */
final class ReferenceQuery {
  private static final Company ACTING = COMPANY.as("acting");
  private static final Field<UUID> NOBODY = inline(null, SQLDataType.UUID);
  private static final Field<String> NOTHING = inline(null, SQLDataType.VARCHAR);

  /**
   * The callers' own farmers, who do not move to another company until the transaction ends. After
   * a wait for such a move they are as it left them. Those of others are neither found nor locked.
   */
  private static final CommonTableExpression<Record2<UUID, UUID>> OWN_FARMER =
      name("own_farmer")
          .asMaterialized(
              select(FARMER.ID, FARMER.BUYER)
                  .from(FARMER)
                  .where(FARMER.ID.eq(any(parameter(UUID[].class))))
                  .and(
                      FARMER
                          .BUYER
                          .eq(any(parameter(UUID[].class)))
                          .or(condition(parameter(Boolean.class))))
                  .orderBy(FARMER.ID)
                  .forKeyShare());

  private static final RenderedQuery QUERY =
      new RenderedQuery(
          with(OWN_FARMER)
              .select(inline("ENTITY"), ENTITY.ID, ACTING.ID, ENTITY.KIND, ACTING.CURRENCY)
              .from(ENTITY)
              .leftJoin(OWN_FARMER)
              .on(OWN_FARMER.field(FARMER.ID).eq(ENTITY.ID))
              .join(ACTING)
              .on(ACTING.ID.eq(coalesce(OWN_FARMER.field(FARMER.BUYER), ENTITY.ID)))
              .where(ENTITY.ID.eq(any(parameter(UUID[].class))))
              .unionAll(
                  select(inline("PRODUCT"), PRODUCT.ID, NOBODY, NOTHING, NOBODY)
                      .from(PRODUCT)
                      .where(PRODUCT.ID.eq(any(parameter(UUID[].class)))))
              .unionAll(
                  select(inline("CURRENCY"), CURRENCY.ID, NOBODY, CURRENCY.CODE, NOBODY)
                      .from(CURRENCY)
                      .where(CURRENCY.ID.eq(any(parameter(UUID[].class))))
                      .or(CURRENCY.CODE.eq(any(parameter(String[].class)))))
              .unionAll(
                  select(inline("CARD"), CARD.ID, CARD.COMPANY, NOTHING, ENTITY_CARD.ENTITY)
                      .from(CARD)
                      .leftJoin(ENTITY_CARD)
                      .on(ENTITY_CARD.CARD.eq(CARD.ID).and(ENTITY_CARD.IS_ACTIVE))
                      .where(CARD.ID.eq(any(parameter(UUID[].class)))))
              .unionAll(
                  select(
                          inline("PREMIUM"),
                          PREMIUM.ID,
                          PREMIUM.OWNER,
                          PREMIUM.IS_ACTIVE.cast(SQLDataType.VARCHAR),
                          NOBODY)
                      .from(PREMIUM)
                      .where(PREMIUM.ID.eq(any(parameter(UUID[].class)))))
              .unionAll(
                  select(inline("FORM"), FORM.ID, FORM.OWNER, FORM.FORM_TYPE, NOBODY)
                      .from(FORM)
                      .where(FORM.ID.eq(any(parameter(UUID[].class)))))
              .unionAll(
                  select(inline("SUBMISSION"), SUBMISSION.ID, SUBMISSION.COMPANY, NOTHING, NOBODY)
                      .from(SUBMISSION)
                      .where(SUBMISSION.ID.eq(any(parameter(UUID[].class))))));

  private ReferenceQuery() {}

  /** The records that these callers may name, of all that these ids and currency codes name. */
  static List<Found> find(
      DSLContext sql, Set<Caller> callers, Map<Kind, Set<UUID>> ids, Set<String> codes) {
    return QUERY.list(
        sql,
        ReferenceQuery::row,
        of(ids, Kind.ENTITY),
        callers.stream().map(Caller::company).filter(Objects::nonNull).toArray(UUID[]::new),
        callers.stream().anyMatch(Caller::isOperator),
        of(ids, Kind.ENTITY),
        of(ids, Kind.PRODUCT),
        of(ids, Kind.CURRENCY),
        codes.toArray(String[]::new),
        of(ids, Kind.CARD),
        of(ids, Kind.PREMIUM),
        of(ids, Kind.FORM),
        of(ids, Kind.SUBMISSION));
  }

  private static UUID[] of(Map<Kind, Set<UUID>> ids, Kind kind) {
    return ids.getOrDefault(kind, Set.of()).toArray(UUID[]::new);
  }

  private static Found row(ResultSet row) throws SQLException {
    return new Found(
        Kind.valueOf(row.getString(1)),
        row.getObject(2, UUID.class),
        row.getObject(3, UUID.class),
        row.getString(4),
        row.getObject(5, UUID.class));
  }
}
