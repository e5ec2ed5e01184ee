package supplychain.verify;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import supplychain.core.Json;
import supplychain.validation.Formats;

/**
 * The rule by which a premium gives the amount of a payment, with its active options and its active
 * ranges, which do not overlap. The report of premiums has the same rule in SQL.
 */
public record PremiumRule(
    Calculation calculation,
    Type type,
    BigDecimal amount,
    List<Option> options,
    List<Range> ranges) {
  /** How the rate is found: the premium's own amount, that of an option or a range, or by hand. */
  public enum Calculation {
    NORMAL,
    MANUAL,
    OPTIONS,
    RANGE
  }

  /** The unit that the rate is for. */
  public enum Type {
    PER_TRANSACTION,
    PER_KG,
    PER_UNIT_CURRENCY,
    PER_FARMER
  }

  record Option(String id, String name, BigDecimal amount) {
    private boolean isNamed(String selected) {
      return id.equalsIgnoreCase(selected) || name.equals(selected);
    }
  }

  /** A range without a {@code max} has no end. */
  record Range(BigDecimal min, BigDecimal max, BigDecimal amount) {
    private boolean has(BigDecimal quantity) {
      return quantity.compareTo(min) >= 0 && (max == null || quantity.compareTo(max) < 0);
    }
  }

  /**
   * The values from which a rule calculates a payment. The quantity and the price are null if they
   * are unknown, and the option is null if none is selected.
   *
   * @param price the amount of the transaction in the currency of the payment
   */
  public record Paid(String option, BigDecimal quantity, BigDecimal price, boolean isToFarmer) {}

  /** Reads the rule of a premium as the database keeps it. */
  public static PremiumRule read(String json) {
    return Json.MAPPER.convertValue(Json.trusted(json), PremiumRule.class);
  }

  /** A payment of a premium, as the view {@code premium_payments} of the schema has it. */
  private record Payment(PremiumRule rule, BigDecimal amount, Paid paid) {}

  /** What the rule gives for a recorded payment, if that is another amount. */
  static Optional<BigDecimal> instead(String payment) {
    Payment read = Json.MAPPER.convertValue(Json.trusted(payment), Payment.class);
    return read.rule().gives(read.paid()).filter(given -> given.compareTo(read.amount()) != 0);
  }

  /** Whether the premium has this active option, by id or by name. */
  public boolean hasOption(String selected) {
    return options.stream().anyMatch(option -> option.isNamed(selected));
  }

  /** The amount, rounded half up to the digits that are kept; empty if the rule gives none. */
  public Optional<BigDecimal> gives(Paid paid) {
    return rate(paid)
        .flatMap(rate -> times(paid).map(times -> product(rate, times)))
        .filter(given -> given.precision() <= Formats.DECIMAL_DIGITS);
  }

  private Optional<BigDecimal> rate(Paid paid) {
    return switch (calculation) {
      case NORMAL -> Optional.of(amount);
      case OPTIONS ->
          options.stream()
              .filter(option -> paid.option() != null && option.isNamed(paid.option()))
              .map(Option::amount)
              .findFirst();
      case RANGE ->
          ranges.stream()
              .filter(range -> paid.quantity() != null && range.has(paid.quantity()))
              .map(Range::amount)
              .findFirst();
      case MANUAL -> Optional.empty();
    };
  }

  private Optional<BigDecimal> times(Paid paid) {
    return switch (type) {
      case PER_TRANSACTION -> Optional.of(BigDecimal.ONE);
      case PER_KG -> Optional.ofNullable(paid.quantity());
      case PER_UNIT_CURRENCY -> Optional.ofNullable(paid.price());
      case PER_FARMER -> Optional.of(BigDecimal.ONE).filter(one -> paid.isToFarmer());
    };
  }

  /** Has at least as many digits after the point as the rate, and no further zeros. */
  private static BigDecimal product(BigDecimal rate, BigDecimal times) {
    BigDecimal exact = rate.multiply(times);
    BigDecimal kept =
        exact.setScale(Formats.DECIMAL_SCALE, RoundingMode.HALF_UP).stripTrailingZeros();
    return kept.setScale(Math.max(kept.scale(), rate.scale()));
  }
}
