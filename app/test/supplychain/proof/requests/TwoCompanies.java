package supplychain.proof.requests;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import supplychain.World;

/**
 * Two companies that deal in the same product, each with a record of every kind.
 *
 * @param own of which the requests are
 * @param other of which they must learn nothing
 */
record TwoCompanies(EveryRecord own, EveryRecord other) {
  /** New ones. */
  TwoCompanies() {
    this(new EveryRecord(new World().product("Cherry")));
  }

  private TwoCompanies(EveryRecord own) {
    this(own, new EveryRecord(own.records().get("product")));
  }

  /** All of the other company alone, by kind. */
  Map<String, UUID> foreign() {
    Map<String, UUID> foreign = new HashMap<>(other.records());
    foreign.values().removeAll(own.records().values());
    return foreign;
  }

  /** Of which kind the own record of this id is. */
  String kind(String id) {
    return own.records().entrySet().stream()
        .filter(record -> record.getValue().toString().equals(id))
        .findFirst()
        .orElseThrow()
        .getKey();
  }

  /** Every company may be the other party, so that a company's id is no secret there. */
  static boolean isOpen(String pointer, String kind) {
    return kind.equals("company") && pointer.matches(".*/(source|destination)");
  }
}
