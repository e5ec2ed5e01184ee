package supplychain.origin;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Record;

/**
 * The plots of farmers that are in use, in the order of the farmers. A polygon may have ten
 * thousand positions: few are read ahead.
 */
final class Plots implements AutoCloseable {
  /** How many bytes of geometries are read together, unless one alone has more. */
  static final int MOST_BYTES_AHEAD = 4 << 20;

  private final DSLContext sql;
  private final Cursor<Record> sizes;
  private final Deque<RecordedPlot> ahead = new ArrayDeque<>();
  private Record next;

  /** Those of these farmers; to be closed. */
  Plots(DSLContext sql, Collection<UUID> farmers) {
    this.sql = sql;
    this.sizes = OriginQueries.sizes(sql, farmers);
    this.next = sizes.fetchNext();
  }

  /** Whether the next plot is this farmer's. */
  boolean isNextOf(UUID farmer) {
    if (ahead.isEmpty()) {
      return next != null && farmer.equals(next.get(1, UUID.class));
    }
    return farmer.equals(ahead.peek().farmer());
  }

  /** The next plot; there must be one. */
  RecordedPlot next() {
    if (ahead.isEmpty()) {
      readAhead();
    }
    return ahead.remove();
  }

  private void readAhead() {
    List<UUID> ids = new ArrayList<>();
    long bytes = 0;
    do {
      ids.add(next.get(0, UUID.class));
      bytes += next.get(2, Integer.class);
      next = sizes.fetchNext();
    } while (next != null
        && ids.size() < OriginQueries.FETCHED_TOGETHER
        && bytes + next.get(2, Integer.class) <= MOST_BYTES_AHEAD);
    ahead.addAll(OriginQueries.plots(sql, ids));
  }

  @Override
  public void close() {
    sizes.close();
  }
}
