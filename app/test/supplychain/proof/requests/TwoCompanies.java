package supplychain.proof.requests;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import supplychain.Client;
import supplychain.Installation;
import supplychain.World;
import supplychain.core.Role;

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

  /** The callers by column of the isolation matrix; several callers of a column are alike. */
  List<List<Client>> callersByColumn() {
    List<List<Client>> callers = new ArrayList<>();
    for (EveryRecord company : List.of(own, other)) {
      for (Role role : List.of(Role.REPORTER, Role.MEMBER, Role.ADMIN)) {
        callers.add(clients(company.token(role)));
      }
    }
    callers.add(clients(own.token(Role.OPERATOR)));
    callers.add(clients(null, "sct_unknown", own.revokedToken(), own.expiredToken()));
    return callers;
  }

  private static List<Client> clients(String... tokens) {
    return Arrays.stream(tokens).map(Installation.shared()::client).toList();
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
