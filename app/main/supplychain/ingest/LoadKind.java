package supplychain.ingest;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The kinds of records that a file holds, in the order in which they are recorded. */
public enum LoadKind {
  USERS,
  COMPANIES,
  MEMBERS,
  PRODUCTS,
  PREMIUMS,
  FORMS,
  COMPANY_PRODUCTS,
  VISIBILITIES,
  CARDS,
  FARMERS,
  PLOTS,
  TRANSACTIONS,
  PAYMENTS;

  /** Its name in a file, like {@code company-products}. */
  public String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The kind of that name, if there is one. */
  static Optional<LoadKind> named(String title) {
    return Arrays.stream(values()).filter(kind -> kind.title().equals(title)).findFirst();
  }

  /** The names of all kinds. */
  static List<String> titles() {
    return Arrays.stream(values()).map(LoadKind::title).toList();
  }
}
