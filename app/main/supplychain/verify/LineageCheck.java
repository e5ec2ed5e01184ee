package supplychain.verify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Who draws from whom, to see whether anything draws from itself. It may be millions: numbers. */
final class LineageCheck {
  private static final int NONE = -1;
  private static final int FIRST_ROOM = 1_000;

  private final Map<UUID, Integer> numbers = new HashMap<>();
  private final List<UUID> ids = new ArrayList<>();
  private int[] children = new int[FIRST_ROOM];
  private int[] parents = new int[FIRST_ROOM];
  private int draws;

  /** A child draws from a parent. */
  void add(UUID child, UUID parent) {
    if (draws == children.length) {
      children = Arrays.copyOf(children, draws * 2);
      parents = Arrays.copyOf(parents, draws * 2);
    }
    children[draws] = number(child);
    parents[draws] = number(parent);
    draws++;
  }

  private int number(UUID id) {
    Integer known = numbers.putIfAbsent(id, ids.size());
    if (known == null) {
      ids.add(id);
      return ids.size() - 1;
    }
    return known;
  }

  /**
   * Cycles, in each of them one transaction followed by a parent of it; none only if there is none.
   * Of cycles that share transactions some may show only when others are mended.
   */
  List<List<UUID>> cycles() {
    int[] parent = parentsWithoutOrigin();
    int[] walks = new int[ids.size()];
    List<List<UUID>> cycles = new ArrayList<>();
    for (int start = 0; start < parent.length; start++) {
      int walk = start + 1;
      int at = start;
      while (parent[at] != NONE && walks[at] == 0) {
        walks[at] = walk;
        at = parent[at];
      }
      if (walks[at] == walk && parent[at] != NONE) {
        cycles.add(cycle(parent, at));
      }
    }
    return cycles;
  }

  private List<UUID> cycle(int[] parent, int start) {
    List<UUID> cycle = new ArrayList<>();
    int at = start;
    do {
      cycle.add(ids.get(at));
      at = parent[at];
    } while (at != start);
    return cycle;
  }

  /**
   * Of each transaction one parent that, followed back, never leads to a lot without parents only;
   * {@link #NONE} where each does, so that the transaction is in no cycle.
   */
  private int[] parentsWithoutOrigin() {
    int[] open = openParents();
    int[] parent = new int[ids.size()];
    Arrays.fill(parent, NONE);
    for (int draw = 0; draw < draws; draw++) {
      if (open[parents[draw]] > 0) {
        parent[children[draw]] = parents[draw];
      }
    }
    return parent;
  }

  /** How many parents each has left once all is crossed out whose parents are all crossed out. */
  private int[] openParents() {
    int[] open = new int[ids.size()];
    int[] firstOf = new int[ids.size()];
    int[] next = new int[draws];
    Arrays.fill(firstOf, NONE);
    for (int draw = 0; draw < draws; draw++) {
      open[children[draw]]++;
      next[draw] = firstOf[parents[draw]];
      firstOf[parents[draw]] = draw;
    }
    int[] crossedOut = new int[ids.size()];
    int count = 0;
    for (int id = 0; id < open.length; id++) {
      if (open[id] == 0) {
        crossedOut[count++] = id;
      }
    }
    for (int done = 0; done < count; done++) {
      for (int draw = firstOf[crossedOut[done]]; draw != NONE; draw = next[draw]) {
        if (--open[children[draw]] == 0) {
          crossedOut[count++] = children[draw];
        }
      }
    }
    return open;
  }
}
