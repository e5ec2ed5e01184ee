package supplychain.records;

import static java.util.stream.Collectors.toMap;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Which records a field of a body, a table or a file can name, by the name of the field. */
// Its collections are unmodifiable, which their types do not say.
@SuppressWarnings("ImmutableEnumChecker")
public enum FieldTarget {
  PARTY(
      EnumSet.range(NameKind.FARMER_NUMBER, NameKind.COMPANY_NAME),
      List.of("farmers", "companies"),
      "source",
      "destination",
      "entity"),
  FARMER(
      EnumSet.range(NameKind.FARMER_NUMBER, NameKind.FARMER_NAME),
      List.of("farmers"),
      "farmer",
      "replaced_by"),
  COMPANY(Set.of(NameKind.COMPANY_NAME), List.of("companies"), "company", "buyer", "owner"),
  PRODUCT(Set.of(NameKind.PRODUCT_NAME), List.of("products"), "product", "product_id", "products"),
  PREMIUM(Set.of(NameKind.PREMIUM_NAME), List.of("premiums"), "premium", "premiums"),
  FORM(Set.of(NameKind.FORM_TYPE), List.of("forms"), "form", "forms"),
  CURRENCY(Set.of(NameKind.CURRENCY_CODE), List.of(), "currency"),
  CARD(EnumSet.of(NameKind.CARD_ID, NameKind.CARD_DISPLAY_ID), List.of("cards"), "card"),
  LOT(
      Set.of(NameKind.LOT_NUMBER),
      List.of("transactions"),
      "transaction",
      "product_transaction",
      "parent",
      "parents"),
  USER(Set.of(), List.of("users"), "user", "creator");

  private static final Map<String, FieldTarget> BY_FIELD =
      Stream.of(values())
          .flatMap(one -> one.fields.stream().map(field -> Map.entry(field, one)))
          .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));

  private final Set<NameKind> names;
  private final List<String> titles;
  private final List<String> fields;

  /**
   * Records that fields can name.
   *
   * @param names the kinds of names that they have
   * @param titles their lists in a file of records
   */
  FieldTarget(Set<NameKind> names, List<String> titles, String... fields) {
    this.names = Set.copyOf(names);
    this.titles = titles;
    this.fields = List.of(fields);
  }

  /** What a field names; empty for most fields. */
  static Optional<FieldTarget> of(String field) {
    return Optional.ofNullable(BY_FIELD.get(field));
  }

  /** The kinds of names that a field may have; none for most fields. */
  static Set<NameKind> names(String field) {
    return of(field).map(one -> one.names).orElse(Set.of());
  }

  /** The records of a file that a field may name by their refs; none for most fields. */
  public static List<String> titles(String field) {
    return of(field).map(one -> one.titles).orElse(List.of());
  }
}
