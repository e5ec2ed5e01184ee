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

  /** The blockers, for which the file cannot be used, then the warnings (explained in eudr.md). */
  enum Kind {
    REVERSED,
    UNKNOWN_QUANTITY,
    GAP,
    NOT_SHARED,
    NO_LOCATION,
    ZERO_LOCATION,
    POINT_OVER_4_HA,
    WRONG_AREA,
    UNSTATED_AREA,
    INVALID_GEOMETRY,
    UNKNOWN_COUNTRY,
    TOO_MANY_PRODUCERS,
    TOO_LARGE,
    FEW_DECIMALS,
    FARMERS_LOCATION,
    AREA_ASSUMED,
    AREA_RAISED,
    AREA_DIFFERS,
    LARGE_PLOT,
    OTHER_COUNTRY,
    FAR_PLOT,
    SWAPPED_COORDINATES,
    OVERLAPPING_PLOT;

    boolean isBlocker() {
      return compareTo(FEW_DECIMALS) < 0;
    }

    String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Adds an issue of a transaction, and of the farmer and the plot that it leads to, or null. */
  void add(Kind kind, String detail, UUID transaction, UUID farmer, UUID plot) {
    Listed listed = kind.isBlocker() ? blockers : warnings;
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
