package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import supplychain.Await;
import supplychain.Client;
import supplychain.Goods;
import supplychain.Meanwhile;
import supplychain.OneCompany;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Json;
import supplychain.core.Role;

/** A farmer who was recorded twice: one record replaces the other. */
class ReplacementTest extends OneCompany {
  private static final String PLACE = "\"latitude\": 1.251234, \"longitude\": 34.361234";

  private final Client admin = world.client(company, Role.ADMIN);
  private final Client operator = world.client(null, Role.OPERATOR);
  private final Reply old = farmer("F-1", "");
  private final Reply stays = farmer("F-2", "");
  private final String goods = Goods.moved(old.id(), company, world.product("Cherry"), "\"10\"");

  private Reply farmer(String number, String more) {
    String body = "{\"first_name\": \"Grace\", \"phone\": \"0772\", \"number\": \"%s\"%s}";
    return admin.post(FARMERS, body.formatted(number, more)).expect(201);
  }

  private static String path(Reply farmer) {
    return FARMERS + farmer.id() + "/";
  }

  private static Reply replace(Client client, Reply farmer, Object by) {
    String name = by.toString().startsWith("{") ? by.toString() : "\"" + by + "\"";
    return client.post(path(farmer) + "replacement/", "{\"replaced_by\": " + name + "}");
  }

  private void replace() {
    replace(admin, old, stays.id()).expect(201);
  }

  private List<String> farmers(String filter) {
    JsonNode list = admin.get(FARMERS + filter).expect(200).json();
    return list.valueStream().map(one -> one.get("number").asText()).sorted().toList();
  }

  private static void refused(Reply reply, int status, String pointer, String detail) {
    reply.expect(status, pointer + " replaced");
    assertEquals(detail, reply.at("/errors/0/detail"));
  }

  @Test
  void theAnswerNamesBothAndARepeatedRequestChangesNothing() {
    Reply reply = replace(admin, old, "{\"number\": \"F-2\"}").expect(201);
    assertEquals(path(old), reply.header("Location"));
    assertEquals(old.id().toString(), reply.at("/id"));
    assertEquals(stays.id().toString(), reply.at("/replaced_by"));
    assertEquals(reply.json(), replace(admin, old, stays.id()).expect(201).json());
  }

  @Test
  void listsNamesAndWarningsNoLongerOfferTheOldRecord() {
    assertEquals("same_farmer", admin.get(path(stays) + "warnings/").at("/0/code"));
    replace();
    assertEquals(List.of("F-2"), farmers(""));
    assertEquals(List.of("F-2"), farmers("?name=Grace"));
    assertTrue(admin.get(path(stays) + "warnings/").json().isEmpty());
    Reply warnings = admin.get(path(old) + "warnings/").expect(200);
    assertEquals("replaced", warnings.at("/0/code"));
    assertEquals("Farmer F-2 replaced it.", warnings.at("/0/detail"));
    admin.get(path(old)).expect(200);
    // The name of both is the name of one.
    String card = "{\"entity\": {\"name\": \"Grace\"}, \"card\": {\"card_id\": \"C-7\"}}";
    Reply held = admin.post(ENTITY_CARDS, card).expect(201);
    assertEquals(stays.id().toString(), held.at("/entity"));
  }

  @Test
  void plotsAndTheCardAndTheFormMoveIfTheyAreFree() {
    String card = ", \"entity_card\": {\"card\": {\"card_id\": \"%s\"}}";
    Reply withCard = farmer("F-3", card.formatted("C-1"));
    Reply alsoWithCard = farmer("F-4", card.formatted("C-2"));
    admin.post(path(withCard) + "plots/", "{" + PLACE + "}").expect(201);
    replace(admin, withCard, stays.id()).expect(201);
    replace(admin, alsoWithCard, stays.id()).expect(201);
    JsonNode after = admin.get(path(stays)).json();
    assertEquals("C-1", after.at("/entity_card/card/card_id").asText());
    assertEquals(1, admin.get(path(stays) + "plots/").json().size());
    assertTrue(admin.get(path(withCard) + "plots/").json().isEmpty());
    assertTrue(admin.get(path(withCard)).json().get("entity_card").isNull());
    assertTrue(admin.get(path(alsoWithCard)).json().get("entity_card").isNull());
    assertTrue(after.get("updated_on").asText().compareTo(stays.at("/updated_on")) > 0);
  }

  @Test
  void theFormMovesToAFarmerWithoutOne() {
    UUID form = world.form(company, "FARMER");
    Reply one = farmer("F-3", ", \"submission\": {\"form\": \"" + form + "\"}");
    Reply two = farmer("F-4", ", \"submission\": {\"form\": \"" + form + "\"}");
    replace(admin, one, stays.id()).expect(201);
    replace(admin, two, stays.id()).expect(201);
    assertEquals(one.at("/submission/id"), admin.get(path(stays)).at("/submission/id"));
    assertTrue(admin.get(path(one)).json().get("submission").isNull());
    assertEquals(two.at("/submission/id"), admin.get(path(two)).at("/submission/id"));
  }

  @Test
  void theFormOfAFarmerWhoWasReplacedDoesNotChange() {
    UUID form = world.form(company, "FARMER");
    String withForm = ", \"submission\": {\"form\": \"" + form + "\"}";
    Reply one = farmer("F-3", withForm);
    replace(admin, one, farmer("F-4", withForm).id()).expect(201);
    String path = SUBMISSIONS + one.json().at("/submission/id").asText() + "/";
    refused(admin.patch(path, "{}"), 400, "", "Farmer F-4 replaced this farmer. Use farmer F-4.");
    assertEquals(one.id(), admin.get(path).expect(200).at("/farmer"));
  }

  @Test
  void theCoordinatesMoveToAFarmerWithoutAny() {
    replace(admin, farmer("F-3", ", " + PLACE), stays.id()).expect(201);
    replace(admin, farmer("F-4", ", \"latitude\": 2, \"longitude\": 33"), stays.id()).expect(201);
    JsonNode after = admin.get(path(stays)).json();
    assertEquals("1.251234 34.361234", after.get("latitude") + " " + after.get("longitude"));
    Reply half = farmer("F-5", ", \"latitude\": 3");
    replace(admin, stays, half.id()).expect(201);
    assertTrue(admin.get(path(half)).json().get("longitude").isNull());
  }

  @Test
  void aWriteThatWaitsForAReplacementIsRefused() {
    refuseDuringReplacement(() -> admin.post(GOODS, goods));
  }

  @Test
  void aPlotThatWaitsForAReplacementIsRefused() {
    refuseDuringReplacement(() -> admin.post(path(old) + "plots/", "{" + PLACE + "}"));
  }

  @Test
  void aWriteThatWaitsForAReplacementByAFarmerAddedMeanwhileIsRefused() {
    refuseDuringAddition(() -> operator.post(GOODS, goods));
  }

  @Test
  void aChangeThatWaitsForAReplacementByAFarmerAddedMeanwhileIsRefused() {
    refuseDuringAddition(() -> admin.patch(path(old), "{\"first_name\": \"Grace\"}"));
  }

  /** The statement that waits for the farmer does not see the one that was added meanwhile. */
  private void refuseDuringAddition(Supplier<Reply> write) {
    Reply reply =
        Meanwhile.during(
            sql -> {
              UUID id = UUID.fromString(old.id());
              sql.fetch("select from farmer where id = {0} for update", id);
              UUID added = UUID.randomUUID();
              sql.execute("insert into entity (id, kind) values ({0}, 'FARMER')", added);
              sql.execute(
                  """
                  insert into farmer (id, buyer, number, first_name, creator, updater)
                  select {0}, buyer, 'F-9', first_name, creator, updater from farmer
                   where id = {1}""",
                  added, id);
              sql.execute("update farmer set replaced_by = {0} where id = {1}", added, id);
            },
            write);
    assertEquals("replaced", reply.expect(400).at("/errors/0/code"));
  }

  /** The write waits for the replacement, which waits for the card of the farmer. */
  private void refuseDuringReplacement(Supplier<Reply> write) {
    String body = FarmerScene.body("'entity_card': {'card': {'card_id': 'C-1'}}");
    String card = admin.patch(path(old), body).expect(200).at("/entity_card/card/id");
    List<CompletableFuture<Reply>> replies =
        World.write(
            sql -> {
              sql.fetch("select from card where id = {0} for update", UUID.fromString(card));
              Supplier<Reply> replacement = () -> replace(admin, old, stays.id());
              CompletableFuture<Reply> first = CompletableFuture.supplyAsync(replacement);
              Await.until(() -> first.isDone() || Meanwhile.isWaitedFor(sql));
              CompletableFuture<Reply> second = CompletableFuture.supplyAsync(write);
              Await.until(() -> second.isDone() || Meanwhile.isWaitedForInTurn(sql));
              return List.of(first, second);
            });
    replies.get(0).join().expect(201);
    assertEquals("replaced", replies.get(1).join().expect(400).at("/errors/0/code"));
  }

  @Test
  void anExportThatNamesAFarmerWhoWasReplacedIsKnown() {
    admin.post(GOODS, goods).expect(201);
    replace();
    String table = admin.get(GOODS + "?columns=names", "Accept", "text/csv").text();
    assertTrue(table.contains("F-1"), table);
    Reply reply = admin.post(GOODS, table, "Content-Type", "text/csv").expect(200);
    assertTrue(reply.text().contains("\"known\""), reply.text());
  }

  @Test
  void aFarmerWhoReplacedOthersTakesThemAlong() {
    replace();
    Reply third = farmer("F-3", "");
    replace(admin, stays, third.id()).expect(201);
    String detail = "Farmer F-3 replaced this farmer. Use farmer F-3.";
    refused(admin.patch(path(old), "{\"first_name\": \"Grace\"}"), 400, "", detail);
    refused(replace(admin, third, old.id()), 400, "/replaced_by", detail);
    refused(replace(admin, old, farmer("F-4", "").id()), 409, "/replaced_by", detail);
  }

  @Test
  void nothingNewNamesAFarmerWhoWasReplaced() {
    replace();
    String detail = "Farmer F-2 replaced this farmer. Use farmer F-2.";
    String place = "{\"farmer\": \"F-1\", " + PLACE + "}";
    refused(admin.post(PLOTS, place), 400, "/farmer", detail);
    refused(admin.post(path(old) + "plots/", "{" + PLACE + "}"), 400, "", detail);
    String card = "{\"entity\": {\"number\": \"F-1\"}, \"card\": {\"card_id\": \"C-7\"}}";
    refused(admin.post(ENTITY_CARDS, card), 400, "/entity", detail);
    String paid =
        "{\"source\": \"%s\", \"destination\": \"%s\", \"amount\": 5, \"currency\": \"UGX\","
            + " \"date\": \"2026-11-01T00:00:00Z\"}";
    refused(admin.post(PAYMENTS, paid.formatted(company, old.id())), 400, "/destination", detail);
  }

  @Test
  void anAdminOrAnOperatorReplacesAFarmerByAnotherOfTheSameCompany() {
    Client foreign = world.client(world.company("Other"), Role.ADMIN);
    Reply other =
        foreign.post(FARMERS, "{\"first_name\": \"Ruth\", \"number\": \"F-9\"}").expect(201);
    assertEquals(
        List.of("/replaced_by does_not_exist"), replace(admin, old, other.id()).findings());
    assertEquals(List.of("/replaced_by mismatch"), replace(operator, old, other.id()).findings());
    assertEquals(List.of("/replaced_by not_a_choice"), replace(admin, old, old.id()).findings());
    replace(operator, old, stays.id()).expect(201);
  }

  @Test
  void aFarmerWhoReplacedOthersStaysInTheCompany() {
    replace();
    String move = "{\"first_name\": \"Grace\", \"buyer\": \"" + world.company("Other") + "\"}";
    refused(
        operator.patch(path(stays), move),
        400,
        "/buyer",
        "A farmer that replaced others cannot move. This one replaced F-1.");
  }

  @Test
  void theHistoryShowsTheReplacement() {
    replace();
    String data = admin.get(path(old) + "personal-data/").expect(200).text();
    JsonNode history = Json.trusted(data).get("history");
    assertEquals(stays.id(), Json.trusted(data).at("/other_records/0/id").asText());
    assertTrue(
        history
            .valueStream()
            .anyMatch(one -> one.at("/after/replaced_by").asText().equals(stays.id())),
        data);
  }

  @Test
  void anErasureKeepsThePlotsThatTheGoodsOfAnyRecordOfThePersonRequire() {
    admin.post(path(old) + "plots/", "{" + PLACE + "}").expect(201);
    admin.post(GOODS, goods).expect(201);
    replace();
    JsonNode data = admin.get(path(stays) + "personal-data/").expect(200).json();
    assertEquals(old.id(), data.at("/product_transactions/0/source").asText());
    Reply erasure = admin.post(path(stays) + "erasure/", "{\"reason\": \"Asked\"}").expect(201);
    assertNotEquals("", erasure.at("/plots_until"));
    assertEquals(1, admin.get(path(stays) + "plots/").json().size());
  }

  @Test
  void anErasureErasesAllRecordsOfThePerson() {
    replace();
    Reply erasure = admin.post(path(stays) + "erasure/", "{\"reason\": \"Asked\"}").expect(201);
    assertEquals(stays.id().toString(), erasure.at("/farmer"));
    for (Reply each : List.of(old, stays)) {
      assertEquals("Erased", admin.get(path(each)).at("/first_name"));
    }
    Reply again = admin.post(path(old) + "erasure/", "{\"reason\": \"Asked\"}").expect(201);
    assertEquals(old.id().toString(), again.at("/farmer"));
  }
}
