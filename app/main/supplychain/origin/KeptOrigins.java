package supplychain.origin;

import static supplychain.schema.Tables.ORIGIN_FILE;
import static supplychain.schema.Tables.ORIGIN_FILE_CONTENT;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.JSON;
import supplychain.database.Ids;
import supplychain.http.Caller;

/** Files of origins that are kept, in the database. */
final class KeptOrigins {
  private KeptOrigins() {}

  /** Keeps the file with its summary; its id. */
  static UUID insert(DSLContext sql, Caller caller, Origins origins) {
    UUID id = Ids.next();
    sql.insertInto(ORIGIN_FILE)
        .set(ORIGIN_FILE.ID, id)
        .set(ORIGIN_FILE.COMPANY, caller.company())
        .set(ORIGIN_FILE.PRODUCT_TRANSACTION, origins.lot().id())
        .set(ORIGIN_FILE.IS_COMPLETE, origins.isComplete())
        .set(ORIGIN_FILE.NET_MASS_KG, origins.lot().quantity())
        .set(ORIGIN_FILE.PRODUCT, origins.lot().product())
        .set(ORIGIN_FILE.PLOTS, origins.plots())
        .set(ORIGIN_FILE.PRODUCERS, origins.producers())
        .set(ORIGIN_FILE.COUNTRIES, json(Origins.texts(origins.countries())))
        .set(ORIGIN_FILE.BYTES, origins.file().length)
        .set(ORIGIN_FILE.SHA256, origins.sha256())
        .set(ORIGIN_FILE.TRANSACTIONS, json(Origins.texts(origins.transactions())))
        .set(ORIGIN_FILE.BLOCKERS, json(origins.blockers().document()))
        .set(ORIGIN_FILE.BLOCKERS_TOTAL, origins.blockers().total())
        .set(ORIGIN_FILE.WARNINGS, json(origins.warnings().document()))
        .set(ORIGIN_FILE.WARNINGS_TOTAL, origins.warnings().total())
        .set(ORIGIN_FILE.CREATOR, caller.user())
        .set(ORIGIN_FILE.UPDATER, caller.user())
        .execute();
    sql.insertInto(ORIGIN_FILE_CONTENT)
        .set(ORIGIN_FILE_CONTENT.ORIGIN_FILE, id)
        .set(ORIGIN_FILE_CONTENT.CONTENT, origins.file())
        .execute();
    return id;
  }

  private static JSON json(JsonNode document) {
    return JSON.json(document.toString());
  }
}
