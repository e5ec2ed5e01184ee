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

  /** The signs that people write in place of codes. */
  private static final String SIGNS =
      "sh=KES TZS UGX, shs=KES TZS UGX, ksh=KES, tsh=TZS, ush=UGX, cfa=XAF XOF, fcfa=XAF XOF,"
          + " frw=RWF, fbu=BIF, birr=ETB, rp=IDR, $=ARS CLP COP CUP DOP MXN USD UYU, us$=USD,"
          + " r$=BRL, c$=NIO, €=EUR, £=GBP, ₡=CRC, ₦=NGN, ₱=PHP, ₫=VND, ₵=GHS, ₹=INR";

  private static final Map<String, Set<String>> CODES = allCodes();

  private static Map<String, Set<String>> allCodes() {
    Map<String, Set<String>> codes = new HashMap<>();
    for (Currency one : Currency.getAvailableCurrencies()) {
      codes.put(one.getCurrencyCode().toLowerCase(Locale.ROOT), Set.of(one.getCurrencyCode()));
    }
    for (String sign : SIGNS.split(", ", 0)) {
      String[] parts = sign.split("=", 2);
      codes.put(parts[0], Set.of(parts[1].split(" ", 0)));
    }
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
