package supplychain.records;

import static org.junit.jupiter.api.Assertions.*;

import java.util.UUID;
import org.jooq.DSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Client;
import supplychain.Meanwhile;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** Who has just lost a record does not read what it has become since. */
class MovedRecordTest {
  private final World world = new World();
  private final UUID company = world.company("Cooperative");
  private final UUID other = world.company("Exporter");
  private final Client reporter = world.client(company, Role.REPORTER);
  private final String changes = reporter.get("/v1/changes/?after=now").next();
  private final UUID farmer = world.farmer(company);

  @ParameterizedTest
  @CsvSource({
    "farmers, application/json",
    "farmers, application/x-ndjson",
    "farmers, text/csv",
    "changes, application/json"
  })
  void aListShowsAFarmerThatIsMovedMeanwhileAsItWas(String list, String type) {
    String path = list.equals("changes") ? changes : "/v1/supply-chains/farmers/";
    String before = reporter.get(path, "Accept", type).text();
    assertTrue(before.contains(farmer.toString()), before);
    Reply meanwhile =
        Meanwhile.during(this::move, () -> reporter.get(path, "Accept", type)).expect(200);
    assertEquals(before, meanwhile.text());
    Reply after = reporter.get(path, "Accept", type);
    assertFalse(after.text().contains("+256 7"), after.text());
  }

  @Test
  void aFarmerThatIsMovedWhileItIsReadIsNoLongerThere() {
    String path = "/v1/supply-chains/farmers/" + farmer + "/";
    reporter.get(path).expect(200);
    Meanwhile.during(this::move, () -> reporter.get(path)).expect(404);
  }

  private void move(DSLContext sql) {
    // What says who sees a farmer needs no cards; what says all of it waits for them.
    sql.execute("lock table entity_card in access exclusive mode");
    sql.execute(
        "update farmer set buyer = ?, phone = '+256 7', updated_on = now() where id = ?",
        other,
        farmer);
  }
}
