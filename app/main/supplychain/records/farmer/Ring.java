package supplychain.records.farmer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.locationtech.jts.algorithm.Orientation;
import org.locationtech.jts.geom.Coordinate;
import supplychain.validation.Findings;

/** Checks one ring of a polygon: it must be closed, and enclose land. */
final class Ring {
  /** A triangle, closed. */
  private static final int FEWEST = 4;

  /** 180 degrees in millionths. */
  private static final double HALF_TURN = 180e6;

  private final String pointer;
  private final Findings findings;

  /** How many positions the client sent. */
  private final int sent;

  /** The positions without repeats, and the number that each had in the request. */
  private final List<Position> positions = new ArrayList<>();

  private final List<Integer> numbers = new ArrayList<>();
  private final Coordinate[] places;
  private boolean isRefused;

  /** A ring that the client sent. A position that is the same as the one before it is left out. */
  Ring(List<Position> sent, String pointer, Findings findings) {
    this.pointer = pointer;
    this.findings = findings;
    this.sent = sent.size();
    List<Coordinate> different = new ArrayList<>();
    for (int i = 0; i < sent.size(); i++) {
      Coordinate place = sent.get(i).inMillionths();
      if (different.isEmpty() || !different.get(different.size() - 1).equals2D(place)) {
        different.add(place);
        positions.add(sent.get(i));
        numbers.add(i);
      }
    }
    places = different.toArray(Coordinate[]::new);
  }

  /** Whether it is right by itself. Each mistake is a finding. */
  boolean check() {
    if (places.length < FEWEST) {
      String repeats =
          places.length < sent
              ? "Cut to six decimals, the ring has only %d positions that differ from the one before."
              : "The ring has %d positions.";
      String rule =
          " A ring must have at least 4 positions, and the last must be the same as the first.";
      refuse(pointer, "too_few", repeats.formatted(places.length) + rule);
      return false;
    }
    boolean isClosed = places[0].equals2D(places[last()]);
    if (!isClosed) {
      refuse(
          pointer(last()),
          "not_closed",
          "The last position must be the same as the first. Repeat the first one at the end.");
    }
    checkRepeats(isClosed ? last() : places.length);
    if (!isRefused) {
      checkCourse();
    }
    return !isRefused;
  }

  private int last() {
    return places.length - 1;
  }

  private void checkRepeats(int end) {
    Map<Coordinate, Integer> seen = new HashMap<>();
    for (int i = 0; i < end; i++) {
      Integer before = seen.putIfAbsent(places[i], i);
      if (before != null) {
        String same =
            "This position, cut to six decimals, is the same as position %d: the ring touches"
                + " itself there. Move one of the two.";
        refuse(pointer(i), "duplicate", same.formatted(numbers.get(before)));
      }
    }
  }

  private void checkCourse() {
    for (int i = 1; i < places.length; i++) {
      if (Math.abs(places[i].x - places[i - 1].x) > HALF_TURN) {
        String cut =
            "The ring crosses the 180th meridian. Cut it there into two parts (RFC 7946, 3.1.9).";
        refuse(pointer(i), "antimeridian", cut);
        return;
      }
    }
    boolean isStraight =
        Stream.of(places)
            .allMatch(at -> Orientation.index(places[0], places[1], at) == Orientation.COLLINEAR);
    if (isStraight) {
      refuse(
          pointer,
          "straight_line",
          "All positions of the ring are on one line, so it encloses no land.");
    }
  }

  /** Its places in millionths of a degree, the last the same as the first. */
  Coordinate[] places() {
    return places;
  }

  /** The place of a position in the request. */
  String pointer(int position) {
    return pointer + "/" + number(position);
  }

  /** The number of a position in the request. */
  int number(int position) {
    return numbers.get(position);
  }

  /**
   * The positions in this direction, closed with the first one. RFC 7946 requires an order, but
   * asks readers to accept the other order of older files.
   */
  List<Position> turned(boolean counterClockwise) {
    List<Position> ring = new ArrayList<>(positions);
    ring.set(last(), positions.get(0));
    if (Orientation.isCCW(places) != counterClockwise) {
      Collections.reverse(ring);
    }
    return ring;
  }

  private void refuse(String place, String code, String detail) {
    isRefused = true;
    findings.add(place, code, detail);
  }
}
