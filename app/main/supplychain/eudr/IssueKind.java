package supplychain.eudr;

import java.util.Locale;

/** A reason why a file of origins cannot be used, or why a person should look at it. */
public enum IssueKind {
  /** The transaction was reversed: its goods never moved. */
  REVERSED(true),
  /** Nobody knows how much it is, or it is nothing: a statement needs the net mass. */
  UNKNOWN_QUANTITY(true),
  /** Goods that begin with a company, from before the records: nobody knows where they grew. */
  GAP(true),
  /** Goods or a farmer of a company that does not share where they came from. */
  NOT_SHARED(true),
  /** A farmer without a plot in use and without coordinates. */
  NO_LOCATION(true),
  /** A place at (0, 0), which stands where nobody knows. */
  ZERO_LOCATION(true),
  /** A point that stands for more than 4 hectares. */
  POINT_OVER_4_HA(true),
  /** A geometry that breaks the rules of the file. */
  INVALID_GEOMETRY(true),
  /** A farmer whose country is missing or stands for no country of ISO 3166-1. */
  UNKNOWN_COUNTRY(true),
  /** More producers than a commodity or a statement may have. */
  TOO_MANY_PRODUCERS(true),
  /** A file that would have too many bytes. */
  TOO_LARGE(true),
  /** Coordinates with less than the six decimals that the law asks for. */
  FEW_DECIMALS(false),
  /** A farmer without a plot, whose own coordinates stand for one. */
  FARMERS_LOCATION(false),
  /** A point of unknown extent, which counts as 4 hectares. */
  AREA_ASSUMED(false),
  /** An area that is less than the least that a file can say. */
  AREA_RAISED(false);

  private final boolean isBlocker;

  IssueKind(boolean isBlocker) {
    this.isBlocker = isBlocker;
  }

  /** Whether the file cannot be used as long as it is so. */
  boolean isBlocker() {
    return isBlocker;
  }

  /** As programs know it. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }
}
