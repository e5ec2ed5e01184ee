package supplychain.records;

import static org.junit.jupiter.api.Assertions.*;

import java.io.UncheckedIOException;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Installation;
import supplychain.OwnService;
import supplychain.WatchedDriver;
import supplychain.WatchedDriver.Fault;
import supplychain.World;
import supplychain.core.Role;

/** A whole list that Java has no memory for any more when a part of it was sent. */
class ExportWithoutMemoryTest {
  private static final String FARMERS = "/v1/supply-chains/farmers/";

  /** The round trips of the token and of the first part. */
  private static final int BEFORE = 5;

  @Test
  void aListThatIsCutOffIsVisiblyIncomplete() {
    World world = new World();
    UUID company = world.company("Cooperative");
    for (int i = 0; i <= ListPart.FIRST; i++) {
      world.farmer(company);
    }
    String url = WatchedDriver.url(Installation.shared().postgres().url());
    try (OwnService other = OwnService.at(url)) {
      Client client = other.client(world.token(company, Role.REPORTER));
      client.get(FARMERS + "?limit=1").expect(200);
      for (String type : new String[] {"text/csv", "application/x-ndjson"}) {
        WatchedDriver.arm(BEFORE + 1, Fault.OUT_OF_MEMORY);
        assertThrows(UncheckedIOException.class, () -> client.get(FARMERS, "Accept", type), type);
        assertTrue(WatchedDriver.disarm().isPresent(), type);
      }
    }
  }
}
