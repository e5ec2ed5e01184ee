package supplychain.eudr;

import java.util.Collection;
import java.util.UUID;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Record;

/**
 * The plots of farmers that are in use, in the order of the farmers. A polygon may have ten
 * thousand positions: few are read ahead, and none after it is closed.
 */
final class PlotCursor implements AutoCloseable {
  private final Cursor<Record> rows;
  private RecordedPlot next;

  /** Those of these farmers; to be closed. */
  PlotCursor(DSLContext sql, Collection<UUID> farmers) {
    this.rows = OriginQueries.plots(sql, farmers);
    read();
  }

  /** Whether the next plot is this farmer's. */
  boolean isNextOf(UUID farmer) {
    return next != null && farmer.equals(next.farmer());
  }

  /** The next plot; there must be one. */
  RecordedPlot next() {
    RecordedPlot present = next;
    read();
    return present;
  }

  private void read() {
    Record row = rows.fetchNext();
    next = row == null ? null : OriginQueries.plot(row);
  }

  @Override
  public void close() {
    rows.close();
  }
}
