package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.records.transaction.Trade.with;
import static supplychain.records.transaction.Trade.withText;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import supplychain.Client;
import supplychain.core.Role;
import supplychain.records.transaction.Trade.Kind;

/** Who may stand on the two sides of a transaction, and how it looks from there. */
class PartiesTest {
  private final Trade trade = new Trade();
  private final Client operator = trade.world.client(null, Role.OPERATOR);

  @ParameterizedTest
  @EnumSource(Kind.class)
  void theTypeIsIncomingOrOutgoingForTheRecordingCompany(Kind kind) {
    assertEquals("INCOMING", type(trade.member, kind, trade.farmer, trade.coop));
    assertEquals("OUTGOING", type(trade.member, kind, trade.coop, trade.farmer));
    assertEquals("OUTGOING", type(trade.member, kind, trade.coop, trade.exporter));
    assertEquals("INCOMING", type(trade.member, kind, trade.exporter, trade.coop));
    Client other = trade.world.client(trade.exporter, Role.ADMIN);
    assertEquals("INCOMING", type(other, kind, trade.coop, trade.exporter));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void anOperatorTakesTheViewOfASourceThatIsACompany(Kind kind) {
    assertEquals("INCOMING", type(operator, kind, trade.farmer, trade.coop));
    assertEquals("OUTGOING", type(operator, kind, trade.coop, trade.farmer));
    assertEquals("OUTGOING", type(operator, kind, trade.coop, trade.exporter));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void anOperatorsRecordUsesNumbersAndCurrencyOfTheCompany(Kind kind) {
    ObjectNode body = withText(body(kind, trade.farmer, trade.coop), "number", "A-1");
    String shilling = trade.world.currency("UGX").toString();
    assertEquals(shilling, trade.record(operator, kind, body).json().get("currency").asText());
    trade.refuse(trade.member, 409, kind, body, "/number taken");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void onlyAPartyRecordsATransaction(Kind kind) {
    Client stranger = trade.world.client(trade.world.company("Stranger"), Role.ADMIN);
    ObjectNode ofOthers = body(kind, trade.coop, trade.exporter);
    trade.refuse(stranger, 403, kind, ofOthers, "/source forbidden", "/destination forbidden");
    ObjectNode ofItsFarmer = body(kind, trade.farmer, trade.exporter);
    trade.refuse(
        trade.member, 403, kind, ofItsFarmer, "/source forbidden", "/destination forbidden");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void bothSidesAreRequired(Kind kind) {
    ObjectNode neither = trade.body(kind);
    neither.remove("source");
    with(neither, "destination", "null");
    trade.refuse(kind, neither, "/source required", "/destination required");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aSideIsAnId(Kind kind) {
    ObjectNode wrong = withText(with(trade.body(kind), "source", "1"), "destination", "coop");
    trade.refuse(kind, wrong, "/source type", "/destination format");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void sourceAndDestinationAreTwo(Kind kind) {
    trade.refuse(kind, body(kind, trade.coop, trade.coop), "/destination same_party");
  }

  @Test
  void onlyAProcessingStepStaysWhereItIs() {
    String lot = trade.record(Kind.GOODS, trade.goods()).id();
    ObjectNode step = trade.goods(trade.coop, trade.coop);
    step.putArray("parents").add(lot);
    assertEquals("OUTGOING", trade.record(Kind.GOODS, step).json().get("type").asText());
    step.putArray("parents");
    trade.refuse(Kind.GOODS, step, "/destination same_party");
  }

  @Test
  void everyRequiredFieldIsNamedAtOnce() {
    ObjectNode nothing = trade.goods().removeAll();
    trade.refuse(
        Kind.GOODS,
        nothing,
        "/source required",
        "/destination required",
        "/product required",
        "/amount required");
  }

  private String type(Client client, Kind kind, UUID source, UUID destination) {
    return trade.record(client, kind, body(kind, source, destination)).json().get("type").asText();
  }

  private ObjectNode body(Kind kind, UUID source, UUID destination) {
    return kind == Kind.GOODS
        ? trade.goods(source, destination)
        : trade.payment(source, destination);
  }
}
