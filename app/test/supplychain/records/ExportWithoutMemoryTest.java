package supplychain.records;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Installation;
import supplychain.OtherInstance;
import supplychain.World;
import supplychain.WrappingDriver;
import supplychain.core.Role;

/** A whole list that Java has no memory for any more when a part of it was sent. */
class ExportWithoutMemoryTest {
  private static final String FARMERS = "/v1/supply-chains/farmers/";

  /** The token, and the three statements of the first part. */
  private static final int BEFORE = 4;

  /** Has no memory for the statements after the first few. */
  private static final class PoorDriver extends WrappingDriver {
    private static final AtomicInteger LEFT = new AtomicInteger(Integer.MAX_VALUE);
    private static final PoorDriver DRIVER = new PoorDriver();

    private PoorDriver() {
      super("poor");
      register(this);
    }

    static String url(String url) {
      return DRIVER.wrapped(url);
    }

    @Override
    protected Connection wrap(Connection connection) {
      return (Connection)
          Proxy.newProxyInstance(
              PoorDriver.class.getClassLoader(),
              new Class<?>[] {Connection.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("prepareStatement") && LEFT.getAndDecrement() == 0) {
                  throw new OutOfMemoryError("none left");
                }
                return call(connection, method, arguments);
              });
    }
  }

  @Test
  void aListThatIsCutOffIsVisiblyIncomplete() {
    World world = new World();
    UUID company = world.company("Cooperative");
    for (int i = 0; i <= ListPart.FIRST; i++) {
      world.farmer(company);
    }
    String url = PoorDriver.url(Installation.shared().postgres().url());
    try (OtherInstance other = OtherInstance.at(url)) {
      Client client = other.client(world.token(company, Role.REPORTER));
      client.get(FARMERS + "?limit=1").expect(200);
      for (String type : new String[] {"text/csv", "application/x-ndjson"}) {
        PoorDriver.LEFT.set(BEFORE);
        assertThrows(UncheckedIOException.class, () -> client.get(FARMERS, "Accept", type), type);
      }
    }
  }
}
