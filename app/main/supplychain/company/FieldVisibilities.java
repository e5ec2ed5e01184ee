package supplychain.company;

import static supplychain.body.Kinds.FLAG;
import static supplychain.body.Kinds.ID;
import static supplychain.body.Kinds.filledText;
import static supplychain.schema.Keys.FIELD_VISIBILITY_NAME;
import static supplychain.schema.Tables.FIELD_VISIBILITY;

import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.exception.DataAccessException;
import supplychain.body.Body;
import supplychain.body.Columns;
import supplychain.body.Fixed;
import supplychain.body.Kind;
import supplychain.database.Database;
import supplychain.database.Ids;
import supplychain.http.Caller;
import supplychain.part.References;
import supplychain.part.Room;
import supplychain.problem.Finding;
import supplychain.problem.Problem;

/** Which fields a company's screens show. */
public final class FieldVisibilities {
  /** Whose fields they are. */
  enum Type {
    TRANSACTION,
    FARMER
  }

  private static final Kind<String> NAME = filledText(Columns.limit(FIELD_VISIBILITY.NAME));

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
    Room.VISIBILITIES.require(sql, company);
    UUID id = Ids.next();
    if (!CompanyQueries.insertVisibility(sql, caller, id, columns)) {
      throw taken(body);
    }
    return id;
  }

  /** Changes one, whose row is locked. */
  public static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    Columns columns = new Columns(body);
    columns.neverNull(NAME, FIELD_VISIBILITY.NAME);
    columns.neverNull(FLAG, FIELD_VISIBILITY.VISIBILITY);
    columns.choice(FIELD_VISIBILITY.TYPE, Type.class);
    Fixed.keep(body, "company", ID, CompanyQueries.companyOfVisibility(sql, id));
    body.ignore("id", "created_on", "updated_on", "creator", "updater");
    body.finish();
    try {
      CompanyQueries.updateVisibility(sql, caller, id, columns);
    } catch (DataAccessException e) {
      if (Database.violates(e, FIELD_VISIBILITY_NAME.getName())) {
        throw taken(body);
      }
      throw e;
    }
  }

  private static Problem taken(Body body) {
    String detail = "The company has a visibility of this name and type.";
    return Problem.conflict(detail, new Finding(body.pointer("name"), "taken", detail));
  }
}
