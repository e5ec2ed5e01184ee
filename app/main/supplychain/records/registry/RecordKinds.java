package supplychain.records.registry;

import static supplychain.records.account.MemberResource.COMPANY_MEMBERS;
import static supplychain.records.account.TokenResource.TOKENS;
import static supplychain.records.account.UserResource.USERS;
import static supplychain.records.card.CardResource.CONNECT_CARDS;
import static supplychain.records.card.EntityCardResource.ENTITY_CARDS;
import static supplychain.records.catalogue.CurrencyResource.CURRENCIES;
import static supplychain.records.catalogue.PremiumResource.PREMIUMS;
import static supplychain.records.catalogue.ProductResource.PRODUCTS;
import static supplychain.records.company.CompanyProductResource.COMPANY_PRODUCTS;
import static supplychain.records.company.CompanyResource.COMPANIES;
import static supplychain.records.company.FieldVisibilityResource.FIELD_VISIBILITIES;
import static supplychain.records.farmer.EstimateResource.ESTIMATES;
import static supplychain.records.farmer.FarmerResource.FARMERS;
import static supplychain.records.farmer.PlotResource.PLOTS;
import static supplychain.records.form.FormResource.FORMS;
import static supplychain.records.form.SubmissionResource.SUBMISSIONS;
import static supplychain.records.transaction.OriginFileResource.ORIGIN_FILES;
import static supplychain.records.transaction.PaymentTransactionResource.PAYMENT_TRANSACTIONS;
import static supplychain.records.transaction.ProductTransactionResource.PRODUCT_TRANSACTIONS;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import supplychain.records.RecordKind;

/** The registry: every kind of record by its name, like {@code product-transactions}. */
public final class RecordKinds {
  private static final Map<String, RecordKind> BY_NAME =
      Stream.of(
              USERS,
              TOKENS,
              COMPANIES,
              COMPANY_MEMBERS,
              FIELD_VISIBILITIES,
              COMPANY_PRODUCTS,
              CURRENCIES,
              PRODUCTS,
              PREMIUMS,
              FORMS,
              SUBMISSIONS,
              CONNECT_CARDS,
              ENTITY_CARDS,
              FARMERS,
              PLOTS,
              ESTIMATES,
              PRODUCT_TRANSACTIONS,
              PAYMENT_TRANSACTIONS,
              ORIGIN_FILES)
          .collect(Collectors.toUnmodifiableMap(RecordKind::name, Function.identity()));

  private RecordKinds() {}

  public static boolean exist(String name) {
    return BY_NAME.containsKey(name);
  }

  /**
   * The kind of this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static RecordKind named(String name) {
    RecordKind kind = BY_NAME.get(name);
    if (kind == null) {
      throw new IllegalArgumentException("RecordKinds has no line for the kind of record " + name);
    }
    return kind;
  }
}
