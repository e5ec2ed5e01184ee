package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.core.Role;
import supplychain.http.JsonRequest;
import supplychain.records.References.Found;
import supplychain.records.References.Kind;
import supplychain.validation.Body;

/** Who may be on the two sides of a transaction, and how the transaction looks from there. */
@Tag("unit")
class PartiesTest {
  private static final UUID COOP = new UUID(0, 1);
  private static final UUID EXPORTER = new UUID(0, 2);
  private static final UUID FARMER = new UUID(0, 3);
  private static final UUID SHILLING = new UUID(0, 4);
  private static final UUID EURO = new UUID(0, 5);

  private static Found found(String name) {
    return switch (name) {
      case "coop" -> new Found(Kind.ENTITY, COOP, COOP, "COMPANY", SHILLING);
      case "exporter" -> new Found(Kind.ENTITY, EXPORTER, EXPORTER, "COMPANY", EURO);
      default -> new Found(Kind.ENTITY, FARMER, COOP, "FARMER", SHILLING);
    };
  }

  private static Parties parties(String caller, String source, String destination) {
    boolean isOperator = caller.equals("operator");
    UUID company = isOperator ? null : found(caller).company();
    Role role = isOperator ? Role.OPERATOR : Role.MEMBER;
    return new Parties(
        new Caller(new UUID(0, 9), company, role), found(source), found(destination));
  }

  @ParameterizedTest
  @CsvSource({
    "coop, farmer, coop, INCOMING, coop",
    "coop, coop, farmer, OUTGOING, coop",
    "coop, coop, exporter, OUTGOING, coop",
    "coop, exporter, coop, INCOMING, coop",
    "coop, coop, coop, OUTGOING, coop",
    "exporter, coop, exporter, INCOMING, exporter",
    "operator, farmer, coop, INCOMING, coop",
    "operator, coop, farmer, OUTGOING, coop",
    "operator, coop, exporter, OUTGOING, coop"
  })
  void theDirectionAndTheCurrencyAreThoseOfTheRecordingCompany(
      String caller, String source, String destination, Direction direction, String recorder) {
    Parties parties = parties(caller, source, destination);
    assertEquals(direction, parties.direction());
    assertEquals(Optional.of(found(recorder).id()), parties.recorder());
    assertEquals(found(recorder).link(), parties.currency());
  }

  @Test
  void onlyAPartyOrAnOperatorRecordsATransaction() {
    Body body = Body.of(JsonRequest.parse("{}".getBytes(StandardCharsets.UTF_8)), false);
    for (String caller : List.of("coop", "exporter", "operator")) {
      parties(caller, "coop", "exporter").requireCaller(body);
    }
    Parties ofItsFarmer = parties("coop", "farmer", "exporter");
    Problem refused = assertThrows(Problem.class, () -> ofItsFarmer.requireCaller(body));
    assertEquals(
        List.of("/source forbidden", "/destination forbidden"),
        refused.findings().stream().map(f -> f.pointer() + " " + f.code()).toList());
  }

  @ParameterizedTest
  @CsvSource({"coop, true", "farmer, true", "exporter, false"})
  void aCompanyActsForItselfAndItsFarmers(String source, boolean acts) {
    assertEquals(acts, parties("coop", source, "exporter").callerActsForSource());
  }

  @Test
  void thePartiesOfAPaymentMayBeTurnedRound() {
    Parties parties = parties("coop", "farmer", "coop");
    assertEquals(true, parties.areThoseOf(FARMER, COOP));
    assertEquals(true, parties.areThoseOf(COOP, FARMER));
    assertEquals(false, parties.areThoseOf(COOP, EXPORTER));
    assertEquals(false, parties.areThoseOf(COOP, COOP));
  }
}
