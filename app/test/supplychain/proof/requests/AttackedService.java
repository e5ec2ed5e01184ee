package supplychain.proof.requests;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jooq.impl.DSL;
import supplychain.Client;
import supplychain.Installation;
import supplychain.OwnService;
import supplychain.Records;
import supplychain.World;
import supplychain.core.Role;
import supplychain.database.Database;

/** A service whose round trips to its database can fail, in a schema where nobody else writes. */
final class AttackedService implements AutoCloseable {
  private static final String SCHEMA = "attacked";
  private static final int SAFE_CONNECTIONS = 2;
  private static final Duration WAIT = Duration.ofSeconds(30);

  private final Database safe;
  private final Database failing;
  private final OwnService service;

  AttackedService() {
    Installation shared = Installation.shared();
    shared.database().read(sql -> sql.createSchema(DSL.name(SCHEMA)).execute());
    String url = shared.postgres().url() + "?currentSchema=" + SCHEMA;
    safe = shared.open(url, SAFE_CONNECTIONS, WAIT);
    safe.migrate();
    failing = shared.open(FailingDriver.failing(url), 1, WAIT);
    service = OwnService.on(failing);
  }

  /** Makes records by a way that does not fail. */
  World world() {
    return new World(safe);
  }

  /** Calls it as an operator. */
  Client operator() {
    return service.client(world().token(null, Role.OPERATOR));
  }

  /** Its database, whose round trips can fail. */
  Database database() {
    return failing;
  }

  /** All that is recorded, looked at by a way that does not fail. */
  Map<String, Records.Content> content() {
    return Records.content(safe);
  }

  /** How many rows each table has more than before. */
  Map<String, Long> growth(Map<String, Records.Content> before) {
    Map<String, Long> growth = new TreeMap<>();
    content().forEach((table, now) -> growth.put(table, now.rows() - before.get(table).rows()));
    return growth;
  }

  @Override
  public void close() {
    service.close();
    failing.close();
    safe.write(World.AUTHOR, sql -> sql.dropSchema(DSL.name(SCHEMA)).cascade().execute());
    safe.close();
  }
}
