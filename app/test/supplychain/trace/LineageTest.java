package supplychain.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.World;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.core.Role;

/** A lineage is what its caller may see of it, and no more. */
class LineageTest {
  private final Chain chain = new Chain();
  private final String bought = chain.buy("100");
  private final String sold = chain.sell("60", bought);
  private final String exported = chain.export(chain.green, "50", sold);

  private static List<String> ids(Lineage lineage) {
    return lineage.steps().keySet().stream().map(UUID::toString).toList();
  }

  private static Caller caller(UUID company) {
    return new Caller(Caller.SYSTEM, company, company == null ? Role.OPERATOR : Role.REPORTER);
  }

  private Lineage up(UUID company, String id) {
    return World.read(sql -> LineageQueries.up(sql, caller(company), UUID.fromString(id)));
  }

  private Lineage down(UUID company, String id) {
    return World.read(sql -> LineageQueries.down(sql, caller(company), UUID.fromString(id)));
  }

  @Test
  void aBuyerSeesWhereGoodsCameFromOnlyIfTheSellerSharesIt() {
    UUID sale = UUID.fromString(exported);
    Lineage unshared = up(chain.roaster, exported);
    assertEquals(List.of(exported), ids(unshared));
    assertEquals("60", unshared.hidden(sale).get(0).drawn().toString());
    assertFalse(unshared.isOrigin(sale));
    chain.shares(chain.exporter, true);
    assertEquals(List.of(exported, sold), ids(up(chain.roaster, exported)));
    chain.shares(chain.coop, true);
    Lineage shared = up(chain.roaster, exported);
    assertEquals(List.of(exported, sold, bought), ids(shared));
    assertTrue(shared.isOrigin(UUID.fromString(bought)));
    assertEquals(List.of(), shared.hidden(sale));
    chain.shares(chain.exporter, false);
    assertEquals(List.of(exported), ids(up(chain.roaster, exported)));
  }

  @Test
  void aCompanySeesItsOwnSideAndAnOperatorAll() {
    assertEquals(List.of(sold, bought), ids(up(chain.coop, sold)));
    assertEquals(List.of(exported, sold, bought), ids(up(null, exported)));
    assertEquals(List.of(bought, sold), ids(down(chain.coop, bought)));
    assertEquals(List.of(bought, sold, exported), ids(down(null, bought)));
    assertThrows(Problem.class, () -> up(chain.roaster, sold));
  }

  @Test
  void aForeignFarmerIsNamedByConsentAndForeignStockNotAtAll() {
    chain.shares(chain.exporter, true);
    chain.shares(chain.coop, true);
    Lineage.Step seen = up(chain.roaster, exported).steps().get(UUID.fromString(bought));
    assertNull(seen.source().name());
    assertNull(seen.currentQuantity());
    assertEquals("Cooperative", seen.destination().name());
    chain.consents(chain.farmer, "GRANTED");
    seen = up(chain.roaster, exported).steps().get(UUID.fromString(bought));
    assertEquals("Grace", seen.source().name());
    Lineage.Step own = up(chain.coop, bought).start();
    assertEquals("40", own.currentQuantity().toString());
  }

  @Test
  void aReversedTransactionStandsAlone() {
    chain.operator.post(Chain.GOODS + exported + "/reversals/", "{\"reason\": \"Never sent\"}");
    Lineage alone = up(chain.exporter, exported);
    assertTrue(alone.start().isReversed());
    assertEquals(List.of(exported), ids(alone));
    assertEquals(List.of(), alone.hidden(UUID.fromString(exported)));
    assertEquals(List.of(sold), ids(down(chain.exporter, sold)));
  }
}
