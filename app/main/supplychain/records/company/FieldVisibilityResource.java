package supplychain.records.company;

import static supplychain.schema.Keys.FIELD_VISIBILITY_NAME;
import static supplychain.schema.Tables.FIELD_VISIBILITY;
import static supplychain.validation.ValueTypes.*;

import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import supplychain.core.Caller;
import supplychain.database.Ids;
import supplychain.database.JsonObject;
import supplychain.database.NewRow;
import supplychain.records.Filter;
import supplychain.records.Names;
import supplychain.records.RecordKind;
import supplychain.records.RecordLimit;
import supplychain.records.References;
import supplychain.records.Updates;
import supplychain.records.Visibility;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.ValueType;

/** The kind of records for field visibilities: the fields that a company's screens show. */
public final class FieldVisibilityResource {
  enum Type {
    TRANSACTION,
    FARMER
  }

  private static final ValueType<String> NAME = filledText(Columns.limit(FIELD_VISIBILITY.NAME));

  private static final String TAKEN = "already has a visibility of this type. Change that record.";

  static final Field<JSON> OBJECT =
      new JsonObject()
          .columns(FIELD_VISIBILITY.NAME, FIELD_VISIBILITY.COMPANY, FIELD_VISIBILITY.ID)
          .columns(FIELD_VISIBILITY.UPDATED_ON, FIELD_VISIBILITY.CREATED_ON)
          .columns(FIELD_VISIBILITY.VISIBILITY, FIELD_VISIBILITY.TYPE)
          .users(FIELD_VISIBILITY.CREATOR, FIELD_VISIBILITY.UPDATER)
          .build();

  public static final RecordKind FIELD_VISIBILITIES =
      new RecordKind(
              "/v1/supply-chains/field-visibilities/",
              FIELD_VISIBILITY,
              OBJECT,
              Visibility.named(FIELD_VISIBILITY.COMPANY))
          .filteredBy(
              Filter.id("of this company", FIELD_VISIBILITY.COMPANY),
              Filter.start(FIELD_VISIBILITY.NAME),
              Filter.choice("on these screens", Type.class, FIELD_VISIBILITY.TYPE),
              Filter.flag("that are shown (`true`) or not (`false`)", FIELD_VISIBILITY.VISIBILITY))
          .columns(FIELD_VISIBILITY.ID, FIELD_VISIBILITY.COMPANY, FIELD_VISIBILITY.NAME)
          .columns(FIELD_VISIBILITY.TYPE, FIELD_VISIBILITY.VISIBILITY)
          .columns(FIELD_VISIBILITY.CREATED_ON, FIELD_VISIBILITY.UPDATED_ON)
          .createdBy(FieldVisibilityResource::record)
          .amendedBy(FieldVisibilityResource::amend);

  private FieldVisibilityResource() {}

  private static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller, body);
    UUID company = references.wantOwnCompany(body, "company");
    Columns columns = read(new Columns(body).put(FIELD_VISIBILITY.COMPANY, company), body);
    references.resolve(sql);
    body.throwIfInvalid();
    RecordLimit.VISIBILITIES.require(sql, company);
    UUID id = Ids.next();
    if (!new NewRow(FIELD_VISIBILITY, id, caller.user(), columns).insertUnlessThere(sql)) {
      throw Updates.taken(body, "name", TAKEN);
    }
    return id;
  }

  private static Columns read(Columns columns, Body body) {
    body.ignoreServiceFields();
    return columns
        .required(NAME, FIELD_VISIBILITY.NAME)
        .always(FLAG, true, FIELD_VISIBILITY.VISIBILITY)
        .always(FIELD_VISIBILITY.TYPE, Type.TRANSACTION);
  }

  private static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    UUID company = sql.fetchValue(FIELD_VISIBILITY.COMPANY, FIELD_VISIBILITY.ID.eq(id));
    Columns columns = read(Columns.ofChange(body), body);
    body.keep("company", Names.id("company"), company);
    body.throwIfInvalid();
    Updates.unique(
        body,
        "name",
        FIELD_VISIBILITY_NAME.getName(),
        TAKEN,
        () -> Updates.change(sql, caller, FIELD_VISIBILITY.ID, id, columns));
  }
}
