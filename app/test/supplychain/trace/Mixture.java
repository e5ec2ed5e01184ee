package supplychain.trace;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import supplychain.trace.PlainTrade.Move;

/**
 * What goods are made of, put together from the first moves on: the mixture of a move is that of
 * its parents, in exact fractions. The service goes the other way.
 */
final class Mixture {
  /** A fraction. */
  record Ratio(BigInteger over, BigInteger under) {
    static final Ratio ZERO = of(BigDecimal.ZERO, BigDecimal.ONE);
    static final Ratio ONE = of(BigDecimal.ONE, BigDecimal.ONE);

    static Ratio of(BigDecimal over, BigDecimal under) {
      return new Ratio(
          over.movePointRight(6).toBigIntegerExact(), under.movePointRight(6).toBigIntegerExact());
    }

    Ratio times(Ratio other) {
      return new Ratio(over.multiply(other.over), under.multiply(other.under)).reduced();
    }

    Ratio plus(Ratio other) {
      BigInteger sum = over.multiply(other.under).add(other.over.multiply(under));
      return new Ratio(sum, under.multiply(other.under)).reduced();
    }

    Ratio minus(Ratio other) {
      return plus(new Ratio(other.over.negate(), other.under));
    }

    private Ratio reduced() {
      BigInteger common = over.gcd(under);
      return new Ratio(over.divide(common), under.divide(common));
    }

    /** Cut after six digits. */
    String text() {
      BigDecimal cut = new BigDecimal(over).divide(new BigDecimal(under), 6, RoundingMode.DOWN);
      return cut.signum() == 0 ? "0" : cut.stripTrailingZeros().toPlainString();
    }
  }

  /** By what a part of it is: a farmer, "gap ID", "not shared ID", "unknown". */
  final Map<String, Ratio> parts = new HashMap<>();

  /** Of what there may be more than its part says. */
  final Set<String> unsure = new HashSet<>();

  /** The mixture of a move, as a company sees it. */
  static Mixture of(PlainTrade trade, UUID company, UUID id) {
    Mixture mixture = new Mixture();
    Move move = trade.moves.get(id);
    if (trade.reversed.contains(id)) {
      return mixture;
    }
    if (move.drawn().isEmpty()) {
      String self = trade.isFarmer(move.source()) ? move.source().toString() : "gap " + id;
      mixture.parts.put(self, Ratio.ONE);
      return mixture;
    }
    BigDecimal total =
        move.drawn().values().stream()
            .filter(Objects::nonNull)
            .reduce(BigDecimal.ZERO, BigDecimal::add);
    boolean isOne = move.drawn().size() == 1;
    boolean isDivided = isOne || total.signum() > 0;
    if (!isDivided) {
      mixture.parts.put("unknown", Ratio.ONE);
    }
    move.drawn()
        .forEach(
            (parent, drawn) -> {
              boolean isKnown = isOne || (isDivided && drawn != null);
              Ratio part = isOne ? Ratio.ONE : isKnown ? Ratio.of(drawn, total) : Ratio.ZERO;
              mixture.add(of(trade, company, id, parent), part, !isKnown);
            });
    return mixture;
  }

  private static Mixture of(PlainTrade trade, UUID company, UUID child, UUID parent) {
    if (trade.seesParent(company, child, parent)) {
      return of(trade, company, parent);
    }
    Mixture hidden = new Mixture();
    hidden.parts.put("not shared " + child, Ratio.ONE);
    return hidden;
  }

  private void add(Mixture other, Ratio part, boolean isUnsure) {
    other.parts.forEach((key, share) -> parts.merge(key, share.times(part), Ratio::plus));
    unsure.addAll(isUnsure ? other.parts.keySet() : other.unsure);
  }

  /** Each part as the service writes it, with what it weighs. */
  Map<String, String> shown(BigDecimal quantity) {
    Map<String, String> shown = new TreeMap<>();
    parts.forEach(
        (key, share) -> {
          boolean isZero = share.over().signum() == 0;
          // What cannot be divided of nothing is nothing.
          if (!isZero || !key.equals("unknown")) {
            shown.put(key, isZero && unsure.contains(key) ? "null null" : text(share, quantity));
          }
        });
    return shown;
  }

  static String text(Ratio share, BigDecimal quantity) {
    String weight =
        quantity == null ? "null" : share.times(Ratio.of(quantity, BigDecimal.ONE)).text();
    return share.text() + " " + weight;
  }

  /** Where the goods of a move are, as a company sees it: by party, cut like the shares. */
  static Map<String, String> whereabouts(PlainTrade trade, UUID company, UUID id) {
    Map<String, Ratio> parties = new HashMap<>();
    if (!trade.reversed.contains(id)) {
      flow(trade, company, id, Ratio.ONE, parties);
    }
    Map<String, String> shown = new TreeMap<>();
    parties.forEach(
        (party, share) -> {
          if (share.over().signum() > 0) {
            shown.put(party, text(share, trade.moves.get(id).quantity()));
          }
        });
    return shown;
  }

  private static void flow(
      PlainTrade trade, UUID company, UUID id, Ratio part, Map<String, Ratio> parties) {
    Move move = trade.moves.get(id);
    Ratio left = part;
    for (UUID child : trade.children(company, id)) {
      BigDecimal drawn = trade.moves.get(child).drawn().get(id);
      boolean isNothing = drawn != null && (move.quantity() == null || drawn.signum() == 0);
      Ratio taken =
          drawn == null ? Ratio.ONE : isNothing ? Ratio.ZERO : Ratio.of(drawn, move.quantity());
      flow(trade, company, child, part.times(taken), parties);
      left = left.minus(part.times(taken));
    }
    parties.merge(move.destination().toString(), left, Ratio::plus);
  }
}
