package supplychain.records.catalogue;

import static supplychain.schema.Tables.CURRENCY;

import supplychain.records.Filter;
import supplychain.records.NestedDocuments;
import supplychain.records.RecordKind;
import supplychain.records.Visibility;

/** The kind of records for currencies. Every caller sees all of them. */
public final class CurrencyResource {
  public static final RecordKind CURRENCIES =
      new RecordKind(
              "/v1/catalogs/currencies/",
              CURRENCY,
              NestedDocuments.CURRENCY_OBJECT,
              Visibility.everybody())
          .filteredBy(Filter.start(CURRENCY.CODE), Filter.start(CURRENCY.NAME))
          .columns(CURRENCY.ID, CURRENCY.CODE, CURRENCY.NAME);

  private CurrencyResource() {}
}
