package supplychain.trace;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.trace.Lineage.Draw;
import supplychain.trace.Lineage.Party;
import supplychain.trace.Lineage.Step;

/**
 * The origins of a transaction, its later transactions, or both.
 *
 * @param up the origins; null for {@link Direction#DOWN}
 * @param down the later transactions; null for {@link Direction#UP}
 * @param steps every step by its id: the start, then the steps upwards, then those downwards
 * @param parties the sources and destinations of the steps, in the same order
 */
public record Trace(
    Direction direction,
    Lineage up,
    Lineage down,
    Map<UUID, Step> steps,
    Map<UUID, Party> parties) {
  public enum Direction {
    UP,
    DOWN,
    BOTH;

    public String written() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Direction> of(String written) {
      return Arrays.stream(values()).filter(each -> each.written().equals(written)).findFirst();
    }
  }

  public static Trace read(DSLContext sql, Caller caller, UUID transaction, Direction direction) {
    Lineage up =
        direction == Direction.DOWN ? null : LineageQueries.upstream(sql, caller, transaction);
    Lineage down =
        direction == Direction.UP ? null : LineageQueries.downstream(sql, caller, transaction);
    Trace trace = new Trace(direction, up, down, new LinkedHashMap<>(), new LinkedHashMap<>());
    trace.lineages().forEach(lineage -> lineage.steps().forEach(trace.steps::putIfAbsent));
    for (Step step : trace.steps.values()) {
      trace.parties.put(step.source().id(), step.source());
      trace.parties.put(step.destination().id(), step.destination());
    }
    return trace;
  }

  List<Lineage> lineages() {
    return Stream.of(up, down).filter(Objects::nonNull).toList();
  }

  Step start() {
    return lineages().get(0).start();
  }

  /** The draws between the steps, in the order of the steps that drew. */
  List<Draw> draws() {
    return lineages().stream()
        .flatMap(lineage -> lineage.steps().keySet().stream().map(lineage::parents))
        .flatMap(List::stream)
        .toList();
  }

  List<Draw> hidden(UUID step) {
    return up == null ? List.of() : up.hidden(step);
  }

  boolean isGap(Step step) {
    return up != null && up.steps().containsKey(step.id()) && up.isGap(step);
  }
}
