package supplychain.records;

import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Predicate;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.database.Batch;
import supplychain.database.Batch.Fetched;
import supplychain.database.KnownRows;
import supplychain.database.KnownRows.Known;
import supplychain.database.KnownRows.RowKey;
import supplychain.database.SqlFile;
import supplychain.validation.Body;
import supplychain.validation.Findings;
import supplychain.validation.Formats;
import supplychain.validation.ShownValue;
import supplychain.verify.PremiumRule;

/**
 * Looks up every id of a body in one round trip, or uses the known records without one. An unknown
 * id and the id of another company's record get the same finding, so that nobody learns about the
 * records of others.
 */
public final class References {
  /** The code of the finding {@link #replaced}. */
  public static final String REPLACED = "replaced";

  static final SqlFile SQL = SqlFile.beside(References.class, "references.sql");

  /** A record that a body names. */
  public interface Found {
    UUID id();

    /** The company whose record it is; null in the catalogue. */
    UUID company();
  }

  /**
   * A farmer or a company.
   *
   * @param company the company that acts for it: itself, or the buyer of a farmer
   * @param currency the currency of that company; null if it has none
   * @param replacement the number of the farmer that replaced a farmer, or the id if the number is
   *     not visible yet; null for everybody else
   */
  public record Party(UUID id, UUID company, boolean isCompany, UUID currency, String replacement)
      implements Found {}

  /** A product or a submission. */
  public record Plain(UUID id, UUID company) implements Found {}

  record Currency(UUID id, UUID company, String code) implements Found {}

  /**
   * A card.
   *
   * @param holder the farmer or the company that holds it; null if nobody does
   * @param freeSince when the last holder gave it back; null if it has a holder or never had one
   */
  public record Card(UUID id, UUID company, UUID holder, OffsetDateTime freeSince)
      implements Found {}

  /**
   * A premium.
   *
   * @param currency the currency of its owner; null if that has none
   * @param rule the rule for the amount
   */
  public record Premium(UUID id, UUID company, boolean isActive, UUID currency, PremiumRule rule)
      implements Found {}

  /** A form of a company. */
  public record Form(UUID id, UUID company, String type) implements Found {}

  /** A form of a company, with its fields in their order. */
  public record FormWithFields(UUID id, UUID company, String type, List<FormField> fields)
      implements Found {}

  /** A record to look up, by its id, or by its code as the body says it. */
  private record Wanted(Target<?> target, Object said, String pointer, Predicate<Found> isUsable) {
    RowKey key() {
      return References.key(target, said);
    }
  }

  private final Caller caller;
  private final Findings findings;
  private final List<Wanted> wanted = new ArrayList<>();
  private final Map<RowKey, Found> found = new HashMap<>();

  /** References whose mistakes become findings of this body. */
  public References(Caller caller, Body body) {
    this.caller = caller;
    this.findings = body.findings();
  }

  public Caller caller() {
    return caller;
  }

  /** Reads the id in a field, and wants its record; null if there is none. */
  public UUID want(Target<?> target, Body body, String name) {
    return want(target, body, name, this::isVisible);
  }

  /** Reads the id in a field, and wants a usable record; null if there is none. */
  public <F extends Found> UUID want(
      Target<F> target, Body body, String name, Predicate<? super F> isUsable) {
    UUID id = body.get(name, Names.id(name)).value();
    want(target, body.pointer(name), id, isUsable);
    return id;
  }

  /** Wants a record of the caller's company or of the catalogue; a null id wants nothing. */
  public void want(Target<?> target, String pointer, UUID id) {
    want(target, pointer, id, this::isVisible);
  }

  /** Wants a record that the caller may name here; a null id wants nothing. */
  @SuppressWarnings("unchecked")
  public <F extends Found> void want(
      Target<F> target, String pointer, UUID id, Predicate<? super F> isUsable) {
    // The caller's own company is always there, and nothing else is asked of a company.
    boolean isKnown = target.equals(Target.COMPANY) && Objects.equals(id, caller.company());
    if (id != null && !isKnown) {
      wanted.add(new Wanted(target, id, pointer, record -> isUsable.test((F) record)));
    }
  }

  /** Wants the company in a required field; the caller must act for it. Returns its id. */
  public UUID wantOwnCompany(Body body, String name) {
    body.require(name);
    return want(Target.COMPANY, body, name, this::isOwnCompany);
  }

  /** Whether it is a company that the caller acts for. */
  public boolean isOwnCompany(Party party) {
    return party.isCompany() && caller.actsFor(party.id());
  }

  /** Whether it is a farmer that the caller acts for. */
  public boolean isOwnFarmer(Party party) {
    return !party.isCompany() && caller.actsFor(party.company());
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
      wanted.add(new Wanted(Target.CURRENCY, idOrCode(currency), pointer, record -> true));
    }
  }

  private static Object idOrCode(String currency) {
    return Formats.uuid(currency).<Object>map(id -> id).orElse(currency);
  }

  private static RowKey key(Target<?> target, Object said) {
    Object value = said instanceof String code ? code.toUpperCase(Locale.ROOT) : said;
    return new RowKey(target.query(), value);
  }

  private boolean isVisible(Found record) {
    return record.company() == null
        || caller.actsFor(record.company())
        || (record instanceof Party party && party.isCompany());
  }

  /** Looks up all ids: runs the batch. An id that the caller does not see becomes a finding. */
  public void resolve(DSLContext sql) {
    resolve(sql, List.of(this));
  }

  /** Looks up the ids of several bodies together: runs the batch. */
  public static void resolve(DSLContext sql, List<References> bodies) {
    Batch batch = Batch.of(sql);
    List<RowKey> keys =
        bodies.stream().flatMap(one -> one.wanted.stream()).map(Wanted::key).distinct().toList();
    Map<Target<?>, Fetched<? extends Known<? extends Found>>> fetched = new LinkedHashMap<>();
    for (Target<?> target : Target.IN_ORDER) {
      List<Object> values =
          keys.stream()
              .filter(key -> key.query().equals(target.query()))
              .map(RowKey::value)
              .toList();
      if (!values.isEmpty()) {
        fetched.put(target, call(target, values, bodies).add(batch, target::read));
      }
    }
    batch.run();
    Map<RowKey, Found> records = new HashMap<>();
    fetched.forEach(
        (target, rows) -> {
          for (Known<? extends Found> row : rows.list()) {
            put(records, batch.known(), key(target, row.id()), row);
            if (row.value() instanceof Currency currency) {
              put(records, batch.known(), key(target, currency.code()), row);
            }
          }
        });
    keys.stream().filter(key -> !records.containsKey(key)).forEach(batch.known()::forget);
    bodies.forEach(references -> references.take(records));
  }

  private static void put(
      Map<RowKey, Found> records, KnownRows known, RowKey key, Known<? extends Found> row) {
    records.put(key, row.value());
    if (row.version() == null) {
      known.forget(key);
    } else {
      known.note(key, row);
    }
  }

  /**
   * Uses the known records, if the transaction may do so and all records are known. The statements
   * that check them then wait in the batch. Otherwise it looks the records up, and runs the batch.
   */
  public static void assumeOrResolve(DSLContext sql, List<References> bodies) {
    Batch batch = Batch.of(sql);
    Assumption assumption = new Assumption(batch.known());
    if (batch.mayAssume() && bodies.stream().allMatch(one -> one.assume(assumption))) {
      assumption.require(batch);
      bodies.forEach(references -> references.take(assumption.records()));
    } else {
      resolve(sql, bodies);
    }
  }

  /** Assumes its records. Returns false if the transaction must read one of them. */
  private boolean assume(Assumption assumption) {
    return wanted.stream().allMatch(one -> assumption.assume(caller, one.key()));
  }

  private static SqlFile.Call call(Target<?> target, List<Object> values, List<References> bodies) {
    UUID[] ids = values.stream().filter(UUID.class::isInstance).toArray(UUID[]::new);
    List<Caller> callers = bodies.stream().map(References::caller).toList();
    if (target.equals(Target.FORM_WITH_FIELDS)) {
      return formsWithFields(callers, ids, List.of());
    }
    SqlFile.Call call = SQL.call(target.query()).set("ids", ids);
    if (target.equals(Target.PARTY)) {
      Visibility.seenBy(callers, call);
    } else if (target.equals(Target.CURRENCY)) {
      call.set("codes", values.stream().filter(String.class::isInstance).toArray(String[]::new));
    }
    return call;
  }

  /** Reads the forms of these farmers' submissions, with their fields, when the batch runs. */
  public static Fetched<FormWithFields> formsOfFarmers(
      Batch batch, Collection<Caller> callers, List<UUID> farmers) {
    return farmers.isEmpty()
        ? Fetched.none()
        : formsWithFields(callers, new UUID[0], farmers).add(batch, Target.FORM_WITH_FIELDS.row());
  }

  private static SqlFile.Call formsWithFields(
      Collection<Caller> callers, UUID[] ids, List<UUID> farmers) {
    SqlFile.Call call = SQL.call(Target.FORM_WITH_FIELDS.query()).set("ids", ids);
    return Visibility.seenBy(callers, call).set("farmers", farmers.toArray(UUID[]::new));
  }

  private void take(Map<RowKey, Found> records) {
    for (Wanted one : wanted) {
      Found record = records.get(one.key());
      if (record == null || !one.isUsable().test(record)) {
        findings.add(one.pointer(), "does_not_exist", absent(one));
        continue;
      }
      found.put(one.key(), record);
      if (record instanceof Party party && party.replacement() != null) {
        findings.add(one.pointer(), REPLACED, replaced(party.replacement()));
      }
    }
  }

  private String absent(Wanted one) {
    if (one.said() instanceof String code) {
      return "No currency has the code " + ShownValue.of(code) + ".";
    }
    String noun = one.target().noun();
    return findings
        .written(one.pointer())
        .map(name -> "You cannot use the %s %s here.".formatted(noun, ShownValue.of(name)))
        .orElseGet(() -> absent(noun, one.said()));
  }

  /** The finding for an unknown id, and for the id of another company's record. */
  public static String absent(String noun, Object id) {
    return "No %s that you can use has the id %s.".formatted(noun, id);
  }

  /** The finding for a farmer whom the farmer with this number or id replaced. */
  public static String replaced(String name) {
    return "Farmer " + name + " replaced this farmer. Use farmer " + name + ".";
  }

  /** The record after the lookup; null if there was a finding or no id. */
  @SuppressWarnings("unchecked")
  public <F extends Found> F get(Target<F> target, UUID id) {
    return (F) found.get(key(target, id));
  }

  /** The currency's id after the lookup; null if there was a finding or no currency. */
  public UUID currency(String currency) {
    Found row = currency == null ? null : found.get(key(Target.CURRENCY, idOrCode(currency)));
    return row == null ? null : row.id();
  }
}
