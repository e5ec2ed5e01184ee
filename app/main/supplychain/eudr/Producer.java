package supplychain.eudr;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.UUID;

/**
 * A farmer of whom goods came.
 *
 * @param name first and last name
 * @param consents whether the farmer granted the use of the data
 * @param country as it is recorded
 * @param latitude of the farmer, not of a plot; or null
 * @param longitude the same
 * @param isShared whether the caller may see it: a farmer of its own, or of a company that shares
 */
record Producer(
    UUID id,
    String name,
    boolean consents,
    String country,
    BigDecimal latitude,
    BigDecimal longitude,
    boolean isShared) {
  /** How many characters a name in the file may have. */
  static final int MOST_CHARACTERS = 500;

  /** The name, where the farmer consents to it; else null. */
  String shownName() {
    if (!consents) {
      return null;
    }
    int length = name.codePointCount(0, name.length());
    return name.substring(0, name.offsetByCodePoints(0, Math.min(length, MOST_CHARACTERS)));
  }

  /** The country (ISO 3166-1, two letters), if it is known. */
  Optional<String> countryCode() {
    return Countries.code(country);
  }
}
