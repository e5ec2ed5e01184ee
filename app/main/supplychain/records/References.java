package supplychain.records;

import static java.util.stream.Collectors.joining;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.database.Batch;
import supplychain.database.Batch.Fetched;
import supplychain.database.SqlText;
import supplychain.validation.Body;
import supplychain.validation.Findings;
import supplychain.validation.Formats;
import supplychain.validation.ShownValue;

/**
 * Looks up every id of a body in one query. An unknown id and the id of another company's record
 * get the same finding, so that nobody learns about the records of others.
 */
public final class References {
  /** The code of the finding {@link #replaced}. */
  public static final String REPLACED = "replaced";

  /** The kinds of records that an id can name. */
  public enum Kind {
    /**
     * A farmer or a company. The callers' own farmers do not move to another company until the
     * transaction ends. After a wait for such a move they are as it left them. Those of others are
     * neither found nor locked.
     */
    ENTITY(
        """
        (with own_farmer as materialized (
           select id, buyer, replaced_by from farmer
            where id = any(?) and (buyer = any(?) or ?) order by id for key share)
         select 'ENTITY', entity.id, acting.id, entity.kind, acting.currency,
                (select number from farmer where id = own_farmer.replaced_by)
           from entity
           left join own_farmer on own_farmer.id = entity.id
           join company as acting on acting.id = coalesce(own_farmer.buyer, entity.id)
          where entity.id = any(?))"""),
    PRODUCT(
        "select 'PRODUCT', id, null::uuid, null, null::uuid, null from product where id = any(?)"),
    CURRENCY(
        """
        select 'CURRENCY', id, null::uuid, code, null::uuid, null
          from currency where id = any(?) or code = any(?)"""),
    CARD(
        """
        select 'CARD', card.id, card.company,
               case when held.id is null
                    then (select to_json(max(last.updated_on)) #>> '{}'
                            from entity_card as last where last.card = card.id) end,
               held.entity, null
          from card left join entity_card as held on held.card = card.id and held.is_active
         where card.id = any(?)"""),
    PREMIUM(
        """
        select 'PREMIUM', id, owner,
               case when is_active
                    then json_build_object(
                           'calculation', calculation_type, 'type', type, 'amount', amount::text,
                           'options',
                           (select coalesce(json_agg(json_build_object(
                                     'id', o.id, 'name', o.name, 'amount', o.amount::text)), '[]')
                              from premium_option as o
                             where o.premium = premium.id and o.is_active),
                           'ranges',
                           (select coalesce(json_agg(json_build_object(
                                     'min', r.min_quantity::text, 'max', r.max_quantity::text,
                                     'amount', r.amount::text)), '[]')
                              from premium_range as r
                             where r.premium = premium.id and r.is_active))::text end,
               (select currency from company where company.id = premium.owner), null
          from premium where id = any(?)"""),
    FORM("select 'FORM', id, owner, form_type, null::uuid, null from form where id = any(?)"),
    SUBMISSION(
        "select 'SUBMISSION', id, company, null, null::uuid, null from submission where id = any(?)");

    private final String rows;

    Kind(String rows) {
      this.rows = rows;
    }

    private String written() {
      return this == ENTITY ? "farmer or company" : name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A record that a body names.
   *
   * @param company its company; for an entity the company that acts for it; null in the catalogue
   * @param state an entity's kind, a form's type, a currency's code; the time since which nobody
   *     holds a card; the rule of an active premium in JSON, and null if the premium is not active
   * @param link a card's holder, the currency of the company that acts for an entity or owns a
   *     premium
   * @param replacement the number of the farmer that replaced a farmer; null for everybody else
   */
  public record Found(
      Kind kind, UUID id, UUID company, String state, UUID link, String replacement) {
    public boolean isCompany() {
      return kind == Kind.ENTITY && state.equals("COMPANY");
    }
  }

  private record Key(Kind kind, Object key) {
    /** The key with the code of a currency in capitals. */
    Key inCapitals() {
      return key instanceof String code ? new Key(kind, code.toUpperCase(Locale.ROOT)) : this;
    }
  }

  private record Wanted(Key key, String pointer, Predicate<Found> visible, String noun) {
    String absent(Optional<String> written) {
      return key.key() instanceof String code
          ? "No currency has the code " + ShownValue.of(code) + "."
          : written
              .map(name -> "You cannot use the %s %s here.".formatted(noun, ShownValue.of(name)))
              .orElseGet(() -> References.absent(noun, key.key()));
    }
  }

  private final Caller caller;
  private final Findings findings;
  private final List<Wanted> wanted = new ArrayList<>();
  private final Map<Key, Found> found = new HashMap<>();

  /** References in a body of this caller. */
  public References(Caller caller, Body body) {
    this.caller = caller;
    this.findings = body.findings();
  }

  public Caller caller() {
    return caller;
  }

  /** Reads the id in a field, and wants its record; null if there is none. */
  public UUID want(Kind kind, Body body, String name) {
    return want(kind, body, name, this::isVisible);
  }

  /**
   * Reads the id in a field, and wants its record; null if there is none.
   *
   * @param visible which records the caller may name here
   */
  public UUID want(Kind kind, Body body, String name, Predicate<Found> visible) {
    UUID id = body.get(name, Names.id(name)).value();
    want(kind, body.pointer(name), id, visible);
    return id;
  }

  /** Reads the id in a field, and wants its company; null if there is none. */
  public UUID wantCompany(Body body, String name, Predicate<Found> visible) {
    UUID id = body.get(name, Names.id(name)).value();
    wantCompany(body.pointer(name), id, visible);
    return id;
  }

  /** Wants a company; the finding never says that a farmer would be right. */
  public void wantCompany(String pointer, UUID id, Predicate<Found> visible) {
    add(Kind.ENTITY, pointer, id, visible, "company");
  }

  /** Wants a record of the caller's company or of the catalogue; a null id wants nothing. */
  public void want(Kind kind, String pointer, UUID id) {
    want(kind, pointer, id, this::isVisible);
  }

  /**
   * Wants a record; a null id wants nothing.
   *
   * @param visible which records the caller may name here
   */
  public void want(Kind kind, String pointer, UUID id, Predicate<Found> visible) {
    add(kind, pointer, id, visible, kind.written());
  }

  private void add(Kind kind, String pointer, UUID id, Predicate<Found> visible, String noun) {
    if (id != null) {
      wanted.add(new Wanted(new Key(kind, id), pointer, visible, noun));
    }
  }

  /** Wants the company in a required field; the caller must act for it. Returns its id. */
  public UUID wantOwnCompany(Body body, String name) {
    body.require(name);
    return wantCompany(body, name, this::isOwnCompany);
  }

  /** Whether it is a company that the caller acts for. */
  public boolean isOwnCompany(Found found) {
    return found.isCompany() && caller.actsFor(found.id());
  }

  /** Wants the company in a field, by default the caller's. The caller must act for it. */
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
      wanted.add(
          new Wanted(currencyKey(currency), pointer, this::isVisible, Kind.CURRENCY.written()));
    }
  }

  private boolean isVisible(Found found) {
    return found.company() == null || found.isCompany() || caller.actsFor(found.company());
  }

  /** Looks up all ids: runs the batch. An id that the caller does not see becomes a finding. */
  public void resolve(DSLContext sql) {
    resolve(sql, List.of(this));
  }

  /** Looks up the ids of several bodies in one query. */
  public static void resolve(DSLContext sql, List<References> bodies) {
    List<Wanted> wanted = bodies.stream().flatMap(one -> one.wanted.stream()).toList();
    if (wanted.isEmpty()) {
      return;
    }
    Map<Key, Found> rows = new HashMap<>();
    for (Found row : find(sql, bodies, wanted)) {
      rows.put(new Key(row.kind(), row.id()), row);
      if (row.kind() == Kind.CURRENCY) {
        rows.put(new Key(row.kind(), row.state()), row);
      }
    }
    bodies.forEach(references -> references.take(rows));
  }

  private void take(Map<Key, Found> rows) {
    for (Wanted one : wanted) {
      Found row = rows.get(one.key().inCapitals());
      if (row != null && one.visible().test(row)) {
        found.put(one.key(), row);
        if (row.replacement() != null) {
          findings.add(one.pointer(), REPLACED, replaced(row.replacement()));
        }
      } else {
        Optional<String> written = findings.written(one.pointer());
        findings.add(one.pointer(), "does_not_exist", one.absent(written));
      }
    }
  }

  /** The finding for an unknown id, and for the id of another company's record. */
  public static String absent(String kind, Object id) {
    return "No %s that you can use has the id %s.".formatted(kind, id);
  }

  /** The finding for a farmer whom the farmer with this number replaced. */
  public static String replaced(String number) {
    return "Farmer " + number + " replaced this farmer. Use farmer " + number + ".";
  }

  /** The record after the lookup; null if there was a finding or no id. */
  public Found get(Kind kind, UUID id) {
    return found.get(new Key(kind, id));
  }

  /** The currency's id after the lookup; null if there was a finding or no currency. */
  public UUID currency(String currency) {
    Found row = currency == null ? null : found.get(currencyKey(currency));
    return row == null ? null : row.id();
  }

  private static Key currencyKey(String currency) {
    return new Key(Kind.CURRENCY, Formats.uuid(currency).<Object>map(id -> id).orElse(currency));
  }

  private static final Map<Set<Kind>, SqlText> QUERIES = new ConcurrentHashMap<>();

  /**
   * The query for these kinds, whose text is always the same: PostgreSQL parses it once. A branch
   * for each kind that a body does not name would double the time of the query.
   */
  private static SqlText query(Set<Kind> kinds) {
    return QUERIES.computeIfAbsent(
        kinds,
        each -> new SqlText(each.stream().map(kind -> kind.rows).collect(joining(" union all "))));
  }

  /** The records that the callers of these bodies may name, of all wanted ones. */
  private static List<Found> find(DSLContext sql, List<References> bodies, List<Wanted> wanted) {
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    wanted.forEach(one -> kinds.add(one.key().kind()));
    List<Object> values = new ArrayList<>();
    for (Kind kind : kinds) {
      UUID[] ids = keys(wanted, kind, UUID.class).toArray(UUID[]::new);
      values.add(ids);
      if (kind == Kind.ENTITY) {
        List<Caller> callers = bodies.stream().map(References::caller).toList();
        Stream<UUID> companies = callers.stream().map(Caller::company).filter(Objects::nonNull);
        values.add(companies.distinct().toArray(UUID[]::new));
        values.add(callers.stream().anyMatch(Caller::isOperator));
        values.add(ids);
      } else if (kind == Kind.CURRENCY) {
        values.add(keys(wanted, kind, String.class).toArray(String[]::new));
      }
    }
    Batch batch = Batch.of(sql);
    Fetched<Found> found = batch.add(query(kinds), References::row, values.toArray());
    batch.run();
    return found.list();
  }

  private static <T> Stream<T> keys(List<Wanted> wanted, Kind kind, Class<T> type) {
    return wanted.stream()
        .map(one -> one.key().inCapitals())
        .filter(key -> key.kind() == kind && type.isInstance(key.key()))
        .map(key -> type.cast(key.key()))
        .distinct();
  }

  private static Found row(ResultSet row) throws SQLException {
    return new Found(
        Kind.valueOf(row.getString(1)),
        row.getObject(2, UUID.class),
        row.getObject(3, UUID.class),
        row.getString(4),
        row.getObject(5, UUID.class),
        row.getString(6));
  }
}
