package supplychain.records;

/** A kind of name: the key of its objects, and the SQL that finds the records of such names. */
enum NameKind {
  FARMER_NUMBER("farmer", "number", "has the number", "buyer", Spelling.CODE_OF_ANY_CASE),
  FARMER_REFERENCE(
      "farmer", "reference_number", "has the reference number", "buyer", Spelling.CODE_OF_ANY_CASE),
  FARMER_CARD("card_id"),
  FARMER_CARD_DISPLAY_ID("display_id"),
  FARMER_NAME(
      "farmer",
      "name",
      "is called",
      of("farmer_name(first_name, last_name)", "farmer", "buyer"),
      "buyer = reader.company",
      Spelling.WORDS),
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
      """,
      Spelling.WORDS),
  PRODUCT_NAME(
      "product", "name", "is called", ofAll("btrim(name)", "product"), "true", Spelling.WORDS),
  PREMIUM_NAME(
      "premium",
      "name",
      "is called",
      of("btrim(name)", "premium", "owner"),
      "owner = reader.company",
      Spelling.WORDS),
  FORM_TYPE("form", "form_type", "has the type", "owner", Spelling.WORD_IN_CAPITALS),
  CURRENCY_CODE(
      "currency", "code", "has the code", ofAll("code", "currency"), "true", Spelling.CODE),
  CARD_ID("card", "card_id", "has the card_id", "company", Spelling.CODE_OF_ANY_CASE),
  CARD_DISPLAY_ID("card", "display_id", "has the display_id", "company", Spelling.CODE_OF_ANY_CASE),
  LOT_NUMBER(
      "product transaction",
      "number",
      "has the number",
      of("number", "product_transaction", "company"),
      "reader.company in (company, source, destination)",
      Spelling.CODE_OF_ANY_CASE),
  /** Names no record in a body; people look for a payment by it. */
  PAYMENT_NUMBER(
      "payment transaction",
      "number",
      "has the number",
      of("number", "payment_transaction", "company"),
      "reader.company in (company, source, destination)",
      Spelling.CODE_OF_ANY_CASE);

  /** How people spell names of a kind. */
  private enum Spelling {
    /** A name for people. Its case does not count, and a similar name may be meant. */
    WORDS,
    /** One of a few words. Small letters stand for capitals, and a similar word may be meant. */
    WORD_IN_CAPITALS,
    /** A code whose neighbour names another record. Small letters can stand for capitals. */
    CODE,
    /** A code whose neighbour names another record. Its case does not count. */
    CODE_OF_ANY_CASE
  }

  /** How many names a hint considers. */
  private static final int MOST_CANDIDATES = 10_000;

  /** What people write in another way, or leave out, in the same code. */
  private static final String LOOSE = "translate(upper(%s.name), 'O0 -_/.\u00A0', '')";

  final String key;
  final String noun;
  final String verb;
  private final String rows;
  private final String seen;
  private final Spelling spelling;

  /**
   * A kind of name.
   *
   * @param rows the ids, names and owning companies of all rows, to which a condition can be added
   * @param seen the condition for the rows that a member of {@code reader.company} sees
   */
  NameKind(String noun, String key, String verb, String rows, String seen, Spelling spelling) {
    this.key = key;
    this.noun = noun;
    this.verb = verb;
    this.rows = rows;
    this.seen = seen;
    this.spelling = spelling;
  }

  /** The names in a column of a table, which only the company in another column sees. */
  NameKind(String table, String column, String verb, String company, Spelling spelling) {
    this(table, column, verb, of(column, table, company), company + " = reader.company", spelling);
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
        "e.company = reader.company",
        Spelling.CODE_OF_ANY_CASE);
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
    return spelling == Spelling.CODE || spelling == Spelling.CODE_OF_ANY_CASE;
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
    boolean ignoresCase = spelling == Spelling.WORDS || spelling == Spelling.CODE_OF_ANY_CASE;
    String isReplaced =
        table().equals("farmer")
            ? "exists (select from farmer f where f.id = t.id and f.replaced_by is not null)"
            : "false";
    // Equal texts are found by an index, or by a hash of them.
    String same =
        ignoresCase
            ? "where lower(t.name) = lower(w.name)"
            : ", lateral (values (w.name), (upper(w.name))) as s (name) where t.name = s.name";
    return """
        select '%s' as kind, w.name as wanted, t.id, t.name, t.owner, %s as is_replaced
          from reader, unnest(?::text[]) as w (name), lateral (%s) t %s
        """
        .formatted(name(), isReplaced, rows(isOperator), same);
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
