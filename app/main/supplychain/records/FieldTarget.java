package supplychain.records;

import static java.util.stream.Collectors.toMap;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Which records a field of a body, a table or a file can name, by the name of the field. */
public enum FieldTarget {
  PARTY(
      "source destination entity",
      "farmers companies",
      NameKind.FARMER_NUMBER,
      NameKind.COMPANY_NAME),
  FARMER("farmer replaced_by", "farmers", NameKind.FARMER_NUMBER, NameKind.FARMER_NAME),
  COMPANY("company buyer owner", "companies", NameKind.COMPANY_NAME),
  PRODUCT("product product_id products parent_product", "products", NameKind.PRODUCT_NAME),
  PREMIUM("premium premiums", "premiums", NameKind.PREMIUM_NAME),
  FORM("form forms", "forms", NameKind.FORM_TYPE),
  CURRENCY("currency", "", NameKind.CURRENCY_CODE),
  CARD("card", "cards", NameKind.CARD_ID, NameKind.CARD_DISPLAY_ID),
  LOT("transaction product_transaction parent parents", "transactions", NameKind.LOT_NUMBER),
  USER("user creator", "users", null);

  private static final Map<String, FieldTarget> BY_FIELD =
      Stream.of(values())
          .flatMap(one -> Stream.of(one.fields.split(" ")).map(field -> Map.entry(field, one)))
          .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));

  private final String fields;

  /** The lists of these records in a file. */
  private final String titles;

  private final NameKind first;
  private final NameKind last;

  /** Records that have one kind of name, or none. */
  FieldTarget(String fields, String titles, NameKind only) {
    this(fields, titles, only, only);
  }

  /** Records that have the kinds of names from {@code first} to {@code last}; null for none. */
  FieldTarget(String fields, String titles, NameKind first, NameKind last) {
    this.fields = fields;
    this.titles = titles;
    this.first = first;
    this.last = last;
  }

  /** What a field names; empty for most fields. */
  static Optional<FieldTarget> of(String field) {
    return Optional.ofNullable(BY_FIELD.get(field));
  }

  /** The kinds of names that a field may have; none for most fields. */
  static Set<NameKind> names(String field) {
    return of(field)
        .filter(one -> one.first != null)
        .<Set<NameKind>>map(one -> EnumSet.range(one.first, one.last))
        .orElse(Set.of());
  }

  /** The records of a file that a field may name by their refs; none for most fields. */
  public static List<String> titles(String field) {
    return of(field)
        .filter(one -> !one.titles.isEmpty())
        .map(one -> List.of(one.titles.split(" ")))
        .orElse(List.of());
  }
}
