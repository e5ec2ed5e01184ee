package supplychain.eudr;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import supplychain.core.Json;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.core.Tokens;
import supplychain.trace.Lineage.Step;

/**
 * The origins of a lot.
 *
 * @param transactions the ids of the lot and of all transactions that it came from
 * @param file the bytes of the file; incomplete if there is a blocker
 * @param ownFarmers the number and the name of each farmer of the caller, by id. The file, which
 *     goes to others, has neither.
 */
record Origins(
    Step lot,
    List<UUID> transactions,
    int plots,
    int producers,
    Collection<String> countries,
    byte[] file,
    Issues issues,
    Map<String, String> ownFarmers) {

  boolean isComplete() {
    return issues.blockers.total == 0;
  }

  /** Answers 409 with the blockers, if there are any and the client did not ask for a part. */
  void requireCompleteUnless(boolean isPartWanted) {
    if (!isComplete() && !isPartWanted) {
      int total = issues.blockers.total;
      String listed = total > Issues.MOST ? "; `blockers` names the first " + Issues.MOST : "";
      String blockers = total == 1 ? "There is one blocker" : "There are " + total + " blockers";
      throw new Problem(ProblemType.ORIGINS_INCOMPLETE, blockers + listed + ".")
          .member("blockers_total", total)
          .member("blockers", forCaller(issues.blockers.first));
    }
  }

  /** The quantity of the lot in kilograms; null if unknown. */
  String netMass() {
    return lot.quantity() == null ? null : lot.quantity().toPlainString();
  }

  /** The summary for the caller: it tells whom of the own farmers each issue is about. */
  ObjectNode summaryForCaller() {
    ObjectNode summary = summary();
    summary.set("blockers", forCaller(issues.blockers.first));
    return summary.set("warnings", forCaller(issues.warnings.first));
  }

  private ArrayNode forCaller(ArrayNode listed) {
    ArrayNode shown = listed.deepCopy();
    for (JsonNode issue : shown) {
      String farmer = ownFarmers.get(issue.get("farmer").asText());
      if (farmer != null) {
        ((ObjectNode) issue).put("detail", farmer + ": " + issue.get("detail").asText());
      }
    }
    return shown;
  }

  /** The summary that is kept with the file. */
  ObjectNode summary() {
    ObjectNode summary = JsonNodeFactory.instance.objectNode();
    summary.put("product_transaction", lot.id().toString());
    summary.put("is_complete", isComplete());
    summary.put("net_mass_kg", netMass());
    summary.put("product", lot.product().toString());
    summary.put("plots", plots);
    summary.put("producers", producers);
    summary.set("countries", Json.MAPPER.valueToTree(countries));
    summary.put("bytes", file.length);
    summary.put("sha256", HexFormat.of().formatHex(Tokens.sha256(file)));
    summary.set("transactions", Json.MAPPER.valueToTree(transactions));
    summary.put("blockers_total", issues.blockers.total);
    summary.set("blockers", issues.blockers.first);
    summary.put("warnings_total", issues.warnings.total);
    return summary.set("warnings", issues.warnings.first);
  }
}
