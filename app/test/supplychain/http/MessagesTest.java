package supplychain.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Reply;
import supplychain.Team;
import supplychain.core.Json;
import supplychain.core.Role;
import supplychain.core.Tokens;

/** A message shows the value that is wrong, and what would be right. */
class MessagesTest {
  private static final String UNKNOWN = "019c0000-0000-7000-8000-00000000ffff";

  private final Team team = new Team(GOODS, Role.MEMBER);
  private final UUID farmer = team.world.farmer(team.company);
  private final UUID product = team.world.product("Cherry");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'quantity': '120,5'    | \"120,5\" must be written 120.5.",
        "'quantity': 'much'     | \"much\" must be in kg, as a plain decimal like 1.50, of at"
            + " most 25 digits, at most 6 after the point.",
        "'quantity': '64 lb'    | \"64 lb\" must be in kg, as a plain decimal like 1.50, of at"
            + " most 25 digits, at most 6 after the point.",
        "'quantity': '64 kg'    | \"64 kg\" must be written 64.",
        "'verification_latitude': '1.125' | \"1.125\" must be a number: write 1.125.",
        "'verification_latitude': '1.5 W' | \"1.5 W\" must be a number: write -1.5.",
        "'verification_latitude': '1°24′30.5″N' | \"1°24′30.5″N\" must be a number: write 1.408472.",
        "'verification_latitude': 'E 34° 25,5′' | \"E 34° 25,5′\" must be a number: write 34.425.",
        "'verification_latitude': 'N 1.5 S' | \"N 1.5 S\" must be a number.",
        "'quantity': -5         | -5 must be 0 or more.",
        "'quantity': true       | true must be a decimal, as a string or a number.",
        "'quantity': [1]        | This value must be a decimal, as a string or a number.",
        "'date': '21.11.2026'   | \"21.11.2026\" must be written 2026-11-21.",
        "'date': 'today'        | \"today\" must be a date, like 2026-11-21, or a date and time"
            + " with its offset, like 2026-11-21T08:00:00Z.",
        "'method': 'Invoice'    | \"Invoice\" must be one of CARD, INVOICE, NONE. Did you mean"
            + " `INVOICE`?",
        "'method': 'cheque'       | \"cheque\" must be one of CARD, INVOICE, NONE.",
        "'product': 'cherry'    | \"cherry\" must be an id, or an object with name.",
        "'product': '<unknown>' | No product that you can use has the id <unknown>.",
        "'destination': '<unknown>' | No farmer or company that you can use has the id <unknown>.",
        "'currency': 'UGXX'     | No currency has the code \"UGXX\".",
        "'parents': ['<unknown>'] | The source has received no product transaction with the id"
            + " <unknown>.",
        "'verification_latitude': 95 | 95 must be a number from -90 to 90.",
        "'verification_latitude': '1,5' | \"1,5\" must be a number: write 1.5.",
        "'number': '<long>'     | \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…\" has 300"
            + " characters. The limit is 10.",
        "'currency': '\\u202e\\u001b[31m' | No currency has the code \"\\u202e\\u001b[31m\".",
        "'product': '<token>'   | \"sct_……\" must be an id, or an object with name.",
        "'method': 'cash'       | \"cash\" must be one of CARD, INVOICE, NONE.",
        "'dtae': 1              | There is no field \"dtae\". Did you mean `date`?",
        "'name': 1              | There is no field \"name\".",
        "'quantiti': 1          | There is no field \"quantiti\". Did you mean `quantity`?"
      })
  void aFindingShowsTheValueAndWhatWouldBeRight(String field, String detail) {
    Reply reply = team.client.post(GOODS, body(field)).expect(400);
    assertEquals(
        List.of(detail.replace("<unknown>", UNKNOWN)),
        reply.json().get("errors").findValuesAsText("detail"));
  }

  @Test
  void theIdOfAFarmerIsNoCompany() {
    Reply reply =
        team.client.post(CARDS, "{\"card_id\": \"04A2\", \"company\": \"" + farmer + "\"}");
    assertEquals(
        "No company that you can use has the id " + farmer + ".",
        reply.expect(400).at("/errors/0/detail"));
  }

  /** A right body with one field that is not. */
  private String body(String field) {
    String right =
        "'source': '%s', 'destination': '%s', 'product': '%s', 'amount': '1', 'quantity': '1'"
            .formatted(farmer, team.company, product);
    String wrong =
        field
            .replace("<unknown>", UNKNOWN)
            .replace("<long>", "x".repeat(300))
            .replace("<token>", Tokens.generate());
    return object(right).setAll(object(wrong)).toString();
  }

  private static ObjectNode object(String fields) {
    return (ObjectNode) Json.trusted("{" + fields.replace('\'', '"') + "}");
  }
}
