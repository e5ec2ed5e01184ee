package supplychain.records.company;

import static supplychain.schema.Keys.FIELD_VISIBILITY_NAME;
import static supplychain.schema.Tables.FIELD_VISIBILITY;
import static supplychain.validation.Kinds.FLAG;
import static supplychain.validation.Kinds.ID;
import static supplychain.validation.Kinds.filledText;

import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.database.Ids;
import supplychain.records.RecordLimit;
import supplychain.records.References;
import supplychain.records.Updates;
import supplychain.validation.Body;
import supplychain.validation.Columns;
import supplychain.validation.FixedFields;
import supplychain.validation.Kind;

/** Which fields a company's screens show. */
public final class FieldVisibilities {
  /** Whose fields they are. */
  enum Type {
    TRANSACTION,
    FARMER
  }

  private static final Kind<String> NAME = filledText(Columns.limit(FIELD_VISIBILITY.NAME));

  private static final String TAKEN = "The company has a visibility of this name and type.";

  private FieldVisibilities() {}

  /** Records a new one out of a body, in the transaction of {@code sql}. */
  public static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller);
    Columns columns = new Columns(body);
    UUID company = references.wantOwnCompany(body, "company");
    columns.put(FIELD_VISIBILITY.COMPANY, company);
    columns.put(FIELD_VISIBILITY.NAME, body.required("name", NAME));
    columns.getOr(FLAG, true, FIELD_VISIBILITY.VISIBILITY);
    columns.choice(FIELD_VISIBILITY.TYPE, Type.TRANSACTION);
    body.ignore("id", "created_on", "updated_on", "creator", "updater");
    references.resolve(sql, body.findings());
    body.finish();
    RecordLimit.VISIBILITIES.require(sql, company);
    UUID id = Ids.next();
    if (!CompanyQueries.insertVisibility(sql, caller, id, columns)) {
      throw Updates.taken(body, "name", TAKEN);
    }
    return id;
  }

  /** Changes one, whose row is locked. */
  public static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    Columns columns = new Columns(body);
    columns.neverNull(NAME, FIELD_VISIBILITY.NAME);
    columns.neverNull(FLAG, FIELD_VISIBILITY.VISIBILITY);
    columns.choice(FIELD_VISIBILITY.TYPE, Type.class);
    FixedFields.keep(body, "company", ID, CompanyQueries.companyOfVisibility(sql, id));
    body.ignore("id", "created_on", "updated_on", "creator", "updater");
    body.finish();
    Updates.unique(
        body,
        "name",
        FIELD_VISIBILITY_NAME.getName(),
        TAKEN,
        () -> CompanyQueries.updateVisibility(sql, caller, id, columns));
  }
}
