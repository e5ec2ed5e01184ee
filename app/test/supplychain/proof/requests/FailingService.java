package supplychain.proof.requests;

import static supplychain.Paths.PAYMENTS;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import supplychain.Client;
import supplychain.Installation;
import supplychain.OwnService;
import supplychain.Records;
import supplychain.Records.Content;
import supplychain.WatchedDriver;
import supplychain.World;
import supplychain.backup.Room;
import supplychain.core.Role;
import supplychain.database.Database;

/** A service whose round trips can fail, on a schema where nobody else writes. */
final class FailingService implements AutoCloseable {
  /** A number that a payment of the company already has. */
  static final String TAKEN_NUMBER = "TAKEN";

  private static final Duration WAIT = Duration.ofSeconds(30);

  /** The tests look at the schema by a way that does not fail. */
  private final Room room = new Room();

  private final OwnService service;
  final Database database;
  final World world;

  /** Sends all writes, with the token of an operator. */
  final Client client;

  /** The records of one company. */
  final EveryRecord records;

  FailingService() {
    room.database().schema().migrate();
    database = Installation.shared().open(WatchedDriver.url(room.url()), 1, WAIT);
    service = OwnService.on(database);
    world = new World(room.database());
    client = service.client(world.token(null, Role.OPERATOR));
    records = new EveryRecord(world, client, world.product("Cherry"));
    String payment = "{'source':'<company>','destination':'<farmer>','number':'%s'}";
    records.record(PAYMENTS, payment.formatted(TAKEN_NUMBER));
  }

  Map<String, Content> content() {
    return Records.content(room.database());
  }

  /** How many rows each table has more than before. */
  Map<String, Long> growth(Map<String, Content> before) {
    Map<String, Long> growth = new TreeMap<>();
    content().forEach((table, now) -> growth.put(table, now.rows() - before.get(table).rows()));
    return growth;
  }

  @Override
  public void close() {
    service.close();
    database.close();
    room.close();
  }
}
