package supplychain.records;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A kind of name: the key of its objects, and the SQL that finds the records of such names. */
enum NameKind {
  FARMER_NUMBER(
      "number",
      "farmer",
      "has the number",
      of("number", "farmer"),
      "buyer = reader.company",
      false),
  FARMER_REFERENCE(
      "reference_number",
      "farmer",
      "has the reference number",
      of("reference_number", "farmer"),
      "buyer = reader.company",
      true),
  FARMER_CARD(
      "card",
      "farmer",
      "holds the card",
      ofHolders("card_id"),
      "e.company = reader.company",
      false),
  FARMER_CARD_DISPLAY_ID(
      "card",
      "farmer",
      "holds the card",
      ofHolders("display_id"),
      "e.company = reader.company",
      false),
  FARMER_NAME(
      "name",
      "farmer",
      "is called",
      of("concat_ws(' ', btrim(first_name), btrim(last_name))", "farmer"),
      "buyer = reader.company",
      true),
  COMPANY_NAME(
      "name",
      "company",
      "is called",
      "select c.id, c.name from company c where true",
      """
      c.id = reader.company
      or exists (select from company own where own.id = reader.company and own.buyer = c.id)
      or exists (select from product_transaction d where d.source = c.id and d.destination = reader.company)
      or exists (select from product_transaction d where d.source = reader.company and d.destination = c.id)
      """,
      true),
  PRODUCT_NAME("name", "product", "is called", of("btrim(name)", "product"), "true", true),
  PREMIUM_NAME(
      "name", "premium", "is called", of("btrim(name)", "premium"), "owner = reader.company", true),
  FORM_TYPE(
      "form_type",
      "form",
      "has the type",
      of("form_type", "form"),
      "owner = reader.company",
      false),
  CURRENCY_CODE("code", "currency", "has the code", of("code", "currency"), "true", false),
  CARD_ID(
      "card_id",
      "card",
      "has the card_id",
      of("card_id", "card"),
      "company = reader.company",
      false),
  CARD_DISPLAY_ID(
      "display_id",
      "card",
      "has the display_id",
      of("display_id", "card"),
      "company = reader.company",
      false),
  LOT_NUMBER(
      "number",
      "product transaction",
      "has the number",
      "select id, number as name from product_transaction where true",
      "reader.company in (company, source, destination)",
      true);

  /** How many names a hint considers. */
  private static final int MOST_CANDIDATES = 10_000;

  final String key;
  final String noun;
  final String verb;
  private final String rows;
  private final String seen;
  private final boolean ignoresCase;

  /**
   * A kind of name.
   *
   * @param rows the ids and names of all rows, to which a condition can be added
   * @param seen the condition for the rows that a member of {@code reader.company} sees
   * @param ignoresCase whether letter case does not count; otherwise capitals can be small letters
   */
  NameKind(String key, String noun, String verb, String rows, String seen, boolean ignoresCase) {
    this.key = key;
    this.noun = noun;
    this.verb = verb;
    this.rows = rows;
    this.seen = seen;
    this.ignoresCase = ignoresCase;
  }

  private static String of(String name, String table) {
    return "select id, %s as name from %s where true".formatted(name, table);
  }

  private static String ofHolders(String name) {
    return "select e.entity as id, c.%s as name from entity_card e join card c on c.id = e.card where e.is_active"
        .formatted(name);
  }

  /** The rows that an operator, or a member of {@code reader.company}, sees. */
  private String rows(boolean isOperator) {
    return rows + (isOperator ? "" : " and (" + seen + ")");
  }

  /**
   * The texts that are the same name. PostgreSQL finds equal texts by an index, or by a hash of
   * them.
   */
  Set<String> same(String text) {
    return ignoresCase
        ? Set.of(text)
        : new LinkedHashSet<>(List.of(text, text.toUpperCase(Locale.ROOT)));
  }

  /** A part of a query: this kind, the place of a name in a parameter, and the id. */
  String lookUp(boolean isOperator) {
    String match = ignoresCase ? "lower(t.name) = lower(w.text)" : "t.name = w.text";
    return "select '%s', w.n, t.id from reader, unnest(?::text[]) with ordinality as w (text, n), lateral (%s) t where %s "
        .formatted(name(), rows(isOperator), match);
  }

  /** The names that the reader sees, for hints. */
  String candidates(boolean isOperator) {
    return "select t.name from reader, lateral (%s) t where t.name is not null limit %d"
        .formatted(rows(isOperator), MOST_CANDIDATES);
  }
}
