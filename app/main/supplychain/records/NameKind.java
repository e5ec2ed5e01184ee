package supplychain.records;

/** A kind of name: the key of its objects, and the SQL that finds the records of such names. */
enum NameKind {
  FARMER_NUMBER("farmer", "number", "has the number", "buyer", false),
  FARMER_REFERENCE("farmer", "reference_number", "has the reference number", "buyer", true),
  FARMER_CARD(
      "farmer",
      "card",
      "holds the card",
      ofHolders("card_id"),
      "e.company = reader.company",
      false),
  FARMER_CARD_DISPLAY_ID(
      "farmer",
      "card",
      "holds the card",
      ofHolders("display_id"),
      "e.company = reader.company",
      false),
  FARMER_NAME(
      "farmer",
      "name",
      "is called",
      of("farmer_name(first_name, last_name)", "farmer"),
      "buyer = reader.company",
      true),
  COMPANY_NAME(
      "company",
      "name",
      "is called",
      "select c.id, c.name from company c where true",
      """
      c.id = reader.company
      or exists (select from company own where own.id = reader.company and own.buyer = c.id)
      or (select true from product_transaction where source = c.id and destination = reader.company limit 1)
      or (select true from product_transaction where source = reader.company and destination = c.id limit 1)
      """,
      true),
  PRODUCT_NAME("product", "name", "is called", of("btrim(name)", "product"), "true", true),
  PREMIUM_NAME(
      "premium", "name", "is called", of("btrim(name)", "premium"), "owner = reader.company", true),
  FORM_TYPE("form", "form_type", "has the type", "owner", false),
  CURRENCY_CODE("currency", "code", "has the code", of("code", "currency"), "true", false),
  CARD_ID("card", "card_id", "has the card_id", "company", false),
  CARD_DISPLAY_ID("card", "display_id", "has the display_id", "company", false),
  LOT_NUMBER(
      "product transaction",
      "number",
      "has the number",
      of("number", "product_transaction"),
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
  NameKind(String noun, String key, String verb, String rows, String seen, boolean ignoresCase) {
    this.key = key;
    this.noun = noun;
    this.verb = verb;
    this.rows = rows;
    this.seen = seen;
    this.ignoresCase = ignoresCase;
  }

  /** The names in a column of a table, which only the company in another column sees. */
  NameKind(String table, String column, String verb, String company, boolean ignoresCase) {
    this(table, column, verb, of(column, table), company + " = reader.company", ignoresCase);
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

  /** A part of a query: this kind, a name in the parameter, and the id of a record of this name. */
  String lookUp(boolean isOperator) {
    // Equal texts are found by an index, or by a hash of them.
    String same =
        ignoresCase
            ? "where lower(t.name) = lower(w.name)"
            : ", lateral (values (w.name), (upper(w.name))) as s (name) where t.name = s.name";
    return "select '%s', w.name, t.id from reader, unnest(?::text[]) as w (name), lateral (%s) t %s "
        .formatted(name(), rows(isOperator), same);
  }

  /** The ids in a parameter, each with its name if the reader sees it. */
  String ofIds(boolean isOperator) {
    return "select t.id, t.name from reader, lateral (%s) t where t.id = any(?) and t.name <> ''"
        .formatted(rows(isOperator));
  }

  /** The names that the reader sees, for hints. */
  String candidates(boolean isOperator) {
    return "select t.name from reader, lateral (%s) t where t.name is not null limit %d"
        .formatted(rows(isOperator), MOST_CANDIDATES);
  }
}
