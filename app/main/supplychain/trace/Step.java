package supplychain.trace;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;

/**
 * A product transaction on the way of goods.
 *
 * @param type INCOMING or OUTGOING, as its company sees it
 * @param company which recorded it
 * @param product its id
 * @param productName its name in the catalogue
 * @param quantity null where it is not known
 * @param sourceQuantity what was drawn from the parents; the own quantity where there are none
 * @param currentQuantity what is left of it; null where it is not the caller's own
 * @param isOwn whether the caller has to do with it; else only another company's consent shows it
 * @param isReversed whether its goods never moved; only the transaction that is traced may be
 */
public record Step(
    UUID id,
    String number,
    OffsetDateTime date,
    String type,
    UUID company,
    Party source,
    Party destination,
    UUID product,
    String productName,
    BigDecimal quantity,
    BigDecimal sourceQuantity,
    BigDecimal currentQuantity,
    boolean isOwn,
    boolean isReversed) {
  /** How much of what it moved. */
  String goods() {
    return (quantity == null ? "unknown quantity of" : quantity.toPlainString())
        + " "
        + productName;
  }

  /** The day on which it did, in UTC. */
  LocalDate day() {
    return date.withOffsetSameInstant(ZoneOffset.UTC).toLocalDate();
  }

  /** All that a line has room for. */
  String shown() {
    return "%s of %s: %s from %s to %s%s"
        .formatted(
            number,
            day(),
            goods(),
            source.shown(),
            destination.shown(),
            isReversed ? " (reversed)" : "");
  }
}
