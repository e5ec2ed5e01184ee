package supplychain.validation;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The sign before the fraction of a number in a table. The other sign then separates thousands. So
 * {@code 1.250} is 1.25 with a point, and 1250 with a comma.
 */
public enum DecimalSign {
  POINT(".", ","),
  COMMA(",", ".");

  private final String sign;
  private final String thousands;
  private final Pattern form;

  DecimalSign(String sign, String thousands) {
    this.sign = sign;
    this.thousands = thousands;
    String groups = "[1-9][0-9]{0,2}(?:" + Pattern.quote(thousands) + "[0-9]{3})+";
    String fraction = "(?:" + Pattern.quote(sign) + "[0-9]+)?";
    form = Pattern.compile("-?(?:[0-9]+|" + groups + ")" + fraction);
  }

  /** Whether a number means one thing with a point, and another with a comma. */
  public static boolean isAmbiguous(String number) {
    return POINT.fits(number)
        && COMMA.fits(number)
        && (number.contains(".") || number.contains(","));
  }

  /** The only sign that a number can have; empty if it can have either, or is no number. */
  public static Optional<DecimalSign> of(String number) {
    boolean isPoint = POINT.fits(number);
    return isPoint == COMMA.fits(number) ? Optional.empty() : Optional.of(isPoint ? POINT : COMMA);
  }

  /** The numbers with a point that a number can mean, those with a fraction first. */
  static Stream<String> readings(String number) {
    return Stream.of(values())
        .filter(sign -> sign.fits(number))
        .map(sign -> sign.plain(number))
        .distinct()
        .sorted(Comparator.comparing(one -> !one.contains(".")));
  }

  private boolean fits(String number) {
    return form.matcher(number).matches();
  }

  /** The number with a point and without thousands; the same text if it has another form. */
  public String plain(String number) {
    return fits(number) ? number.replace(thousands, "").replace(sign, ".") : number;
  }
}
