package supplychain.load;

import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.body.Body;
import supplychain.company.Companies;
import supplychain.company.FieldVisibilities;
import supplychain.company.Members;
import supplychain.companyproduct.CompanyProducts;
import supplychain.form.Forms;
import supplychain.http.Caller;
import supplychain.part.CompanyCards;
import supplychain.part.Products;
import supplychain.plot.NewPlots;
import supplychain.premium.Premiums;
import supplychain.problem.Problem;
import supplychain.transaction.PaymentTransactions;
import supplychain.transaction.ProductTransactions;
import supplychain.user.Users;

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
      case PLOTS -> NewPlots::record;
      case TRANSACTIONS -> ProductTransactions::record;
      case PAYMENTS -> PaymentTransactions::record;
      case FARMERS -> throw new IllegalArgumentException("farmers are recorded together");
    };
  }
}
