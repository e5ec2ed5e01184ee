package supplychain.part;

import static org.jooq.impl.DSL.any;
import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.select;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.impl.SQLDataType;
import supplychain.body.Body;
import supplychain.body.Findings;
import supplychain.body.Formats;
import supplychain.body.Kinds;
import supplychain.database.RenderedQuery;
import supplychain.http.Caller;

/**
 * Every id that a body names, looked up in one query. What does not exist and what is another
 * company's get the same finding, so that nobody learns of the records of others.
 */
public final class References {
  /** What is said of an id that names nothing, and of one that names what is another company's. */
  public static final String ABSENT = "It does not exist, or is not yours.";

  /** What an id can name. */
  public enum Kind {
    /** A farmer or a company. */
    ENTITY,
    PRODUCT,
    CURRENCY,
    CARD,
    PREMIUM,
    FORM,
    SUBMISSION
  }

  /**
   * A record that a body names.
   *
   * @param company whose it is; of an entity who acts for it; null in the catalogue
   * @param state an entity's kind, a form's type, whether a premium is active, a currency's code
   * @param link a card's holder, the currency of the company that acts for an entity
   */
  public record Found(Kind kind, UUID id, UUID company, String state, UUID link) {
    /** Whether it is a company. */
    public boolean isCompany() {
      return kind == Kind.ENTITY && state.equals("COMPANY");
    }
  }

  private record Wanted(Kind kind, String pointer, Object key, Predicate<Found> visible) {}

  private record Key(Kind kind, Object key) {}

  private static final supplychain.schema.tables.Company ACTING = COMPANY.as("acting");
  private static final Field<UUID> NOBODY = inline(null, SQLDataType.UUID);
  private static final Field<String> NOTHING = inline(null, SQLDataType.VARCHAR);

  private static final RenderedQuery QUERY =
      new RenderedQuery(
          select(inline("ENTITY"), ENTITY.ID, ACTING.ID, ENTITY.KIND, ACTING.CURRENCY)
              .from(ENTITY)
              .leftJoin(FARMER)
              .on(FARMER.ID.eq(ENTITY.ID))
              .join(ACTING)
              .on(ACTING.ID.eq(coalesce(FARMER.BUYER, ENTITY.ID)))
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

  private final Caller caller;
  private final List<Wanted> wanted = new ArrayList<>();
  private final Map<Key, Found> found = new HashMap<>();

  /** References that this caller makes. */
  public References(Caller caller) {
    this.caller = caller;
  }

  /** Who makes them. */
  public Caller caller() {
    return caller;
  }

  /** Wants a record of the caller's company or of the catalogue; a null id wants nothing. */
  public void want(Kind kind, String pointer, UUID id) {
    want(kind, pointer, id, this::isVisible);
  }

  /** Wants a record that meets a condition of its own instead. */
  public void want(Kind kind, String pointer, UUID id, Predicate<Found> visible) {
    if (id != null) {
      wanted.add(new Wanted(kind, pointer, id, visible));
    }
  }

  /** Wants the company that a field has to name, and the caller has to act for; its id. */
  public UUID wantOwnCompany(Body body, String name) {
    UUID company = body.required(name, Kinds.ID);
    want(
        Kind.ENTITY,
        body.pointer(name),
        company,
        found -> found.isCompany() && caller.actsFor(found.id()));
    return company;
  }

  /** Wants a currency by its id or its ISO 4217 code. */
  public void wantCurrency(String pointer, String currency) {
    if (currency != null) {
      wanted.add(new Wanted(Kind.CURRENCY, pointer, currencyKey(currency), this::isVisible));
    }
  }

  private boolean isVisible(Found found) {
    return found.company() == null || found.isCompany() || caller.actsFor(found.company());
  }

  /** Looks everything up; what is not there, or not for this caller, becomes a finding. */
  public void resolve(DSLContext sql, Findings findings) {
    resolve(sql, Map.of(this, findings));
  }

  /** The same for several bodies in one query, each with its own findings. */
  public static void resolve(DSLContext sql, Map<References, Findings> bodies) {
    List<Wanted> wanted = bodies.keySet().stream().flatMap(r -> r.wanted.stream()).toList();
    if (wanted.isEmpty()) {
      return;
    }
    Map<Key, Found> rows = new HashMap<>();
    for (Found row : QUERY.list(sql, References::row, arguments(wanted))) {
      rows.put(new Key(row.kind(), row.id()), row);
      if (row.kind() == Kind.CURRENCY) {
        rows.put(new Key(row.kind(), row.state()), row);
      }
    }
    bodies.forEach((references, findings) -> references.take(rows, findings));
  }

  private void take(Map<Key, Found> rows, Findings findings) {
    for (Wanted one : wanted) {
      Key key = new Key(one.kind(), one.key());
      Found row = rows.get(key);
      if (row != null && one.visible().test(row)) {
        found.put(key, row);
      } else {
        findings.add(one.pointer(), "does_not_exist", ABSENT);
      }
    }
  }

  /** The record, once resolved; null where there was a finding or no id. */
  public Found get(Kind kind, UUID id) {
    return found.get(new Key(kind, id));
  }

  /** The currency's id, once resolved; null where there was a finding or none was named. */
  public UUID currency(String currency) {
    Found row = currency == null ? null : found.get(new Key(Kind.CURRENCY, currencyKey(currency)));
    return row == null ? null : row.id();
  }

  private static Object currencyKey(String currency) {
    return Formats.uuid(currency).<Object>map(id -> id).orElse(currency);
  }

  private static Object[] arguments(List<Wanted> wanted) {
    return new Object[] {
      ids(wanted, Kind.ENTITY),
      ids(wanted, Kind.PRODUCT),
      ids(wanted, Kind.CURRENCY),
      wanted.stream().map(Wanted::key).filter(String.class::isInstance).toArray(String[]::new),
      ids(wanted, Kind.CARD),
      ids(wanted, Kind.PREMIUM),
      ids(wanted, Kind.FORM),
      ids(wanted, Kind.SUBMISSION)
    };
  }

  private static UUID[] ids(List<Wanted> wanted, Kind kind) {
    return wanted.stream()
        .filter(one -> one.kind() == kind && one.key() instanceof UUID)
        .map(Wanted::key)
        .distinct()
        .toArray(UUID[]::new);
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
