package supplychain.ingest;

import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.records.account.Members;
import supplychain.records.account.Users;
import supplychain.records.card.CompanyCards;
import supplychain.records.catalogue.Premiums;
import supplychain.records.catalogue.Products;
import supplychain.records.company.Companies;
import supplychain.records.company.CompanyProducts;
import supplychain.records.company.FieldVisibilities;
import supplychain.records.farmer.PlotResource;
import supplychain.records.form.Forms;
import supplychain.records.transaction.PaymentTransactions;
import supplychain.records.transaction.TransactionResources;
import supplychain.validation.Body;

/** Records one record of a kind: the same code that records the bodies of requests. */
@FunctionalInterface
interface Recorder {
  /**
   * Records one.
   *
   * @return its id
   * @throws Problem if it has mistakes
   */
  UUID record(DSLContext sql, Caller caller, Body body);

  /** Who records the records of this kind. */
  static Recorder of(LoadKind kind) {
    return switch (kind) {
      case USERS -> Users::record;
      case COMPANIES -> Companies::record;
      case MEMBERS -> Members::record;
      case PRODUCTS -> Products::record;
      case PREMIUMS -> Premiums::record;
      case FORMS -> Forms::record;
      case COMPANY_PRODUCTS -> CompanyProducts::record;
      case VISIBILITIES -> FieldVisibilities::record;
      case CARDS -> CompanyCards::record;
      case PLOTS -> PlotResource.PLOTS::create;
      case TRANSACTIONS -> TransactionResources.PRODUCT_TRANSACTIONS::create;
      case PAYMENTS -> PaymentTransactions::record;
      case FARMERS -> throw new IllegalArgumentException("farmers are recorded together");
    };
  }
}
