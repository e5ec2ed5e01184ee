package supplychain.records.company;

import static supplychain.schema.Tables.COMPANY;

import java.util.List;
import supplychain.records.Filter;
import supplychain.records.RecordKind;

/** Companies as they are read: each sees itself, an operator sees all. */
public final class CompanyResource {
  /** Companies. */
  public static final RecordKind COMPANIES =
      RecordKind.of(
              "/v1/supply-chains/companies/",
              COMPANY,
              COMPANY.ID,
              COMPANY.UPDATED_ON,
              CompanyDocument.OBJECT,
              RecordKind.Visibility.named(COMPANY.ID),
              List.of(
                  Filter.start("name", "whose name starts so", COMPANY.NAME),
                  Filter.start("country", "whose country starts so", COMPANY.COUNTRY),
                  Filter.id("buyer", "whose buyer is this company", COMPANY.BUYER)),
              COMPANY.ID,
              COMPANY.NAME,
              COMPANY.CURRENCY,
              COMPANY.BUYER,
              COMPANY.DESCRIPTION,
              COMPANY.HOUSE_NAME,
              COMPANY.STREET,
              COMPANY.CITY,
              COMPANY.SUB_PROVINCE,
              COMPANY.PROVINCE,
              COMPANY.ZIPCODE,
              COMPANY.COUNTRY,
              COMPANY.LATITUDE,
              COMPANY.LONGITUDE,
              COMPANY.EMAIL,
              COMPANY.PHONE,
              COMPANY.BUY_ENABLED,
              COMPANY.SELL_ENABLED,
              COMPANY.QUALITY_CORRECTION,
              COMPANY.ALLOW_MULTIPLE_LOGIN,
              COMPANY.CREATED_ON,
              COMPANY.UPDATED_ON)
          .createdBy(Companies::record)
          .amendedBy(Companies::amend);

  private CompanyResource() {}
}
