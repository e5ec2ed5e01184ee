package supplychain.records.account;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.select;
import static supplychain.schema.Tables.APP_USER;
import static supplychain.schema.Tables.COMPANY_MEMBER;

import java.util.List;
import org.jooq.Field;
import supplychain.database.JsonObject;
import supplychain.records.Filter;
import supplychain.records.RecordKind;

/** The kind of records for members. A company sees its own members, past ones too. */
public final class MemberResource {
  private static final Field<String> EMAIL =
      field(select(APP_USER.EMAIL).from(APP_USER).where(APP_USER.ID.eq(COMPANY_MEMBER.APP_USER)));

  /** Members of companies. */
  public static final RecordKind COMPANY_MEMBERS =
      RecordKind.of(
              "/v1/supply-chains/company-members/",
              COMPANY_MEMBER,
              COMPANY_MEMBER.ID,
              COMPANY_MEMBER.UPDATED_ON,
              new JsonObject()
                  .columns(COMPANY_MEMBER.COMPANY)
                  .value("user", COMPANY_MEMBER.APP_USER)
                  .value("email", EMAIL)
                  .columns(COMPANY_MEMBER.ID, COMPANY_MEMBER.IS_ACTIVE)
                  .columns(COMPANY_MEMBER.UPDATED_ON, COMPANY_MEMBER.CREATED_ON)
                  .columns(COMPANY_MEMBER.CREATOR, COMPANY_MEMBER.UPDATER)
                  .build(),
              RecordKind.Visibility.named(COMPANY_MEMBER.COMPANY),
              List.of(
                  Filter.id("company", "of this company", COMPANY_MEMBER.COMPANY),
                  Filter.id("user", "that this user has", COMPANY_MEMBER.APP_USER),
                  Filter.start("email", "of users whose address starts so", EMAIL),
                  Filter.flag(
                      "is_active", "that go on, or have ended", COMPANY_MEMBER.IS_ACTIVE.isTrue())),
              COMPANY_MEMBER.ID,
              COMPANY_MEMBER.COMPANY,
              COMPANY_MEMBER.APP_USER.as("user"),
              EMAIL.as("email"),
              COMPANY_MEMBER.IS_ACTIVE,
              COMPANY_MEMBER.CREATED_ON,
              COMPANY_MEMBER.UPDATED_ON)
          .createdBy(Members::record)
          .amendedBy(Members::amend);

  private MemberResource() {}
}
