package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.records.transaction.Trade.with;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.core.Role;
import supplychain.records.transaction.Trade.Kind;

/** Forms filled in with a transaction. */
class TransactionSubmissionsTest {
  private final Trade trade = new Trade();
  private final UUID form = trade.world.form(trade.coop, "TRANSACTION");
  private final UUID lot = trade.world.field(form, "lot", "TEXT", true, "[]");
  private final UUID note = trade.world.field(form, "note", "TEXT", false, "[]");
  private final UUID tags = trade.world.field(form, "tags", "MULTI_SELECT", false, "[\"a\",\"b\"]");

  @Test
  void severalAreKeptEachWithItsValues() {
    UUID other = trade.world.form(trade.coop, "TRANSACTION");
    JsonNode shown =
        record(
            filled(form, value("lot", "\"L1\""), value(note.toString(), "\"dry\"")),
            filled(other),
            filled(form, value("lot", "\"L2\""), value("tags", "[\"b\", \"a\"]")));
    assertEquals(
        List.of(form.toString(), other.toString(), form.toString()),
        shown.findValuesAsText("form"));
    assertEquals(List.of("L1", "dry", "L2", "[\"b\",\"a\"]"), shown.findValuesAsText("value"));
    assertEquals(
        List.of(lot.toString(), note.toString(), lot.toString(), tags.toString()),
        shown.findValuesAsText("field"));
    assertEquals(List.of(1, 0, 3), trade.written());
  }

  @Test
  void aValueThatIsNullOrLeftOutIsNone() {
    JsonNode shown =
        record(
            filled(form, value("lot", "\"L1\""), value("note", "null"), "{\"field\": \"tags\"}"));
    assertEquals(1, shown.at("/0/values").size());
    assertEquals("null", shown.at("/0/product").toString());
  }

  @Test
  void theFormIsRequired() {
    refuse("/submissions/0/form required", "{\"values\": []}");
    refuse("/submissions/0/form required", "{\"form\": null}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"FARMER", "PAYMENT", "PRODUCT"})
  void theFormIsOneForTransactions(String type) {
    UUID wrong = trade.world.form(trade.coop, type);
    refuse("/submissions/0/form wrong_form", filled(wrong));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {"null", "`\"\"`", "`\" \"`", "-"})
  void aRequiredFieldIsFilled(String sent) {
    String empty = sent.equals("-") ? filled(form) : filled(form, value("lot", sent));
    refuse("/submissions/1/values required", filled(form, value("lot", "\"L1\"")), empty);
  }

  @Test
  void aFieldIsOneOfTheForm() {
    UUID other = trade.world.form(trade.coop, "TRANSACTION");
    UUID elsewhere = trade.world.field(other, "moisture", "TEXT", false, "[]");
    for (Object field : new Object[] {"moisture", elsewhere, UUID.randomUUID(), "LOT"}) {
      refuse(
          "/submissions/0/values/1/field does_not_exist",
          filled(form, value("lot", "\"L1\""), value(field.toString(), "\"x\"")));
    }
    refuse(
        "/submissions/0/values/1/field required",
        filled(form, value("lot", "\"L1\""), "{\"value\": \"x\"}"));
  }

  @Test
  void aFieldStandsThereOnce() {
    refuse(
        "/submissions/0/values/1/field duplicate",
        filled(form, value("lot", "\"L1\""), value(lot.toString(), "\"L2\"")));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "note, 7, type",
        "note, `{\"a\": 1}`, type",
        "note, `[\"a\"]`, type",
        "note, `\"a\\u0000\"`, character",
        "note, `\"a\\ud83c\"`, character",
        "tags, `\"a\"`, format",
        "tags, `[\"c\"]`, format",
        "tags, `[\"a\", \"a\"]`, format",
        "tags, `[\"\\ud83c\"]`, character",
        "tags, `\"[1e99999999999]\"`, format"
      })
  void aValueFitsItsField(String field, String sent, String code) {
    refuse(
        "/submissions/0/values/1/value " + code,
        filled(form, value("lot", "\"L1\""), value(field, sent)));
  }

  @Test
  void aValueHasAtMostTenThousandCharacters() {
    String most = "\uD83C\uDF3E".repeat(10_000);
    assertEquals(
        most,
        record(filled(form, value("lot", '"' + most + '"'))).at("/0/values/0/value").asText());
    refuse(
        "/submissions/0/values/1/value too_long",
        filled(form, value("lot", "\"L1\""), value("note", "\"x" + most + '"')));
  }

  @Test
  void anArrayIsHeldToTheSameLimits() {
    trade.world.field(form, "free", "MULTI_SELECT", false, "[]");
    String lots = value("lot", "\"L1\"");
    String at = "/submissions/0/values/1/value ";
    refuse(at + "character", filled(form, lots, value("free", "[\"\\ud83c\"]")));
    String most = "x".repeat(9_996);
    record(filled(form, lots, value("free", "[\"" + most + "\"]")));
    refuse(at + "too_long", filled(form, lots, value("free", "[\"x" + most + "\"]")));
  }

  @Test
  void thereAreAtMostAHundred() {
    List<String> most = Collections.nCopies(100, filled(form, value("lot", "\"L1\"")));
    assertEquals(100, record(most.toArray(String[]::new)).size());
    refuse("/submissions too_many", Collections.nCopies(101, "{}").toArray(String[]::new));
  }

  @Test
  void oneOfACompanyIsKeptForThatCompanyWhenAnOperatorRecordsIt() {
    Client operator = trade.world.client(null, Role.OPERATOR);
    ObjectNode body = trade.goods();
    with(body, "submissions", "[" + filled(form, value("lot", "\"L1\"")) + "]");
    String id = trade.record(operator, Kind.GOODS, body).json().at("/submissions/0/id").asText();
    trade.record(Kind.PAYMENT, with(trade.payment(), "submissions", "[\"" + id + "\"]"));
  }

  private JsonNode record(String... submissions) {
    ObjectNode body = with(trade.goods(), "submissions", List.of(submissions).toString());
    return trade.record(Kind.GOODS, body).json().get("submissions");
  }

  private void refuse(String finding, String... submissions) {
    ObjectNode body = with(trade.goods(), "submissions", List.of(submissions).toString());
    trade.refuse(Kind.GOODS, body, finding);
  }

  private static String filled(UUID form, String... values) {
    return "{\"form\": \"%s\", \"values\": %s}".formatted(form, List.of(values));
  }

  private static String value(String field, String json) {
    return "{\"field\": \"%s\", \"value\": %s}".formatted(field, json);
  }
}
