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
import supplychain.records.Updates;
import supplychain.validation.Body;
import supplychain.validation.Columns;

/**
 * The settings for what a company shows to its trade partners. The Company of the interface has no
 * such fields, so the settings have a path of their own.
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

  /** Changes the settings of a company, whose row is locked. */
  private static void amend(DSLContext sql, Caller caller, UUID id, Body body) {
    Columns columns = Columns.ofChange(body).neverNull(FLAG, COMPANY.SHARES_UPSTREAM);
    body.finish();
    Updates.of(sql, COMPANY, caller.user())
        .set(columns.values())
        .where(COMPANY.ID.eq(id))
        .execute();
  }
}
