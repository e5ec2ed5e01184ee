package supplychain.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import supplychain.core.Role;
import supplychain.database.Database;
import supplychain.ingest.Demo;
import supplychain.records.account.TokenQueries;

/**
 * The tokens of the demo.
 *
 * @param known what demo.env holds from an earlier start: a token that still works is kept
 */
record DemoTokens(Database database, Map<String, String> known) {
  Map<String, String> of(String company, String buyer) {
    Map<String, String> tokens = new LinkedHashMap<>();
    tokens.put("TOKEN", token("TOKEN", "grace.cherop@sipi-coffee.example", company, Role.ADMIN));
    tokens.put(
        "OTHER_TOKEN", token("OTHER_TOKEN", "anita.ssali@nilecrest.example", buyer, Role.ADMIN));
    tokens.put(
        "REPORTER_TOKEN",
        token("REPORTER_TOKEN", "irene.nambozo@sipi-coffee.example", company, Role.REPORTER));
    tokens.put(
        "OPERATOR_TOKEN",
        token("OPERATOR_TOKEN", "operator@supply-chain.example", null, Role.OPERATOR));
    return tokens;
  }

  private String token(String name, String email, String company, Role role) {
    UUID id = company == null ? null : UUID.fromString(company);
    return database.write(
        Demo.AUTHOR,
        sql -> {
          String kept = known.get(name);
          return kept != null && TokenQueries.isLive(sql, kept)
              ? kept
              : TokenQueries.create(sql, email, id, role, null);
        });
  }
}
