package supplychain.records;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which records a field of a body, a table or a file can name, by the name of the field. */
public enum FieldTarget {
  PARTY,
  FARMER,
  COMPANY,
  PRODUCT,
  PREMIUM,
  FORM,
  CURRENCY,
  CARD,
  LOT,
  USER;

  /** What a field names; empty for most fields. */
  static Optional<FieldTarget> of(String field) {
    return Optional.ofNullable(
        switch (field) {
          case "source", "destination", "entity" -> PARTY;
          case "farmer", "replaced_by" -> FARMER;
          case "company", "buyer", "owner" -> COMPANY;
          case "product", "product_id", "products" -> PRODUCT;
          case "premium", "premiums" -> PREMIUM;
          case "form", "forms" -> FORM;
          case "currency" -> CURRENCY;
          case "card" -> CARD;
          case "transaction", "product_transaction", "parent", "parents" -> LOT;
          case "user", "creator" -> USER;
          default -> null;
        });
  }

  /** The kinds of names that a field may have; none for most fields. */
  static Set<NameKind> names(String field) {
    return of(field).map(FieldTarget::names).orElse(Set.of());
  }

  private Set<NameKind> names() {
    return switch (this) {
      case PARTY -> EnumSet.range(NameKind.FARMER_NUMBER, NameKind.COMPANY_NAME);
      case FARMER -> EnumSet.range(NameKind.FARMER_NUMBER, NameKind.FARMER_NAME);
      case COMPANY -> EnumSet.of(NameKind.COMPANY_NAME);
      case PRODUCT -> EnumSet.of(NameKind.PRODUCT_NAME);
      case PREMIUM -> EnumSet.of(NameKind.PREMIUM_NAME);
      case FORM -> EnumSet.of(NameKind.FORM_TYPE);
      case CURRENCY -> EnumSet.of(NameKind.CURRENCY_CODE);
      case CARD -> EnumSet.of(NameKind.CARD_ID, NameKind.CARD_DISPLAY_ID);
      case LOT -> EnumSet.of(NameKind.LOT_NUMBER);
      case USER -> Set.of();
    };
  }

  /** The records of a file that a field may name by their refs; none for most fields. */
  public static List<String> titles(String field) {
    return of(field).map(FieldTarget::titles).orElse(List.of());
  }

  private List<String> titles() {
    return switch (this) {
      case PARTY -> List.of("farmers", "companies");
      case FARMER -> List.of("farmers");
      case COMPANY -> List.of("companies");
      case PRODUCT -> List.of("products");
      case PREMIUM -> List.of("premiums");
      case FORM -> List.of("forms");
      case CURRENCY -> List.of();
      case CARD -> List.of("cards");
      case LOT -> List.of("transactions");
      case USER -> List.of("users");
    };
  }
}
