package supplychain.records;

/**
 * A kind of name: the key of its objects, and the SQL that finds the records of such names, in
 * upper or lower case.
 */
enum NameKind {
  FARMER_NUMBER("farmer", "number", "has the number", "buyer"),
  FARMER_REFERENCE("farmer", "reference_number", "has the reference number", "buyer"),
  FARMER_CARD("card_id"),
  FARMER_CARD_DISPLAY_ID("display_id"),
  FARMER_NAME(
      "farmer",
      "name",
      "is called",
      of("farmer_name(first_name, last_name)", "farmer", "buyer"),
      "buyer = reader.company"),
  COMPANY_NAME(
      "company",
      "name",
      "is called",
      "select c.id, c.name, null::uuid as owner from company c where true",
      """
      c.id = reader.company
      or exists (select from company own where own.id = reader.company and own.buyer = c.id)
      or (select true from product_transaction where source = c.id and destination = reader.company limit 1)
      or (select true from product_transaction where source = reader.company and destination = c.id limit 1)
      """),
  PRODUCT_NAME("product", "name", "is called", ofAll("btrim(name)", "product"), "true"),
  PREMIUM_NAME(
      "premium",
      "name",
      "is called",
      of("btrim(name)", "premium", "owner"),
      "owner = reader.company"),
  FORM_TYPE("form", "form_type", "has the type", "owner"),
  CURRENCY_CODE("currency", "code", "has the code", ofAll("code", "currency"), "true"),
  CARD_ID("card", "card_id", "has the card_id", "company"),
  CARD_DISPLAY_ID("card", "display_id", "has the display_id", "company"),
  LOT_NUMBER(
      "product transaction",
      "number",
      "has the number",
      of("number", "product_transaction", "company"),
      "reader.company in (company, source, destination)"),
  /** Names no record in a body; people look for a payment by it. */
  PAYMENT_NUMBER(
      "payment transaction",
      "number",
      "has the number",
      of("number", "payment_transaction", "company"),
      "reader.company in (company, source, destination)");

  /** How many names a hint considers. */
  private static final int MOST_CANDIDATES = 10_000;

  /** What people write in another way, or leave out, in the same code. */
  private static final String LOOSE = "translate(upper(%s.name), 'O0 -_/.\u00A0', '')";

  final String key;
  final String noun;
  final String verb;
  private final String rows;
  private final String seen;

  /**
   * A kind of name.
   *
   * @param rows the ids, names and owning companies of all rows, to which a condition can be added
   * @param seen the condition for the rows that a member of {@code reader.company} sees
   */
  NameKind(String noun, String key, String verb, String rows, String seen) {
    this.key = key;
    this.noun = noun;
    this.verb = verb;
    this.rows = rows;
    this.seen = seen;
  }

  /** The names in a column of a table, which only the company in another column sees. */
  NameKind(String table, String column, String verb, String company) {
    this(table, column, verb, of(column, table, company), company + " = reader.company");
  }

  /** The names of the cards that farmers and companies hold, in a column of the cards. */
  NameKind(String column) {
    this(
        "farmer",
        "card",
        "holds the card",
        """
        select e.entity as id, c.%s as name, e.company as owner
          from entity_card e join card c on (c.company, c.id) = (e.company, e.card)
         where e.is_active"""
            .formatted(column),
        "e.company = reader.company");
  }

  private static String of(String name, String table, String owner) {
    return "select id, %s as name, %s as owner from %s where true".formatted(name, owner, table);
  }

  /** The names in the catalogue, which has no owner. */
  private static String ofAll(String name, String table) {
    return of(name, table, "null::uuid");
  }

  String table() {
    return noun.replace(' ', '_');
  }

  /** Whether a similar name is a neighbour's, and no error of spelling. */
  boolean isCode() {
    return !key.equals("name") && this != FORM_TYPE;
  }

  /** The rows that an operator, or a member of {@code reader.company}, sees. */
  private String rows(boolean isOperator) {
    return rows + (isOperator ? "" : " and (" + seen + ")");
  }

  /** The rows for hints: without the farmers who were replaced. */
  private String offered(boolean isOperator) {
    return rows(isOperator) + (rows.contains(" from farmer ") ? " and replaced_by is null" : "");
  }

  /** A part of a query: this kind, a name in the parameter, and a record of this name. */
  String lookUp(boolean isOperator) {
    String isReplaced =
        table().equals("farmer")
            ? "exists (select from farmer f where f.id = t.id and f.replaced_by is not null)"
            : "false";
    return """
        select '%s' as kind, w.name as wanted, t.id, t.name, t.owner, %s as is_replaced
          from reader, unnest(?::text[]) as w (name), lateral (%s) t
         where lower(t.name) = lower(w.name)
        """
        .formatted(name(), isReplaced, rows(isOperator));
  }

  /** The ids in a parameter, each with its name if the reader sees it. */
  String ofIds(boolean isOperator) {
    return "select t.id, t.name from reader, lateral (%s) t where t.id = any(?) and t.name <> ''"
        .formatted(rows(isOperator));
  }

  /** The names that the reader sees, for hints. */
  String candidates(boolean isOperator) {
    return "select t.name from reader, lateral (%s) t where t.name is not null limit %d"
        .formatted(offered(isOperator), MOST_CANDIDATES);
  }

  /** The codes that the reader sees and that are nearly one of those in a parameter, for hints. */
  String nearCodes(boolean isOperator) {
    return """
        select distinct t.name
          from reader cross join lateral (%s) t
          join unnest(?::text[]) as w (name) on %s = %s"""
        .formatted(offered(isOperator), LOOSE.formatted("t"), LOOSE.formatted("w"));
  }
}
