package supplychain.eudr;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Locale;
import java.util.UUID;

/** The blockers and warnings of a file of origins, in the order in which the service found them. */
final class Issues {
  /** An answer lists this number of blockers and of warnings at the most, and counts the rest. */
  static final int MOST = 1_000;

  final Listed blockers = new Listed();
  final Listed warnings = new Listed();

  static final class Listed {
    final ArrayNode first = JsonNodeFactory.instance.arrayNode();
    int total;
  }

  /** A blocker is a reason why the file cannot be used. The manual explains each kind (eudr.md). */
  enum Kind {
    REVERSED(true),
    UNKNOWN_QUANTITY(true),
    GAP(true),
    NOT_SHARED(true),
    NO_LOCATION(true),
    ZERO_LOCATION(true),
    POINT_OVER_4_HA(true),
    WRONG_AREA(true),
    UNSTATED_AREA(true),
    INVALID_GEOMETRY(true),
    UNKNOWN_COUNTRY(true),
    TOO_MANY_PRODUCERS(true),
    TOO_LARGE(true),
    FEW_DECIMALS(false),
    FARMERS_LOCATION(false),
    AREA_ASSUMED(false),
    AREA_RAISED(false),
    AREA_DIFFERS(false),
    LARGE_PLOT(false),
    OTHER_COUNTRY(false),
    FAR_PLOT(false),
    SWAPPED_COORDINATES(false),
    OVERLAPPING_PLOT(false);

    private final boolean isBlocker;

    Kind(boolean isBlocker) {
      this.isBlocker = isBlocker;
    }

    String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Adds an issue of a transaction, and of the farmer and the plot that it leads to, or null. */
  void add(Kind kind, String detail, UUID transaction, UUID farmer, UUID plot) {
    Listed listed = kind.isBlocker ? blockers : warnings;
    listed.total++;
    if (listed.first.size() < MOST) {
      listed
          .first
          .addObject()
          .put("code", kind.code())
          .put("detail", detail)
          .put("transaction", transaction.toString())
          .put("farmer", farmer == null ? null : farmer.toString())
          .put("plot", plot == null ? null : plot.toString());
    }
  }
}
