package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Goods;
import supplychain.OneCompany;
import supplychain.core.Json;
import supplychain.core.Role;
import supplychain.validation.Hints;

/** A small request cannot make the service do, send or keep much. */
class ExpensiveTest extends OneCompany {
  private final UUID form = world.form(company, "TRANSACTION");
  private final Client member = world.client(company, Role.MEMBER);

  private List<JsonNode> errors(String more) {
    String fields = "'amount': '1', " + more;
    String body = Goods.body(company, world.farmer(company), world.product("Cherry"), fields);
    return member.post(GOODS, body).json().get("errors").valueStream().toList();
  }

  @Test
  void theServiceLooksForTheMeantFieldAFewTimes() {
    String wrong =
        IntStream.range(0, 200)
            .mapToObj(i -> "\"sourc" + i + "\":1")
            .collect(Collectors.joining(","));
    String hint = "Did you mean `source`?";
    assertEquals(
        Hints.MOST,
        errors(wrong).stream().filter(e -> e.get("detail").asText().endsWith(hint)).count());
  }

  @Test
  void aFindingNamesAFewOfManyOptions() {
    String options =
        IntStream.range(0, 1_000)
            .mapToObj(i -> "\"" + "o".repeat(496) + i + "\"")
            .collect(Collectors.joining(",", "[", "]"));
    UUID choice = world.field(form, "choice", "DROPDOWN", false, options);
    JsonNode error =
        errors(
                "\"submissions\":[{\"form\":\"%s\",\"values\":[{\"field\":\"%s\",\"value\":\"x\"}]}]"
                    .formatted(form, choice))
            .get(0);
    assertEquals("/submissions/0/values/0/value", error.get("pointer").asText());
    assertEquals(
        "\"x\" must be one of [" + "o".repeat(496) + "0,  …], 1000 in all.",
        error.get("detail").asText());
  }

  @Test
  void unknownFieldNamesAreNotInterned() throws JsonProcessingException {
    assertNotSame(nameOf("{\"made up\":1}"), nameOf("{\"made up\":1}"));
  }

  private static String nameOf(String json) throws JsonProcessingException {
    return Json.MAPPER.readTree(json).fieldNames().next();
  }
}
