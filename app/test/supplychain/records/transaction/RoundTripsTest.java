package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Installation;
import supplychain.OwnService;
import supplychain.WatchedDriver;
import supplychain.World;
import supplychain.core.Role;

/** A write takes few round trips to PostgreSQL, however much its body has. */
class RoundTripsTest {
  private static final int TOKEN = 1;

  /** With the key of the request, or the lock of the record that it changes. */
  private static final int AUTHOR = 1;

  private static final int REFERENCES = 1;
  private static final int FIELDS_OF_FORM = 1;
  private static final int ROWS_AND_DOCUMENT = 1;
  private static final String FARMERS = "/v1/supply-chains/farmers/";

  private final Trade trade = new Trade();
  private final World world = trade.world;
  private final UUID form = world.form(trade.coop, "TRANSACTION");
  private OwnService service;
  private Client member;

  @BeforeEach
  void aServiceThatCounts() {
    service = OwnService.at(WatchedDriver.url(Installation.shared().postgres().url()));
    member = service.client(world.token(trade.coop, Role.MEMBER));
  }

  @AfterEach
  void stop() {
    service.close();
  }

  @Test
  void ofAProductTransactionWithAFormAndPayments() {
    UUID field = world.field(form, "grade", "TEXT", true, "[]");
    for (int payments : new int[] {1, 100}) {
      String body =
          """
          {"source": "%s", "destination": "%s", "product": "%s", "amount": "10", "quantity": "5",
           "submissions": [{"form": "%s", "values": [{"field": "%s", "value": "ripe"}]}],
           "transaction_payments": %s}"""
              .formatted(
                  trade.farmer,
                  trade.coop,
                  trade.cherry,
                  form,
                  field,
                  Collections.nCopies(payments, "{\"amount\": 1}"));
      int all = TOKEN + AUTHOR + REFERENCES + FIELDS_OF_FORM + ROWS_AND_DOCUMENT;
      assertEquals(all, roundTrips("POST", Trade.GOODS, body, 201));
      String key = World.unique(20);
      assertEquals(all, roundTrips("POST", Trade.GOODS, body, 201, "Idempotency-Key", key));
    }
  }

  @Test
  void ofAPaymentWithAnOption() {
    UUID premium = world.premium(trade.coop, "OPTIONS", true);
    UUID option = world.option(premium, "Organic", true);
    String body =
        trade
            .payment()
            .put("premium", premium.toString())
            .put("selected_option", option.toString())
            .toString();
    assertEquals(
        TOKEN + AUTHOR + REFERENCES + ROWS_AND_DOCUMENT,
        roundTrips("POST", Trade.PAYMENTS, body, 201));
  }

  @Test
  void ofAFarmerWithAValueOfAForm() {
    UUID farmerForm = world.form(trade.coop, "FARMER");
    UUID field = world.field(farmerForm, "size", "TEXT", false, "[]");
    String body =
        """
        {"first_name": "Grace",
         "submission": {"form": "%s", "values": [{"field": "%s", "value": "%d"}]}}""";
    String path = FARMERS + trade.farmer + "/";
    roundTrips("PATCH", path, body.formatted(farmerForm, field, 1), 200);
    assertEquals(
        TOKEN + AUTHOR + REFERENCES + FIELDS_OF_FORM + ROWS_AND_DOCUMENT,
        roundTrips("PATCH", path, body.formatted(farmerForm, field, 2), 200));
  }

  private int roundTrips(String method, String path, String body, int status, String... headers) {
    int before = WatchedDriver.statements();
    member.send(method, path, body, headers).expect(status);
    return WatchedDriver.statements() - before;
  }
}
