package supplychain.history;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import supplychain.Client;
import supplychain.Goods;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Json;
import supplychain.core.Role;
import supplychain.verify.Books;

/** A farmer can be erased: nothing personal is left, and the books stay right. */
class ErasureTest extends ErasureScene {
  private static List<String> kinds(JsonNode erasure) {
    return erasure.get("remains").findValuesAsText("kind");
  }

  @Test
  void noRowOfAnyTableHasAnythingPersonalAfterwards() {
    farmer.change();
    String plot = farmer.plot();
    admin.patch(PLOTS + plot + "/", "{\"name\": \"Field\"}").expect(200);
    admin.patch(path, farmer.fill("{\"first_name\": \"$\", \"submission\": null}")).expect(200);
    assertNotEquals(List.of(), found());
    farmer.erase().expect(201);
    assertEquals(List.of(), found());
  }

  @Test
  void theRecordStaysWithoutItsPersonalFields() {
    ObjectNode before = (ObjectNode) admin.get(path).expect(200).json();
    farmer.erase().expect(201);
    ObjectNode after = (ObjectNode) admin.get(path).expect(200).json();
    assertTrue(after.get("number").asText().matches("[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{4}"));
    ObjectNode expected = before.deepCopy();
    Set<String> kept =
        Set.of("id", "created_on", "country", "buyer", "creator", "updater", "submission");
    before
        .propertyStream()
        .map(Map.Entry::getKey)
        .filter(name -> !kept.contains(name))
        .forEach(expected::putNull);
    expected.put("first_name", "Erased").put("consent_status", "NOT_GRANTED");
    expected.set("number", after.get("number"));
    expected.set("updated_on", after.get("updated_on"));
    ObjectNode form = (ObjectNode) expected.get("submission");
    form.set("values", Json.MAPPER.createArrayNode());
    form.set("updated_on", after.at("/submission/updated_on"));
    assertEquals(expected, after);
    assertNotEquals(before.get("updated_on"), after.get("updated_on"));
  }

  @Test
  void lineageStockPaymentsAndVerifyStayRight() {
    String sale = Goods.moved("<COMPANY>", "<BUYER>", "<PRODUCT>", "2.5", farmer.lot);
    String sold = admin.post(GOODS, farmer.fill(sale)).expect(201).id();
    String trace = GOODS + sold + "/trace/";
    JsonNode shares = admin.get(trace).expect(200).json().at("/origins/farmers/0/share");
    Books.Verdict before = Books.verify(room.database());
    String payments = "/v1/transactions/payment-transactions/?entity=" + farmer.id;
    String paid = admin.get(payments).expect(200).text();
    String lot = admin.get(GOODS + farmer.lot + "/").expect(200).at("/current_quantity");

    farmer.erase().expect(201);

    Books.Verdict after = Books.verify(room.database());
    assertEquals(0, after.mistakes(), after.findings().toString());
    assertEquals(before.transactions(), after.transactions());
    assertEquals(before.payments(), after.payments());
    assertEquals(shares, admin.get(trace).expect(200).json().at("/origins/farmers/0/share"));
    assertEquals(paid, admin.get(payments).expect(200).text());
    assertEquals(lot, admin.get(GOODS + farmer.lot + "/").expect(200).at("/current_quantity"));
    admin.post(GOODS + sold + "/reversals/", "{\"reason\": \"Mistake\"}").expect(201);
    assertEquals(0, Books.verify(room.database()).mistakes());
  }

  @Test
  void theErasureIsRecordedWithWhoWhenAndWhy() {
    Reply erased = farmer.erase().expect(201);
    assertEquals(path, erased.header("Location"));
    assertEquals("Asked for it", erased.at("/reason"));
    assertEquals(farmer.id, erased.at("/farmer"));
    assertEquals(List.of("backups", "plots", "transactions", "followers"), kinds(erased.json()));
    assertNotEquals(erased.id(), farmer.erase().expect(201).id());
    assertEquals(2L, room.value("select count(*) from erasure where farmer = '" + farmer.id + "'"));
  }

  @Test
  void aDryRunErasesNothingAndAMistakeIsNamed() {
    String before = admin.get(path).text();
    admin.post(path + "erasure/", "{\"reason\": \"Tried\"}", "Prefer", "tx=rollback").expect(201);
    admin.post(path + "erasure/", "{}").expect(400, "/reason required");
    assertEquals(before, admin.get(path).text());
  }

  @Test
  void aRepeatedRequestIsHarmless() {
    farmer.erase().expect(201);
    Object farmers = room.value("select count(*) from farmer");
    Reply again = farmer.register().expectProblem(410, "erased");
    assertEquals("true", again.header("Idempotent-Replayed"));
    assertEquals(path, again.header("Location"));
    assertEquals(farmers, room.value("select count(*) from farmer"));
  }

  @Test
  void aRepeatedPurchaseByIdKeepsItsAnswer() {
    String purchase = farmer.fill(Goods.moved(farmer.id, "<COMPANY>", "<PRODUCT>", "1"));
    Reply first = admin.post(GOODS, purchase, "Idempotency-Key", "p").expect(201);
    farmer.erase().expect(201);
    Reply again = admin.post(GOODS, purchase, "Idempotency-Key", "p").expect(201);
    assertEquals(first.text(), again.text());
  }

  @Test
  void aLoadThatIsRepeatedFindsTheErasedFarmerByTheHashOfItsRef(@TempDir Path folder)
      throws Exception {
    Path file = folder.resolve("farmers.json");
    String ref = "ref-" + farmer.words().get(0);
    String farmers =
        "{\"farmers\": [{\"ref\": \"%s\", \"buyer\": \"%s\", \"first_name\": \"Ruth\"}]}";
    Files.writeString(file, farmers.formatted(ref, farmer.demo.get("COMPANY")));
    room.run("load", file.toString()).requireExit(0);
    UUID loaded = (UUID) room.value("select id from load_ref where ref = '" + ref + "'");
    String erasure = FARMERS + loaded + "/erasure/";
    admin.post(erasure, "{\"reason\": \"Asked for it\"}").expect(201);
    Object farmersBefore = room.value("select count(*) from farmer");
    room.run("load", file.toString()).requireExit(0);
    assertEquals(farmersBefore, room.value("select count(*) from farmer"));
    assertEquals(0L, room.value("select count(*) from load_ref where ref = '" + ref + "'"));
  }

  @Test
  void plotsStayForFiveYearsAfterTheLastGoodsAndThenGo() {
    String plot = farmer.plot();
    Reply erased = farmer.erase().expect(201);
    String expected =
        "select (date at time zone 'UTC' + interval '5 years')::date::text from"
            + " product_transaction where id = '"
            + farmer.lot
            + "'";
    assertEquals(room.value(expected), erased.at("/plots_until"));
    Reply kept = admin.get(PLOTS + plot + "/").expect(200);
    assertEquals("null null", kept.at("/name") + " " + kept.at("/production_place"));
    assertEquals("34.384999", kept.at("/geometry/coordinates/0"));
    Leftovers.erase(room.database(), World.AUTHOR);
    admin.get(PLOTS + plot + "/").expect(200);

    room.write("alter table product_transaction disable trigger user");
    room.write(
        "update product_transaction set date = date - interval '6 years' where source = {0}",
        UUID.fromString(farmer.id));
    room.write("update erasure set plots_until = current_date - 1");
    Leftovers.erase(room.database(), World.AUTHOR);
    admin.get(PLOTS + plot + "/").expect(404);
    assertEquals(
        0L,
        room.value(
            "select count(*) from history where kind = 'plot' and before::text like '%34.38%'"));
  }

  @Test
  void theHouseOfAFarmerWithoutPlotsBecomesThePlotOfTheGoods() {
    String origins = GOODS + farmer.lot + "/origins/";
    assertEquals("1", admin.get(origins).expect(200).at("/plots"));
    farmer.erase().expect(201);
    assertEquals("1", admin.get(origins).expect(200).at("/plots"));
    Reply plots = admin.get(path + "plots/").expect(200);
    assertEquals("[34.384417,1.341862]", plots.json().at("/0/geometry/coordinates").toString());
  }

  @Test
  void withoutGoodsThePlotsGoAtOnce() {
    Reply other = admin.post(FARMERS, "{\"first_name\": \"Ruth\"}").expect(201);
    String plots = FARMERS + other.id() + "/plots/";
    admin.post(plots, "{\"latitude\": 1.25, \"longitude\": 34.3}").expect(201);
    Reply erased = admin.post(FARMERS + other.id() + "/erasure/", "{\"reason\": \"Asked\"}");
    assertEquals("null", erased.expect(201).at("/plots_until"));
    assertEquals("[]", admin.get(plots).expect(200).json().toString());
  }

  @Test
  void aCardThatSomebodyElseHeldKeepsItsIdAndIsNamed() {
    String card = admin.get(path).expect(200).at("/entity_card/card/id");
    String held = "{\"is_active\": false}";
    String entityCard = admin.get(path).expect(200).at("/entity_card/id");
    admin.patch(ENTITY_CARDS + entityCard + "/", held).expect(200);
    String body = "{\"card\": {\"id\": \"%s\"}, \"entity\": \"<FARMER>\"}".formatted(card);
    admin.post(ENTITY_CARDS, farmer.fill(body)).expect(201);
    JsonNode erased = farmer.erase().expect(201).json();
    assertTrue(kinds(erased).contains("card"), erased.toString());
    assertEquals(farmer.fill("card $"), admin.get(CARDS + card + "/").at("/card_id"));
  }

  @Test
  void followersReceiveErasedAndCanCopyTheRest() {
    Follower follower = new Follower(admin);
    farmer.erase().expect(201);
    List<String> seen = follower.summaries();
    assertEquals(
        List.of("ERASED farmers []"),
        seen.stream().filter(each -> each.contains(" farmers ")).toList());
    assertTrue(seen.toString().contains("CHANGED connect-cards "), seen.toString());
    assertEquals(List.of(), farmer.wordsIn(follower.all.toString()));
  }

  @Test
  void aFormerCompanyReceivesTheErasureToo() {
    Client operator = room.client(new World(room.database()).token(null, Role.OPERATOR));
    Client buyer = room.client(room.token(farmer.demo.get("BUYER"), Role.ADMIN));
    String move = farmer.fill("{\"first_name\": \"$\", \"buyer\": \"<BUYER>\"}");
    operator.patch(path, move).expect(200);
    Follower follower = new Follower(admin);
    buyer.post(path + "erasure/", "{\"reason\": \"Asked for it\"}").expect(201);
    assertEquals(List.of(), found());
    assertTrue(
        follower.readAll().stream()
            .filter(change -> Follower.summary(change).equals("ERASED farmers []"))
            .anyMatch(
                change ->
                    change.get("id").asText().equals(farmer.id) && change.get("record").isNull()));
  }

  @Test
  void thePersonalDataAreInOneDocument() {
    farmer.change();
    String plot = farmer.plot();
    JsonNode data = admin.get(path + "personal-data/").expect(200).json();
    List<String> places = new ArrayList<>();
    data.fieldNames().forEachRemaining(places::add);
    assertEquals(
        List.of(
            "farmer",
            "other_records",
            "cards",
            "plots",
            "estimates",
            "submissions",
            "product_transactions",
            "payment_transactions",
            "origin_files",
            "stored_answers",
            "load_refs",
            "history",
            "archives",
            "erasures"),
        places);
    String page = assertDoesNotThrow(() -> Files.readString(Path.of("app/manual/privacy.md")));
    places.removeIf(place -> page.contains("\"" + place + "\":"));
    assertEquals(List.of(), places, "Add them to the output in privacy.md.");
    assertEquals(farmer.fill("Last $"), data.at("/farmer/last_name").asText());
    assertEquals(farmer.fill("card $"), data.at("/cards/0/card_id").asText());
    assertEquals(plot, data.at("/plots/0/id").asText());
    assertEquals(farmer.fill("Other kin $ TWO"), data.at("/submissions/0/values/0/value").asText());
    assertEquals(farmer.lot, data.at("/product_transactions/0/id").asText());
    assertEquals("20000", data.at("/payment_transactions/0/amount").asText());
    assertEquals(4, data.get("stored_answers").size(), data.get("stored_answers").toString());
    assertTrue(data.get("history").toString().contains(farmer.fill("First $")));
    farmer.erase().expect(201);
    JsonNode after = admin.get(path + "personal-data/").expect(200).json();
    assertEquals("Asked for it", after.at("/erasures/0/reason").asText());
    assertEquals(List.of(), farmer.wordsIn(after.toString()));
  }

  @Test
  void estimatesAreInThePersonalDataWithTheirHistoryAndRefsAndStayWithoutTheRef(
      @TempDir Path folder) throws Exception {
    String ref = "Harvest of " + farmer.words().get(0);
    String body =
        """
        {"estimates": [{"ref": "%s", "farmer": "%s", "product": "<PRODUCT>",
          "date_from": "2026-09-01", "date_before": "2027-03-01", "quantity": "250"}]}
        """;
    Path file = folder.resolve("estimates.json");
    Files.writeString(file, farmer.fill(body.formatted(ref, farmer.id)));
    room.run("load", file.toString()).requireExit(0);
    JsonNode data = admin.get(path + "personal-data/").expect(200).json();
    assertEquals("250", data.at("/estimates/0/quantity").asText());
    String id = data.at("/estimates/0/id").asText();
    assertTrue(data.get("history").toString().contains(id), data.get("history").toString());
    assertTrue(data.get("load_refs").toString().contains(ref), data.get("load_refs").toString());

    farmer.erase().expect(201);

    assertEquals(List.of(), found());
    assertEquals("250", admin.get(ESTIMATES + id + "/").expect(200).at("/quantity"));
  }
}
