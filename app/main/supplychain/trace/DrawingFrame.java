package supplychain.trace;

import supplychain.trace.Layout.Place;

/** Where places of a layout are in a picture, in its units. */
final class DrawingFrame {
  /** How broad a step is. */
  static final int WIDTH = 210;

  /** How much is left empty around all. */
  static final int MARGIN = 24;

  private static final int COLUMN = WIDTH + 110;
  private static final int HEADER = 84;

  private final Layout layout;
  private final double top;

  DrawingFrame(Layout layout) {
    this.layout = layout;
    this.top = layout.top();
  }

  /** Where a place begins on the left. */
  long x(Place place) {
    return MARGIN + (long) COLUMN * (place.column - layout.firstColumn());
  }

  /** The middle of a place. */
  long y(Place place) {
    return Math.round(place.y - top) + HEADER + MARGIN;
  }

  /** How broad the picture is. */
  long width() {
    return 2L * MARGIN + (long) COLUMN * layout.columnCount() - (COLUMN - WIDTH);
  }

  /** How high the picture is. */
  long height() {
    return Math.round(layout.bottom() - top) + HEADER + 2L * MARGIN;
  }
}
