package supplychain.records;

import static java.util.stream.Collectors.toSet;
import static org.jooq.impl.DSL.*;
import static supplychain.database.RenderedQuery.parameter;
import static supplychain.schema.Tables.*;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
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
import supplychain.validation.Body;
import supplychain.validation.Findings;
import supplychain.validation.Formats;
import supplychain.validation.Kinds;

/**
 * Looks up every id of a body in one query. An unknown id and the id of another company's record
 * get the same finding, so that nobody learns about the records of others.
 */
public final class References {
  /** The finding for an unknown id, and for the id of another company's record. */
  public static final String ABSENT = "It does not exist, or is not yours.";

  /** The kinds of records that an id can name. */
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
   * @param company its company; for an entity the company that acts for it; null in the catalogue
   * @param state an entity's kind, a form's type, a currency's code; the names of an active
   *     premium's active options by id, in JSON, and null if the premium is not active
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

  private final Caller caller;
  private final List<Wanted> wanted = new ArrayList<>();
  private final Map<Key, Found> found = new HashMap<>();

  /** References in a body of this caller. */
  public References(Caller caller) {
    this.caller = caller;
  }

  /** The caller who sent the body. */
  public Caller caller() {
    return caller;
  }

  /** Wants a record of the caller's company or of the catalogue; a null id wants nothing. */
  public void want(Kind kind, String pointer, UUID id) {
    want(kind, pointer, id, this::isVisible);
  }

  /** The same with another condition for visible records. */
  public void want(Kind kind, String pointer, UUID id, Predicate<Found> visible) {
    if (id != null) {
      wanted.add(new Wanted(kind, pointer, id, visible));
    }
  }

  /** Wants the company in a required field; the caller must act for it. Returns its id. */
  public UUID wantOwnCompany(Body body, String name) {
    UUID company = body.required(name, Kinds.ID);
    want(
        Kind.ENTITY,
        body.pointer(name),
        company,
        found -> found.isCompany() && caller.actsFor(found.id()));
    return company;
  }

  /** The same for an optional field, with the caller's company as the default. */
  public UUID wantOwnCompanyOrCallers(Body body, String name) {
    if (body.has(name) || caller.isOperator()) {
      return wantOwnCompany(body, name);
    }
    body.ignore(name);
    return caller.company();
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

  /** Looks up all ids. An id that the caller does not see becomes a finding. */
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
    Set<Caller> callers = bodies.keySet().stream().map(References::caller).collect(toSet());
    for (Found row : find(sql, callers, wanted)) {
      rows.put(new Key(row.kind(), row.id()), row);
      if (row.kind() == Kind.CURRENCY) {
        rows.put(new Key(row.kind(), row.state()), row);
      }
    }
    bodies.forEach((references, findings) -> references.take(rows, findings));
  }

  private static List<Found> find(DSLContext sql, Set<Caller> callers, List<Wanted> wanted) {
    Map<Kind, Set<UUID>> ids = new EnumMap<>(Kind.class);
    Set<String> codes = new HashSet<>();
    for (Wanted one : wanted) {
      if (one.key() instanceof UUID id) {
        ids.computeIfAbsent(one.kind(), kind -> new HashSet<>()).add(id);
      } else {
        codes.add((String) one.key());
      }
    }
    return ReferenceQuery.find(sql, callers, ids, codes);
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

  /** The record after the lookup; null if there was a finding or no id. */
  public Found get(Kind kind, UUID id) {
    return found.get(new Key(kind, id));
  }

  /** The currency's id after the lookup; null if there was a finding or no currency. */
  public UUID currency(String currency) {
    Found row = currency == null ? null : found.get(new Key(Kind.CURRENCY, currencyKey(currency)));
    return row == null ? null : row.id();
  }

  private static Object currencyKey(String currency) {
    return Formats.uuid(currency).<Object>map(id -> id).orElse(currency);
  }

  /**
   * Looks up ids of every kind in one round trip. The text is always the same: it is parsed once.
   */
  private static final class ReferenceQuery {
    private static final Company ACTING = COMPANY.as("acting");
    private static final Field<UUID> NOBODY = inline(null, SQLDataType.UUID);
    private static final Field<String> NOTHING = inline(null, SQLDataType.VARCHAR);

    /**
     * The callers' own farmers, who do not move to another company until the transaction ends.
     * After a wait for such a move they are as it left them. Those of others are neither found nor
     * locked.
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

    private static final Field<String> OPTIONS =
        field(
            select(
                    coalesce(
                        jsonObjectAgg(
                                PREMIUM_OPTION.ID.cast(SQLDataType.VARCHAR), PREMIUM_OPTION.NAME)
                            .cast(SQLDataType.VARCHAR),
                        inline("{}")))
                .from(PREMIUM_OPTION)
                .where(PREMIUM_OPTION.PREMIUM.eq(PREMIUM.ID))
                .and(PREMIUM_OPTION.IS_ACTIVE));

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
                            when(PREMIUM.IS_ACTIVE, OPTIONS),
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
}
