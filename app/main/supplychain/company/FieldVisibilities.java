package supplychain.company;

import static supplychain.body.Kinds.FLAG;
import static supplychain.body.Kinds.filledText;
import static supplychain.schema.Tables.FIELD_VISIBILITY;

import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.body.Body;
import supplychain.body.Columns;
import supplychain.database.Ids;
import supplychain.http.Caller;
import supplychain.part.References;
import supplychain.problem.Finding;
import supplychain.problem.Problem;

/** Which fields a company's screens show. */
public final class FieldVisibilities {
  /** Whose fields they are. */
  enum Type {
    TRANSACTION,
    FARMER
  }

  private FieldVisibilities() {}

  /** Records a new one out of a body, in the transaction of {@code sql}. */
  public static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller);
    Columns columns = new Columns(body);
    columns.put(FIELD_VISIBILITY.COMPANY, references.wantOwnCompany(body, "company"));
    columns.put(
        FIELD_VISIBILITY.NAME,
        body.required("name", filledText(Columns.limit(FIELD_VISIBILITY.NAME))));
    columns.getOr(FLAG, true, FIELD_VISIBILITY.VISIBILITY);
    columns.choice(FIELD_VISIBILITY.TYPE, Type.TRANSACTION);
    body.ignore("id", "created_on", "updated_on", "creator", "updater");
    references.resolve(sql, body.findings());
    body.finish();
    UUID id = Ids.next();
    if (!CompanyQueries.insertVisibility(sql, caller, id, columns)) {
      String detail = "The company has a visibility of this name and type.";
      throw Problem.conflict(detail, new Finding(body.pointer("name"), "taken", detail));
    }
    return id;
  }
}
