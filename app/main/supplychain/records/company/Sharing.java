package supplychain.records.company;

import static supplychain.records.company.CompanyResource.COMPANIES;
import static supplychain.schema.Tables.COMPANY;
import static supplychain.validation.Kinds.FLAG;

import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.database.JsonObject;
import supplychain.records.RecordKind;
import supplychain.validation.Body;
import supplychain.validation.Columns;

/**
 * What a company shows of its records to those that it trades with. It stands beside the Company of
 * the interface, whose fields are those of the contract.
 */
public final class Sharing {
  /** The settings, under the id of the company. */
  public static final RecordKind SHARING =
      RecordKind.of(
              "/v1/supply-chains/companies/{hashid}/sharing/",
              COMPANY,
              COMPANY.ID,
              COMPANY.UPDATED_ON,
              new JsonObject().columns(COMPANY.SHARES_UPSTREAM).build(),
              COMPANIES.visibility(),
              List.of())
          .amendedBy(Sharing::amend);

  private Sharing() {}

  /** Changes them by a body, in the transaction of {@code sql}, which has locked the company. */
  public static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    Columns columns = Columns.ofChange(body).neverNull(FLAG, COMPANY.SHARES_UPSTREAM);
    body.finish();
    CompanyQueries.update(sql, caller, id, columns);
  }
}
