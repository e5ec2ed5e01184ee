package supplychain.company;

import static supplychain.body.Kinds.FLAG;
import static supplychain.company.CompanyResource.COMPANIES;
import static supplychain.schema.Tables.COMPANY;

import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.body.Body;
import supplychain.body.Columns;
import supplychain.database.JsonObject;
import supplychain.http.Caller;
import supplychain.resource.Resource;

/**
 * What a company shows of its records to those that it trades with. It stands beside the Company of
 * the interface, whose fields are those of the contract.
 */
public final class Sharing {
  /** The settings, under the id of the company. */
  public static final Resource SHARING =
      Resource.of(
          COMPANY,
          COMPANY.ID,
          COMPANY.UPDATED_ON,
          new JsonObject().columns(COMPANY.SHARES_UPSTREAM).build(),
          COMPANIES.sight(),
          List.of());

  private Sharing() {}

  /** Changes them by a body, in the transaction of {@code sql}, which has locked the company. */
  public static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    Columns columns = Columns.ofChange(body).neverNull(FLAG, COMPANY.SHARES_UPSTREAM);
    body.finish();
    CompanyQueries.update(sql, caller, id, columns);
  }
}
