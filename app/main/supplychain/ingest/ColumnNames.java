package supplychain.ingest;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.text.Normalizer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import supplychain.core.Texts;
import supplychain.http.TableChoices;
import supplychain.records.SubmissionColumns;
import supplychain.reports.Reports;
import supplychain.validation.NearestName;

/** The field of a record that each name of a column means, in the tables of one kind of record. */
final class ColumnNames {
  private static final Pattern BETWEEN_WORDS = Pattern.compile("[\\s\\h-]+");
  private static final Pattern HUMP = Pattern.compile("(?<=\\p{Ll})(?=\\p{Lu})");
  private static final Pattern GROUPS = Pattern.compile(".*[/-]");
  private static final Pattern ACCENTS = Pattern.compile("\\p{M}+");
  private static final Pattern NO_LETTERS = Pattern.compile("[^\\p{L}\\p{N}]+");

  /** A shorter name is near to too many others. */
  private static final int SHORTEST_NEAR = 4;

  /** The names that people use for the columns of each kind, in several languages. */
  private static final Map<String, Map<String, String>> SYNONYMS = synonyms();

  /** Names with a unit after them, such as {@code Weight (kg)}, by the columns in these units. */
  private static final Map<String, Pattern> UNITS =
      Map.of(
          "quantity",
          withUnit("kgs?|kilos?|kilograms?|kilogramos|kilogrammes|quilos|kilogramu"),
          "area",
          withUnit("ha|hectares?|hectareas|hektar|hekta"),
          Column.ACRES,
          withUnit("acres?|ekari"));

  /**
   * Columns that a tool adds to its tables. In tables of the kind {@code unless}, the names mean
   * something else; it is empty if there is no such kind.
   */
  private record ToolColumns(Pattern names, String unless) {
    static ToolColumns of(NamedCsvRecord row) {
      String names =
          Stream.of(row.getField("columns").split("\\|", 0))
              .map(name -> Pattern.quote(exact(name)).replace("*", "\\E.+\\Q"))
              .collect(Collectors.joining("|"));
      return new ToolColumns(Pattern.compile(names), row.getField("unless"));
    }
  }

  private static final List<ToolColumns> OF_TOOLS =
      rows("tool-columns.csv").stream().map(ToolColumns::of).toList();

  private final IngestKind kind;
  private final TableChoices choices;
  private final Supplier<Set<String>> formKeys;
  private final Map<String, String> renamed = new HashMap<>();
  private final Set<String> ignored = new HashSet<>();

  /** The fields of the company's forms by their keys; null until a name needs them. */
  private Map<String, String> ofForms;

  /** {@code formKeys} finds the keys of the fields of the company's forms. */
  ColumnNames(IngestKind kind, TableChoices choices, Supplier<Set<String>> formKeys) {
    this.kind = kind;
    this.choices = choices;
    this.formKeys = formKeys;
    choices.renamed().forEach((title, field) -> renamed.put(folded(title), exact(field)));
    choices.ignored().forEach(title -> ignored.add(folded(title)));
  }

  private static Pattern withUnit(String words) {
    return Pattern.compile("(.+?)(?: (?:in|en|em|dalam|kwa))? (?:" + words + ")");
  }

  /** The columns of the kind by their names in other languages, for each kind. */
  private static Map<String, Map<String, String>> synonyms() {
    Map<String, Map<String, String>> all = new HashMap<>();
    for (NamedCsvRecord row : rows("synonyms.csv")) {
      Map<String, String> fields = row.getFieldsAsMap();
      String column = fields.remove("column");
      Map<String, String> ofKind =
          all.computeIfAbsent(fields.remove("kind"), first -> new HashMap<>());
      fields.values().stream()
          .flatMap(names -> Stream.of(names.split("\\|", 0)))
          .filter(name -> !name.isEmpty())
          .forEach(name -> ofKind.put(folded(name), column));
    }
    return all;
  }

  static List<NamedCsvRecord> rows(String file) {
    String text = Texts.ofResource("/supplychain/ingest/" + file);
    return CsvReader.builder().ofNamedCsvRecord(text).stream().toList();
  }

  /** A name without case, accents and punctuation. */
  static String folded(String name) {
    String plain = ACCENTS.matcher(Normalizer.normalize(name, Normalizer.Form.NFKD)).replaceAll("");
    return NO_LETTERS.matcher(plain).replaceAll(" ").strip().toLowerCase(Locale.ROOT);
  }

  /** A name as the columns have it: {@code Invoice number} is {@code invoice_number}. */
  static String exact(String title) {
    return BETWEEN_WORDS.matcher(title).replaceAll("_").toLowerCase(Locale.ROOT);
  }

  /** The field that a column has by its own name; empty for any other name. */
  Optional<String> own(String title) {
    String name = exact(title);
    if (kind.columns().containsKey(name)) {
      return Optional.of(name);
    }
    return Optional.of(title).filter(one -> FormColumns.place(one, kind.columns()) != null);
  }

  /**
   * The field that a name means: as the user says, by the name of the column, by the key of a field
   * of a form, or by a name that people use. Empty for an unknown name.
   */
  Optional<String> field(String title) {
    String name = folded(title);
    if (renamed.containsKey(name)) {
      return Optional.of(renamed.get(name));
    }
    if (title.startsWith("_") && mayBeOfTool(title) && own(title).isEmpty()) {
      return Optional.empty();
    }
    return own(title)
        .or(() -> ofForm(name))
        .or(() -> synonym(name))
        .or(() -> ofMoney(title))
        .or(() -> apart(title).equals(title) ? Optional.empty() : field(apart(title)));
  }

  /** The words of a name that programs write together, such as {@code farmerName}. */
  private static String apart(String title) {
    return HUMP.matcher(title).replaceAll(" ");
  }

  /** A column of money with a currency in its name. */
  private Optional<String> ofMoney(String title) {
    return CurrencyInName.in(title)
        .flatMap(money -> own(money.rest()).or(() -> synonym(money.rest())))
        .filter(CurrencyInName.COLUMNS::contains);
  }

  /** The currency in the name of a column with this field, unless the user renamed the column. */
  Optional<CurrencyInName> currency(String title, String field) {
    return CurrencyInName.COLUMNS.contains(field) && !renamed.containsKey(folded(title))
        ? CurrencyInName.in(apart(title))
        : Optional.empty();
  }

  boolean isIgnored(String title) {
    return ignored.contains(folded(title)) || isOfReport(title);
  }

  /** Whether only a tool has use for a column, such as {@code _submission_time}. */
  boolean isOfTool(String title) {
    return mayBeOfTool(title) && field(title).isEmpty();
  }

  private boolean mayBeOfTool(String title) {
    String name = exact(title);
    return OF_TOOLS.stream()
        .anyMatch(one -> one.names().matcher(name).matches() && !one.unless().equals(kind.title()));
  }

  /** A table of payments can be the list of unpaid purchases, with more about each of them. */
  private boolean isOfReport(String title) {
    return kind.equals(IngestKind.PAYMENTS)
        && own(title).isEmpty()
        && Reports.UNPAID.columns().stream().anyMatch(one -> one.name().equals(exact(title)));
  }

  private Optional<String> ofForm(String name) {
    if (ofForms == null) {
      Set<String> keys = kind.columns().containsKey(FormColumns.FORM) ? formKeys.get() : Set.of();
      ofForms =
          keys.stream()
              .collect(
                  Collectors.toMap(
                      ColumnNames::folded, key -> SubmissionColumns.PREFIX + key, (a, b) -> a));
    }
    return Optional.ofNullable(ofForms.get(name));
  }

  private Optional<String> synonym(String name) {
    Map<String, String> ofKind = SYNONYMS.getOrDefault(kind.title(), Map.of());
    return Optional.ofNullable(ofKind.get(name))
        .or(
            () ->
                UNITS.keySet().stream()
                    .filter(kind.columns()::containsKey)
                    .filter(field -> hasUnitOf(field, name, ofKind))
                    .findFirst());
  }

  private static boolean hasUnitOf(String field, String name, Map<String, String> ofKind) {
    Matcher parts = UNITS.get(field).matcher(name);
    String of = field.equals(Column.ACRES) ? "area" : field;
    return parts.matches() && (parts.group(1).equals(of) || of.equals(ofKind.get(parts.group(1))));
  }

  /** A hint about the column that a person probably meant; empty if there is none. */
  String hint(String title) {
    return meant(title).map(near -> " Did you mean `" + near + "`?").orElse("");
  }

  /** The column that a person probably meant. Kobo and ODK write its group before a question. */
  Optional<String> meant(String title) {
    Map<String, String> others = new HashMap<>(SYNONYMS.getOrDefault(kind.title(), Map.of()));
    // A name in another unit, such as Total lb, is near to none in kilograms.
    others.keySet().removeIf(name -> name.length() < SHORTEST_NEAR || name.endsWith(" kg"));
    return NearestName.closest(exact(title), kind.columns().keySet())
        .or(() -> NearestName.closest(folded(title), others.keySet()).map(others::get))
        .or(() -> field(GROUPS.matcher(title).replaceFirst("")));
  }

  /** Refuses a choice that fits no column of the table. */
  void checkChoices(List<String> titles) {
    Set<String> names = titles.stream().map(ColumnNames::folded).collect(Collectors.toSet());
    choices.ignored().forEach(title -> requireColumn(names, "ignore", title));
    choices
        .renamed()
        .forEach(
            (title, field) -> {
              requireColumn(names, "rename", title);
              if (own(field).isEmpty()) {
                throw SourceRecord.refusal(
                    "/rename",
                    "unknown_field",
                    "There is no column `%s` of %s.%s".formatted(field, kind.path(), hint(field)));
              }
            });
  }

  private static void requireColumn(Set<String> names, String parameter, String title) {
    if (!names.contains(folded(title))) {
      throw SourceRecord.refusal(
          "/" + parameter, "unknown_field", "The table has no column `%s`.".formatted(title));
    }
  }

  /** The names of all columns that a table can set, for a person. */
  String all() {
    return kind.columns().keySet().stream()
        .filter(name -> !name.endsWith("_on") && !name.endsWith(".form_type"))
        .sorted()
        .collect(Collectors.joining(", "));
  }
}
