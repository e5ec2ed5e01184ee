package supplychain.records;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import supplychain.core.Caller;
import supplychain.database.Batch;
import supplychain.database.KnownRows;
import supplychain.database.KnownRows.Known;
import supplychain.database.KnownRows.RowKey;
import supplychain.records.References.Found;
import supplychain.records.References.Party;

/**
 * The records that bodies name, without reading them. The transaction assumes that each known
 * record is unchanged. It assumes that each other party is a farmer of the caller's company, and
 * that no other farmer replaced this farmer.
 */
final class Assumption {
  private final KnownRows rows;
  private final Map<RowKey, Known<? extends Found>> known = new HashMap<>();

  /** The companies of the farmers. */
  private final Map<UUID, UUID> farmers = new HashMap<>();

  private final Map<RowKey, Found> records = new HashMap<>();

  Assumption(KnownRows rows) {
    this.rows = rows;
  }

  /** Assumes a record. Returns false if the transaction must read it. */
  boolean assume(Caller caller, RowKey key) {
    Known<Found> row = rows.find(key);
    if (row != null) {
      known.put(key, row);
      records.put(key, row.value());
      return true;
    }
    boolean isParty = key.query().equals(Target.PARTY.query());
    return isParty && !caller.isOperator() && assumeFarmer(caller.company(), key);
  }

  private boolean assumeFarmer(UUID company, RowKey key) {
    RowKey ofCompany = new RowKey(key.query(), company);
    Known<Party> own = rows.find(ofCompany);
    if (own == null) {
      return false;
    }
    UUID id = (UUID) key.value();
    known.put(ofCompany, own);
    records.put(key, new Party(id, company, false, own.value().currency(), null));
    // A farmer has one company.
    return farmers.merge(id, company, (first, second) -> first).equals(company);
  }

  /** Adds the statements that refuse the transaction if it assumes something wrong. */
  void require(Batch batch) {
    if (!farmers.isEmpty()) {
      References.SQL
          .call("require_farmers")
          .set("ids", farmers.keySet().toArray(UUID[]::new))
          .set("companies", farmers.values().toArray(UUID[]::new))
          .add(batch, Batch.NOTHING);
    }
    KnownRows.require(batch, known.values());
  }

  /** The records, as they are assumed. */
  Map<RowKey, Found> records() {
    return records;
  }
}
