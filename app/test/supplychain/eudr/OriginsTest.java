package supplychain.eudr;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.eudr.Harvest.POINT;
import static supplychain.eudr.Harvest.SQUARE;
import static supplychain.eudr.Harvest.UGANDAN;
import static supplychain.eudr.Harvest.golden;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.docs.OpenApi;

/** The farmers that a lot came from: their figures and their map. */
class OriginsTest {
  private final Harvest harvest = new Harvest();

  /** A farmer whose only plot has this production place. */
  private UUID farmerOf(String place) {
    UUID farmer = harvest.farmer("Grace", UGANDAN);
    harvest.plot(farmer, null, "1", place, POINT);
    return farmer;
  }

  private List<String> places(UUID lot) {
    Reply reply = harvest.ofCoop.get(Harvest.file(lot)).expect(200);
    return reply
        .json()
        .get("features")
        .valueStream()
        .map(feature -> feature.at("/properties/ProductionPlace").asText())
        .toList();
  }

  @Test
  void theOriginsAreThoseOfEveryAncestorHoweverLittleWasTakenOfIt() {
    UUID one = harvest.buy(farmerOf("one"));
    UUID two = harvest.buy(farmerOf("two"));
    UUID three = harvest.buy(farmerOf("three"));
    harvest.buy(farmerOf("other"));
    UUID mixed = harvest.move(harvest.coop, harvest.coop, harvest.cherry, "150", one, two);
    UUID split = harvest.move(harvest.coop, harvest.coop, harvest.cherry, "1", mixed);
    assertEquals(List.of("one", "two"), places(split));
    UUID beans = harvest.move(harvest.coop, harvest.coop, harvest.green, "70", split, mixed);
    assertEquals(List.of("one", "two"), places(beans));
    UUID all = harvest.sell("1", three, two);
    assertEquals(List.of("two", "three"), places(all));
  }

  @Test
  void aFarmerWhoSoldTwiceIsInTheFileOnceAndOnlyWithPlotsInUse() {
    UUID farmer = farmerOf("first");
    harvest.plot(farmer, null, "1", "second", SQUARE);
    UUID old = harvest.plot(farmer, null, "1", "old", SQUARE);
    World.write("update plot set is_active = false where id = ?", old);
    UUID lot = harvest.sell("150", harvest.buy(farmer), harvest.buy(farmer));
    assertEquals(List.of("first", "second"), places(lot));
  }

  @Test
  void aFarmerWhoWasRecordedTwiceIsOneProducerWithThePlotsOfBoth() {
    UUID twice = farmerOf("one");
    UUID stays = farmerOf("two");
    UUID lot = harvest.sell("150", harvest.buy(twice), harvest.buy(stays));
    harvest
        .world
        .client(harvest.coop, Role.ADMIN)
        .post(FARMERS + twice + "/replacement/", "{\"replaced_by\": \"" + stays + "\"}")
        .expect(201);
    assertEquals(List.of("one", "two"), places(lot).stream().sorted().toList());
    JsonNode summary = harvest.ofCoop.get(Harvest.summary(lot)).expect(200).json();
    assertEquals(1, summary.get("producers").asInt());
    JsonNode trace = harvest.ofCoop.get(GOODS + lot + "/trace/").expect(200).json();
    assertTrue(trace.toString().contains(stays.toString()), trace.toString());
    assertFalse(trace.toString().contains(twice.toString()), trace.toString());
  }

  @Test
  void aReversedSaleOfTheLotDoesNotTouchItsOrigins() {
    UUID lot = harvest.buy(farmerOf("one"));
    UUID sale = harvest.sell("10", lot);
    harvest.ofCoop.post(GOODS + sale + "/reversals/", "{\"reason\": \"Typo\"}");
    assertEquals(List.of("one"), places(lot));
  }

  @Test
  void aPlotIsInTheFileWithALineForEachPieceWithoutHoles() {
    UUID farmer = harvest.farmer("Grace", UGANDAN);
    String outer = "[34.5,1.5],[34.501,1.5],[34.501,1.502],[34.5,1.502],[34.5,1.5]";
    String hole =
        "[34.5004,1.5004],[34.5004,1.5006],[34.5006,1.5006],[34.5006,1.5004],[34.5004,1.5004]";
    String other = "[34.503,1.5],[34.504,1.5],[34.504,1.502],[34.503,1.5]";
    String parts = "[[[%s],[%s]],[[%s]]]".formatted(outer, hole, other);
    harvest.plot(farmer, "3.6002", "{\"type\":\"MultiPolygon\",\"coordinates\":" + parts + "}");
    UUID lot = harvest.buy(farmer);
    assertEquals(1, harvest.ofCoop.get(Harvest.summary(lot)).json().get("plots").asInt());
    Reply file = harvest.ofCoop.get(Harvest.file(lot)).expect(200);
    // The areas of the pieces add up to that of the plot.
    assertEquals(golden("pieces.geojson"), file.text());
    harvest.ofCoop.get(GOODS + lot + "/origins.svg").expect(200);
  }

  @Test
  void theSummaryListsWarnings() {
    UUID own =
        harvest.named(
            "own",
            harvest.farmer("Grace", UGANDAN + ", \"latitude\": 1.25, \"longitude\": 34.123456"));
    UUID rough =
        harvest.named(
            "rough", harvest.farmer("Ruth", UGANDAN + ", \"latitude\": 1.25, \"longitude\": 34.5"));
    UUID farmer = harvest.named("farmer", harvest.farmer("Moses", UGANDAN));
    // Other tests may have more plots at the usual place than are looked at.
    String here = POINT.replace("34.123456", "34.123457");
    harvest.named(
        "few",
        harvest.plot(
            farmer, "1", here.replace("1.234567", "1.23456").replace("34.123457", "34.12345")));
    harvest.named("small", harvest.plot(farmer, "0.00001", here));
    harvest.named("unknown", harvest.plot(farmer, "null", here));
    harvest.plot(farmer, "null", SQUARE);
    harvest.plot(farmer, "1", here.replace("1.234567", "1.200000"));
    UUID first = harvest.named("first", harvest.buy(own));
    UUID second = harvest.named("second", harvest.buy(rough));
    UUID third = harvest.named("third", harvest.buy(farmer));
    Reply summary = harvest.ofCoop.get(Harvest.summary(harvest.sell("1", first, second, third)));
    assertTrue(summary.json().get("is_complete").asBoolean(), summary.text());
    assertEquals(
        List.of(
            "farmers_location <first> <own> -",
            "area_assumed <first> <own> -",
            "farmers_location <second> <rough> -",
            "area_assumed <second> <rough> -",
            "few_decimals <second> <rough> -",
            "few_decimals <third> <farmer> <few>",
            "area_raised <third> <farmer> <small>",
            "area_assumed <third> <farmer> <unknown>",
            "overlapping_plot <third> <farmer> <small>",
            "overlapping_plot <third> <farmer> <unknown>"),
        harvest.remarks(summary, "warnings"));
    assertEquals(10, summary.json().get("warnings_total").asInt());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "origins.geojson?incomplete=yes",
        "origins.geojson?incomplete=true&incomplete=true",
        "origins.geojson?part=true",
        "origins/?incomplete=true",
        "origins.svg?incomplete=true"
      })
  void aQueryThatItDoesNotTakeIsRefused(String path) {
    Reply reply =
        harvest.ofCoop.get(GOODS + harvest.buy(harvest.farmer()) + "/" + path).expect(400);
    assertEquals("/problems/invalid-query", reply.at("/type"));
  }

  @Test
  void onlyTheCompanyOfAFarmerReadsTheNumberAndTheNameWithoutConsent() {
    UUID farmer = harvest.farmer("Grace", "\"country\": null");
    harvest.plot(farmer, "Upper", "1", null, POINT);
    UUID bought = harvest.buy(farmer);
    String number = harvest.ofCoop.get(FARMERS + farmer + "/").at("/number");
    String own = number + " Grace: The country of the farmer is missing.";
    String lot = Harvest.summary(bought);
    assertEquals(own, harvest.ofCoop.get(lot).at("/blockers/0/detail"));
    assertEquals(own, harvest.ofCoop.get(Harvest.file(bought)).at("/blockers/0/detail"));
    assertTrue(harvest.ofCoop.get(map(bought)).text().contains(number + " Grace · Upper · 1 ha"));
    String shared = harvest.ofCoop.get(Harvest.incomplete(bought)).text();
    assertTrue(shared.contains("\"detail\":\"The country of the farmer is missing.\""), shared);
    assertFalse(shared.contains("Grace"), shared);
    UUID sold = harvest.sell("1", bought);
    harvest.shares(harvest.coop);
    String foreign = "The country of the farmer is missing.";
    assertEquals(foreign, harvest.ofExporter.get(Harvest.summary(sold)).at("/blockers/0/detail"));
    assertTrue(harvest.ofExporter.get(map(sold)).text().contains(">a farmer · 1 ha<"));
  }

  private static String map(UUID lot) {
    return GOODS + lot + "/origins.svg";
  }

  @Test
  void theMapShowsEachPlotAndCarriesNothingThatRuns() throws Exception {
    UUID farmer = harvest.farmer("Grace <script>", UGANDAN + ", \"consent_status\": \"GRANTED\"");
    harvest.plot(farmer, "Upper & \u0001lower", "1", null, SQUARE);
    harvest.plot(farmer, "Spring", "2", "Mbale", POINT);
    Reply map = harvest.ofCoop.get(GOODS + harvest.buy(farmer) + "/origins.svg").expect(200);
    assertEquals("image/svg+xml", map.header("Content-Type"));
    assertEquals("default-src 'none'", map.header("Content-Security-Policy"));
    Document svg = parsed(map.text());
    String number = harvest.ofCoop.get(FARMERS + farmer + "/").at("/number");
    assertEquals(
        List.of(
            number + " Grace <script> · Upper & \\u0001lower · 1 ha",
            number + " Grace <script> · Spring · 2 ha · Mbale"),
        texts(svg, "title").subList(1, 3));
    assertEquals(0, svg.getElementsByTagName("script").getLength());
    assertTrue(texts(svg, "text").contains("100 kg · 2 plots of 1 producer in UG"), map.text());
  }

  @Test
  void theMapOfNothingSaysSo() throws Exception {
    UUID lot = harvest.buy(harvest.farmer("Grace", UGANDAN));
    Document svg = parsed(harvest.ofCoop.get(GOODS + lot + "/origins.svg").text());
    assertTrue(texts(svg, "text").contains("There is no plot to show on the map."));
  }

  @Test
  void theDocumentKnowsEveryCode() {
    assertEquals(
        Stream.of(Issues.Kind.values()).map(Issues.Kind::code).toList(),
        OpenApi.document()
            .at("/components/schemas/OriginConcern/enum")
            .valueStream()
            .map(JsonNode::asText)
            .toList());
  }

  private static Document parsed(String text) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(text)));
  }

  private static List<String> texts(Document svg, String element) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < svg.getElementsByTagName(element).getLength(); i++) {
      texts.add(svg.getElementsByTagName(element).item(i).getTextContent());
    }
    return texts;
  }

  private String file(UUID lot) {
    Reply reply = harvest.ofCoop.get(Harvest.file(lot)).expect(200);
    assertEquals("application/geo+json", reply.header("Content-Type"));
    return reply.text();
  }

  private String fileOf(UUID farmer) {
    return file(harvest.buy(farmer));
  }

  @Test
  void longitudeComesFirstWithExactlySixDecimalsThatAreCutAndNotRounded() {
    UUID farmer = harvest.farmer("Grace", UGANDAN);
    harvest.plot(farmer, "1", "{\"type\":\"Point\",\"coordinates\":[-34.9999999,1.1234569]}");
    harvest.plot(farmer, "1", "{\"type\":\"Point\",\"coordinates\":[1.5e-6,-0.0000009]}");
    harvest.plot(farmer, "1", "{\"type\":\"Point\",\"coordinates\":[34,-1.25]}");
    harvest.plot(farmer, "1", "{\"type\":\"Point\",\"coordinates\":[-180,90,1200]}");
    assertEquals(golden("six-decimals.geojson"), fileOf(farmer));
  }

  @Test
  void anAreaIsANumberOfHectaresStatedOrMeasured() {
    UUID farmer = harvest.farmer("Grace", UGANDAN);
    harvest.plot(farmer, "2.50", POINT);
    harvest.plot(farmer, "4", POINT);
    harvest.plot(farmer, "null", POINT);
    harvest.plot(farmer, "0.00001", POINT);
    harvest.plot(farmer, "1.0000", SQUARE);
    harvest.plot(farmer, "null", SQUARE);
    assertEquals(golden("areas.geojson"), fileOf(farmer));
  }

  @Test
  void aNameIsWrittenOnlyWhereTheFarmerConsents() {
    UUID[] farmers = {
      harvest.farmer(
          "Gr\\\"ace 🌾", UGANDAN + ", \"last_name\": \"Apio\", \"consent_status\": \"GRANTED\""),
      harvest.farmer("Ruth", UGANDAN + ", \"consent_status\": \"GRANTED\""),
      harvest.farmer("Amina", UGANDAN + ", \"consent_status\": \"NOT_GRANTED\""),
      harvest.farmer("Moses", UGANDAN + ", \"consent_status\": \"UNKNOWN\"")
    };
    UUID[] lots = new UUID[farmers.length];
    for (int i = 0; i < farmers.length; i++) {
      harvest.plot(farmers[i], "private", "1", "Place " + i, POINT);
      lots[i] = harvest.buy(farmers[i]);
    }
    assertEquals(golden("consent.geojson"), file(harvest.sell("400", lots)));
  }

  @Test
  void aFarmersOwnCoordinatesStandForAPlotOnlyWhereThereIsNone() {
    String place = UGANDAN + ", \"latitude\": 1.2345678, \"longitude\": 34.1234567";
    UUID without = harvest.farmer("Grace", place);
    UUID with = harvest.farmer("Ruth", place);
    harvest.plot(with, "1", SQUARE);
    UUID before = harvest.farmer("Moses", place);
    UUID plot = harvest.plot(before, "1", SQUARE);
    World.write("update plot set is_active = false where id = ?", plot);
    UUID lot = harvest.sell("1", harvest.buy(without), harvest.buy(with), harvest.buy(before));
    assertEquals(golden("own-coordinates.geojson"), file(lot));
  }

  @Test
  void anIncompleteFileListsItsBlockersInAMember() {
    UUID good = harvest.farmer();
    UUID nowhere = harvest.named("nowhere", harvest.farmer("Ruth", UGANDAN));
    UUID lot = harvest.named("lot", harvest.buy(nowhere));
    UUID sale = harvest.named("sale", harvest.sell("150", harvest.buy(good), lot));
    Reply reply = harvest.ofCoop.get(Harvest.incomplete(sale)).expect(200);
    assertEquals("application/geo+json", reply.header("Content-Type"));
    assertEquals(golden("incomplete.geojson"), harvest.withNames(reply.text()));
  }

  @Test
  void aCompleteFileIsTheSameWhetherAPartWasAskedForOrNot() {
    UUID lot = harvest.buy(harvest.farmer());
    Reply part = harvest.ofCoop.get(Harvest.incomplete(lot));
    assertEquals(file(lot), part.text());
    harvest.ofCoop.get(Harvest.file(lot), "If-None-Match", part.header("ETag")).expect(304);
    Reply head = harvest.ofCoop.send("HEAD", Harvest.file(lot), null);
    assertEquals(part.header("ETag"), head.header("ETag"));
  }
}
