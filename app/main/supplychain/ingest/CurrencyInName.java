package supplychain.ingest;

import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The currency in the name of a column, such as {@code Total (UGX)}.
 *
 * @param written how the name writes it
 * @param codes the codes that it can mean; none for an unknown sign
 * @param rest the name without it
 */
record CurrencyInName(String written, Set<String> codes, String rest) {
  /** The columns with money. */
  static final Set<String> COLUMNS = Set.of("amount", RowMoney.PRICE, Column.PAYMENT + "amount");

  private static final Pattern WORD = Pattern.compile("\\p{L}{0,2}\\p{Sc}|[\\p{L}\\p{N}]+");
  private static final Pattern SIGN = Pattern.compile("\\p{Sc}");
  private static final Pattern PREPOSITION = Pattern.compile(" (?:in|en|em|dalam|kwa)$");

  private static final String SHILLINGS = "KES TZS UGX";
  private static final String FRANCS = "XAF XOF";

  /** The codes, and the signs that people write in their place. */
  private static final Map<String, Set<String>> CODES = allCodes();

  private static Map<String, Set<String>> allCodes() {
    Map<String, Set<String>> codes = new HashMap<>();
    for (Currency one : Currency.getAvailableCurrencies()) {
      codes.put(one.getCurrencyCode().toLowerCase(Locale.ROOT), Set.of(one.getCurrencyCode()));
    }
    Map<String, String> signs =
        Map.ofEntries(
            Map.entry("sh", SHILLINGS),
            Map.entry("shs", SHILLINGS),
            Map.entry("ksh", "KES"),
            Map.entry("tsh", "TZS"),
            Map.entry("ush", "UGX"),
            Map.entry("cfa", FRANCS),
            Map.entry("fcfa", FRANCS),
            Map.entry("frw", "RWF"),
            Map.entry("fbu", "BIF"),
            Map.entry("birr", "ETB"),
            Map.entry("rp", "IDR"),
            Map.entry("$", "ARS CLP COP CUP DOP MXN USD UYU"),
            Map.entry("us$", "USD"),
            Map.entry("r$", "BRL"),
            Map.entry("c$", "NIO"),
            Map.entry("€", "EUR"),
            Map.entry("£", "GBP"),
            Map.entry("₡", "CRC"),
            Map.entry("₦", "NGN"),
            Map.entry("₱", "PHP"),
            Map.entry("₫", "VND"),
            Map.entry("₵", "GHS"),
            Map.entry("₹", "INR"));
    signs.forEach((sign, all) -> codes.put(sign, Set.of(all.split(" ", 0))));
    return codes;
  }

  /** The currency of a name that has exactly one. */
  static Optional<CurrencyInName> in(String title) {
    List<MatchResult> found =
        WORD.matcher(title)
            .results()
            .filter(
                word ->
                    CODES.containsKey(word.group().toLowerCase(Locale.ROOT))
                        || SIGN.matcher(word.group()).find())
            .toList();
    if (found.size() != 1) {
      return Optional.empty();
    }
    MatchResult word = found.get(0);
    String rest = title.substring(0, word.start()) + " " + title.substring(word.end());
    return Optional.of(
        new CurrencyInName(
            word.group(),
            CODES.getOrDefault(word.group().toLowerCase(Locale.ROOT), Set.of()),
            PREPOSITION.matcher(ColumnNames.folded(rest)).replaceFirst("")));
  }
}
