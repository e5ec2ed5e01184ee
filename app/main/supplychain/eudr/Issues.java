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

  /** The first issues of one kind, and the number of all of them. */
  static final class Listed {
    final ArrayNode first = JsonNodeFactory.instance.arrayNode();
    int total;
  }

  /** A blocker is a reason why the file cannot be used. Somebody should look at a warning. */
  enum Kind {
    /** The lot was reversed: its goods never moved. */
    REVERSED(true),
    /** The quantity of the lot is unknown or 0: a statement needs the net mass. */
    UNKNOWN_QUANTITY(true),
    /** Goods without parents and without a farmer. */
    GAP(true),
    /** Goods or a farmer of a company that does not share where its goods came from. */
    NOT_SHARED(true),
    /** A farmer without an active plot and without coordinates. */
    NO_LOCATION(true),
    /** A place at (0, 0), which means that the position is unknown. */
    ZERO_LOCATION(true),
    /** A point for more than 4 hectares. */
    POINT_OVER_4_HA(true),
    /** A geometry that breaks the rules of the file. */
    INVALID_GEOMETRY(true),
    /** A farmer without a country, or with a text that names no country of ISO 3166-1. */
    UNKNOWN_COUNTRY(true),
    /** More producers than a commodity or a statement may have. */
    TOO_MANY_PRODUCERS(true),
    /** A file with too many bytes. */
    TOO_LARGE(true),
    /** Coordinates with fewer than the six decimals that the law asks for. */
    FEW_DECIMALS(false),
    /** A farmer without a plot, whose own coordinates stand for one. */
    FARMERS_LOCATION(false),
    /** A point of unknown area, which counts as 4 hectares. */
    AREA_ASSUMED(false),
    /** An area below the smallest that a file can contain. */
    AREA_RAISED(false);

    private final boolean isBlocker;

    Kind(boolean isBlocker) {
      this.isBlocker = isBlocker;
    }

    String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Adds an issue.
   *
   * @param transaction the product transaction, or the one that leads to the farmer
   * @param farmer null if the issue is about no farmer
   * @param plot null if the issue is about no plot
   */
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

  void add(Kind kind, String detail, UUID transaction) {
    add(kind, detail, transaction, null, null);
  }
}
