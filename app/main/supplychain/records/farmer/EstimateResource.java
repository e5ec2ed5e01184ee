package supplychain.records.farmer;

import static org.jooq.impl.DSL.notExists;
import static org.jooq.impl.DSL.selectOne;
import static supplychain.schema.Tables.ESTIMATE;
import static supplychain.schema.Tables.FARMER;
import static supplychain.validation.ValueTypes.*;

import java.time.LocalDate;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.Record;
import supplychain.core.Caller;
import supplychain.database.Ids;
import supplychain.database.JsonObject;
import supplychain.database.NewRow;
import supplychain.records.Filter;
import supplychain.records.Names;
import supplychain.records.RecordKind;
import supplychain.records.References;
import supplychain.records.Target;
import supplychain.records.Updates;
import supplychain.records.Visibility;
import supplychain.schema.tables.Estimate;
import supplychain.validation.Body;
import supplychain.validation.Columns;

/**
 * The kind of records for estimates: how much of a product a farmer is expected to deliver in a
 * period, in kilograms. The periods for one farmer and product do not overlap.
 */
public final class EstimateResource {
  private static final Field<JSON> OBJECT =
      new JsonObject()
          .columns(ESTIMATE.ID, ESTIMATE.FARMER, ESTIMATE.PRODUCT)
          .columns(ESTIMATE.DATE_FROM, ESTIMATE.DATE_BEFORE)
          .decimals(ESTIMATE.QUANTITY)
          .users(ESTIMATE.CREATOR, ESTIMATE.UPDATER)
          .columns(ESTIMATE.CREATED_ON, ESTIMATE.UPDATED_ON)
          .build();

  public static final RecordKind ESTIMATES =
      new RecordKind(
              "/v1/supply-chains/estimates/", ESTIMATE, OBJECT, Visibility.named(ESTIMATE.COMPANY))
          .filteredBy(
              Filter.id("for this farmer", ESTIMATE.FARMER),
              Filter.id("buyer", "for farmers with this company as buyer", ESTIMATE.COMPANY),
              Filter.id("of this product", ESTIMATE.PRODUCT))
          .columns(ESTIMATE.ID, ESTIMATE.FARMER, ESTIMATE.PRODUCT)
          .columns(ESTIMATE.DATE_FROM, ESTIMATE.DATE_BEFORE, ESTIMATE.QUANTITY)
          .columns(ESTIMATE.CREATED_ON, ESTIMATE.UPDATED_ON)
          .withPlainNamesIn("farmer")
          .createdBy(EstimateResource::record)
          .lockedAfter(FarmerChange.SQL, "lock_farmer_of_estimate")
          .amendedBy(EstimateResource::amend);

  private EstimateResource() {}

  private static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller, body);
    body.require("farmer");
    body.require("product");
    UUID farmer = references.want(Target.FARMER, body, "farmer", references::isOwnFarmer);
    UUID product = references.want(Target.PRODUCT, body, "product");
    Columns columns = new Columns(body).put(ESTIMATE.FARMER, farmer).put(ESTIMATE.PRODUCT, product);
    read(columns, body);
    references.resolve(sql);
    LocalDate from = (LocalDate) columns.values().get(ESTIMATE.DATE_FROM);
    LocalDate before = (LocalDate) columns.values().get(ESTIMATE.DATE_BEFORE);
    UUID id = Ids.next();
    check(sql, body, id, farmer, product, from, before);
    columns.put(ESTIMATE.COMPANY, references.get(Target.FARMER, farmer).company());
    return new NewRow(ESTIMATE, id, caller.user(), columns).insert(sql);
  }

  private static void read(Columns columns, Body body) {
    body.ignoreServiceFields();
    columns
        .required(DATE, ESTIMATE.DATE_FROM)
        .required(DATE, ESTIMATE.DATE_BEFORE)
        .required(QUANTITY, ESTIMATE.QUANTITY);
  }

  /** Changes an estimate, whose row and farmer are locked. It stays for this farmer and product. */
  private static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    Record present = sql.fetchSingle(ESTIMATE, ESTIMATE.ID.eq(id));
    UUID farmer = present.get(ESTIMATE.FARMER);
    UUID product = present.get(ESTIMATE.PRODUCT);
    body.keep("farmer", Names.id("farmer"), farmer);
    body.keep("product", Names.id("product"), product);
    Columns columns = Columns.ofChange(body);
    read(columns, body);
    LocalDate from = changed(columns, ESTIMATE.DATE_FROM, present.get(ESTIMATE.DATE_FROM));
    LocalDate before = changed(columns, ESTIMATE.DATE_BEFORE, present.get(ESTIMATE.DATE_BEFORE));
    check(sql, body, id, farmer, product, from, before);
    Updates.change(sql, caller, ESTIMATE.ID, id, columns);
  }

  /** Moves a farmer's estimates to another one, except for days for which that one has some. */
  static void move(DSLContext sql, Caller caller, UUID farmer, UUID other) {
    Estimate own = ESTIMATE.as("own");
    Updates.of(sql, ESTIMATE, caller.user())
        .set(ESTIMATE.FARMER, other)
        .where(ESTIMATE.FARMER.eq(farmer))
        .and(
            notExists(
                selectOne()
                    .from(own)
                    .where(own.FARMER.eq(other))
                    .and(own.PRODUCT.eq(ESTIMATE.PRODUCT))
                    .and(own.DATE_FROM.lt(ESTIMATE.DATE_BEFORE))
                    .and(own.DATE_BEFORE.gt(ESTIMATE.DATE_FROM))))
        .execute();
  }

  private static LocalDate changed(Columns columns, Field<LocalDate> column, LocalDate present) {
    return (LocalDate) columns.values().getOrDefault(column, present);
  }

  /**
   * Refuses a body with mistakes, and a period that overlaps another one. Locks the farmer, so that
   * no other request adds an estimate until the transaction ends.
   */
  private static void check(
      DSLContext sql,
      Body body,
      UUID id,
      UUID farmer,
      UUID product,
      LocalDate from,
      LocalDate before) {
    if (from != null && before != null && !from.isBefore(before)) {
      String detail = "The period ends before the day %s, so it must begin earlier, not on %s.";
      body.refuse("date_before", "range", detail.formatted(before, from));
    }
    body.throwIfInvalid();
    Updates.lock(sql, FARMER.ID, FARMER.ID.eq(farmer));
    sql.selectFrom(ESTIMATE)
        .where(ESTIMATE.FARMER.eq(farmer))
        .and(ESTIMATE.PRODUCT.eq(product))
        .and(ESTIMATE.ID.ne(id))
        .and(ESTIMATE.DATE_FROM.lt(before))
        .and(ESTIMATE.DATE_BEFORE.gt(from))
        .orderBy(ESTIMATE.DATE_FROM)
        .limit(1)
        .fetchOptional()
        .ifPresent(
            other -> {
              String detail =
                  "Estimate %s for this farmer and product has the days from %s to before %s."
                      .formatted(
                          other.get(ESTIMATE.ID),
                          other.get(ESTIMATE.DATE_FROM),
                          other.get(ESTIMATE.DATE_BEFORE));
              throw Updates.conflict(body.pointer("date_from"), "taken", detail);
            });
  }
}
