package supplychain.eudr;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;

/** What is said of a file of origins, in the order in which it was found. */
final class Remarks {
  /** How many blockers, and how many warnings, an answer names; what goes beyond is counted. */
  static final int MOST = 1_000;

  private final List<Remark> named = new ArrayList<>();
  private int total;

  void add(Remark remark) {
    total++;
    if (named.size() < MOST) {
      named.add(remark);
    }
  }

  /** How many there are. */
  int total() {
    return total;
  }

  /** Those that are named. */
  ArrayNode document() {
    ArrayNode document = JsonNodeFactory.instance.arrayNode();
    named.forEach(remark -> document.add(remark.document()));
    return document;
  }
}
