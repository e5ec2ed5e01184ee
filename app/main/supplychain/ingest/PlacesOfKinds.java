package supplychain.ingest;

import static supplychain.ingest.LoadKind.CARDS;
import static supplychain.ingest.LoadKind.COMPANIES;
import static supplychain.ingest.LoadKind.FARMERS;
import static supplychain.ingest.LoadKind.FORMS;
import static supplychain.ingest.LoadKind.PREMIUMS;
import static supplychain.ingest.LoadKind.PRODUCTS;
import static supplychain.ingest.LoadKind.TRANSACTIONS;
import static supplychain.ingest.LoadKind.USERS;

import java.util.EnumMap;
import java.util.Map;

/** Where the records of each kind name others. */
final class PlacesOfKinds {
  private static final Map<LoadKind, Places> PLACES = new EnumMap<>(LoadKind.class);

  static {
    for (LoadKind kind : LoadKind.values()) {
      PLACES.put(kind, places(kind).field("creator", USERS));
    }
  }

  private PlacesOfKinds() {}

  /** Replaces every ref that a record names. */
  static void rewrite(LoadRecord record, Places.Naming naming) {
    PLACES.get(record.kind()).rewrite(record.fields(), record.pointer(), naming);
  }

  private static Places places(LoadKind kind) {
    return switch (kind) {
      case USERS, PRODUCTS -> new Places();
      case COMPANIES -> new Places().field("buyer", COMPANIES).inside("entity_card", entityCard());
      case MEMBERS -> new Places().field("company", COMPANIES).field("user", USERS);
      case PREMIUMS -> new Places().field("owner", COMPANIES);
      case FORMS -> new Places().field("owner", COMPANIES).field("products", PRODUCTS);
      case COMPANY_PRODUCTS ->
          new Places()
              .field("company", COMPANIES)
              .field("product_id", PRODUCTS)
              .field("product", PRODUCTS)
              .field("forms", FORMS)
              .field("premiums", PREMIUMS);
      case VISIBILITIES, CARDS -> new Places().field("company", COMPANIES);
      case FARMERS ->
          new Places()
              .field("buyer", COMPANIES)
              .inside("entity_card", entityCard())
              .inside("submission", submission());
      case PLOTS -> new Places().field("farmer", FARMERS);
      case TRANSACTIONS ->
          transaction()
              .field("product", PRODUCTS)
              .field("parents", TRANSACTIONS)
              .inside("submissions", submission())
              .inside("transaction_payments", transaction().field("premium", PREMIUMS));
      case PAYMENTS -> transaction().field("premium", PREMIUMS).field("transaction", TRANSACTIONS);
    };
  }

  private static Places entityCard() {
    return new Places().field("card", CARDS);
  }

  private static Places submission() {
    return new Places().field("form", FORMS).field("product", PRODUCTS);
  }

  private static Places transaction() {
    return new Places()
        .field("company", COMPANIES)
        .field("source", FARMERS, COMPANIES)
        .field("destination", FARMERS, COMPANIES)
        .field("card", CARDS);
  }
}
