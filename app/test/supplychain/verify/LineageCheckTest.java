package supplychain.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A cycle of draws is found wherever there is one, and nowhere else. */
@Tag("unit")
class LineageCheckTest {
  private static final int NODES = 8;
  private static final int GRAPHS = 2_000;

  private record Draw(UUID child, UUID parent) {}

  @Test
  void everyCycleOfDrawsIsFoundAndNothingElse() {
    List<UUID> ids = IntStream.range(0, NODES).mapToObj(i -> new UUID(0, i)).toList();
    int withCycle = 0;
    for (int seed = 0; seed < GRAPHS; seed++) {
      Random random = new Random(seed);
      Set<Draw> draws = new HashSet<>();
      for (int i = random.nextInt(NODES); i > 0; i--) {
        draws.add(new Draw(ids.get(random.nextInt(NODES)), ids.get(random.nextInt(NODES))));
      }
      List<List<UUID>> cycles = cycles(draws);
      assertEquals(hasCycle(draws), !cycles.isEmpty(), "seed " + seed);
      cycles.forEach(cycle -> assertCycle(cycle, draws));
      withCycle += cycles.isEmpty() ? 0 : 1;
    }
    assertTrue(withCycle > GRAPHS / 10 && withCycle < GRAPHS * 9 / 10, withCycle + " with cycles");
  }

  @Test
  void aCycleOfAMillionIsFound() {
    LineageCheck lineage = new LineageCheck();
    int length = 1_000_000;
    for (int i = 0; i < length; i++) {
      lineage.add(new UUID(0, i), new UUID(0, (i + 1) % length));
    }
    List<List<UUID>> cycles = lineage.cycles();
    assertEquals(1, cycles.size());
    assertEquals(length, cycles.get(0).size());
  }

  private static List<List<UUID>> cycles(Set<Draw> draws) {
    LineageCheck lineage = new LineageCheck();
    draws.forEach(draw -> lineage.add(draw.child(), draw.parent()));
    return lineage.cycles();
  }

  private static void assertCycle(List<UUID> cycle, Set<Draw> draws) {
    assertEquals(cycle.size(), new HashSet<>(cycle).size());
    for (int i = 0; i < cycle.size(); i++) {
      assertTrue(draws.contains(new Draw(cycle.get(i), cycle.get((i + 1) % cycle.size()))));
    }
  }

  /** Whether some draws are left once those are taken away whose parent draws from nothing. */
  private static boolean hasCycle(Set<Draw> draws) {
    Set<Draw> left = new HashSet<>(draws);
    boolean fewer = true;
    while (fewer) {
      List<UUID> children = new ArrayList<>();
      left.forEach(draw -> children.add(draw.child()));
      fewer = left.removeIf(draw -> !children.contains(draw.parent()));
    }
    return !left.isEmpty();
  }
}
