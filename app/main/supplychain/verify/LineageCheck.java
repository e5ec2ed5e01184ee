package supplychain.verify;

import static supplychain.schema.Tables.PRODUCT_TRANSACTION_PARENT;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jooq.Cursor;
import org.jooq.DSLContext;
import org.jooq.Record2;
import supplychain.verify.Discrepancy.Breach;

/**
 * Finds cycles: transactions that draw from themselves through others. There may be millions of
 * draws, so each transaction has a small number and the draws are arrays of numbers.
 */
final class LineageCheck {
  /**
   * The draws that can be part of a cycle. Ids grow with time. So somewhere in a cycle an older
   * transaction draws from a younger one, which otherwise happens only if clocks disagree. All
   * transactions of the cycle are between the oldest such child and the youngest such parent.
   */
  private static final String SUSPECTS =
      """
      with backwards as (
        select child, parent from product_transaction_parent where parent >= child),
      span as (
        select (select child from backwards order by child limit 1) as first,
               (select parent from backwards order by parent desc limit 1) as last)
      select child, parent
        from product_transaction_parent, span
       where child between first and last
         and parent between first and last
       order by child, parent""";

  private static final int FETCH_SIZE = 10_000;
  private static final int NONE = -1;
  private static final int FIRST_LENGTH = 1_000;

  private final Map<UUID, Integer> numbers = new HashMap<>();
  private final List<UUID> ids = new ArrayList<>();
  private int[] children = new int[FIRST_LENGTH];
  private int[] parents = new int[FIRST_LENGTH];
  private int draws;

  /** The cycles in the records. */
  static Discrepancy cycles(DSLContext sql) {
    LineageCheck lineage = new LineageCheck();
    try (Cursor<Record2<UUID, UUID>> draws =
        sql.resultQuery(SUSPECTS)
            .coerce(PRODUCT_TRANSACTION_PARENT.CHILD, PRODUCT_TRANSACTION_PARENT.PARENT)
            .fetchSize(FETCH_SIZE)
            .fetchLazy()) {
      draws.forEach(draw -> lineage.add(draw.value1(), draw.value2()));
    }
    List<List<UUID>> cycles = lineage.cycles();
    String says = "each draws from the next, and the last from the first";
    List<Breach> named =
        cycles.stream()
            .limit(Discrepancy.MOST_NAMED)
            .map(cycle -> new Breach(cycle, says))
            .toList();
    return new Discrepancy("cycle", false, cycles.size(), named);
  }

  /** Adds a draw. */
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
   * Cycles, each with a transaction before its parent. The list is empty only if there are none. Of
   * cycles with common transactions, some may appear only after the others are corrected.
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
   * For each transaction, a parent with an ancestor in a cycle. {@link #NONE} if there is no such
   * parent, so that the transaction itself is in no cycle.
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

  /**
   * Crosses out each transaction without parents, then each whose parents are all crossed out.
   *
   * @return for each transaction, how many parents are left
   */
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
