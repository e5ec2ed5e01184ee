package supplychain.eudr;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;

/** The issues of a file of origins, in the order in which the service found them. */
final class Issues {
  /** How many blockers, and how many warnings, an answer names; what goes beyond is counted. */
  static final int MOST = 1_000;

  private final List<Issue> named = new ArrayList<>();
  private int total;

  void add(Issue remark) {
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
