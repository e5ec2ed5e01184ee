package supplychain.proof.requests;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import supplychain.Client;
import supplychain.Installation;
import supplychain.OwnService;
import supplychain.Records;
import supplychain.World;
import supplychain.backup.Room;
import supplychain.core.Role;
import supplychain.database.Database;

/** A service whose round trips to its database can fail, in a schema where nobody else writes. */
final class AttackedService implements AutoCloseable {
  private static final Duration WAIT = Duration.ofSeconds(30);

  private final Room room = new Room();
  private final Database failing;
  private final OwnService service;

  AttackedService() {
    room.database().migrate();
    failing = Installation.shared().open(FailingDriver.failing(room.url()), 1, WAIT);
    service = OwnService.on(failing);
  }

  /** Makes records by a way that does not fail. */
  World world() {
    return new World(room.database());
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
    return Records.content(room.database());
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
    room.close();
  }
}
