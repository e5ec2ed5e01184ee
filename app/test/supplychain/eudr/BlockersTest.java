package supplychain.eudr;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.eudr.Harvest.POINT;
import static supplychain.eudr.Harvest.UGANDAN;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.Reply;
import supplychain.World;

/** An answer names every blocker of a file of origins, with its ids. */
class BlockersTest {
  private final Harvest harvest = new Harvest();

  /** Only these stand in the way, and the file of what there is has so many plots. */
  private void assertBlocked(Client client, UUID lot, int plots, String... blockers) {
    Reply refused = client.get(Harvest.file(lot)).expect(409);
    assertEquals("/problems/origins-incomplete", refused.at("/type"));
    assertEquals(List.of(blockers), harvest.remarks(refused, "blockers"), refused.text());
    assertEquals(blockers.length, refused.json().get("blockers_total").asInt());
    Reply part = client.get(Harvest.incomplete(lot)).expect(200);
    assertEquals(plots, part.json().get("features").size(), part.text());
    assertEquals(List.of(blockers), harvest.remarks(part, "blockers"));
    Reply summary = client.get(Harvest.summary(lot));
    assertFalse(summary.json().get("is_complete").asBoolean());
    assertEquals(refused.json().get("blockers"), summary.json().get("blockers"));
    assertEquals(part.text().length(), summary.json().get("bytes").asInt());
  }

  private void assertBlocked(UUID lot, int plots, String... blockers) {
    assertBlocked(harvest.ofCoop, lot, plots, blockers);
  }

  private UUID lotOf(UUID farmer) {
    return harvest.named("lot", harvest.buy(harvest.named("farmer", farmer)));
  }

  @Test
  void goodsThatBeginWithACompanyAreAGap() {
    UUID good = harvest.buy(harvest.farmer());
    UUID stock =
        harvest.named("stock", harvest.move(harvest.coop, harvest.exporter, harvest.cherry, "5"));
    assertBlocked(stock, 0, "gap <stock> - -");
    UUID own =
        harvest.named("own", harvest.move(harvest.exporter, harvest.coop, harvest.cherry, "5"));
    assertBlocked(harvest.sell("100", good, own), 1, "gap <own> - -");
  }

  @Test
  void originsThatAnotherCompanyDoesNotShareAreBlockers() {
    UUID sale = harvest.named("sale", harvest.sell("40", harvest.buy(harvest.farmer())));
    assertBlocked(harvest.ofExporter, sale, 0, "not_shared <sale> - -");
    harvest.shares(harvest.coop);
    harvest.ofExporter.get(Harvest.file(sale)).expect(200);
    UUID export =
        harvest.named(
            "export", harvest.move(harvest.exporter, harvest.roaster, harvest.cherry, "40", sale));
    assertBlocked(harvest.ofRoaster, export, 0, "not_shared <export> - -");
    harvest.shares(harvest.exporter);
    assertEquals(
        harvest.ofCoop.get(Harvest.file(sale)).text(),
        harvest.ofRoaster.get(Harvest.file(export)).text());
  }

  @Test
  void onlyTheNewCompanySharesAFarmerThatMoved() {
    UUID farmer = harvest.farmer();
    UUID lot = lotOf(farmer);
    World.write("update farmer set buyer = ? where id = ?", harvest.roaster, farmer);
    assertBlocked(lot, 0, "not_shared <lot> - -");
    harvest.shares(harvest.roaster);
    harvest.ofCoop.get(Harvest.file(lot)).expect(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ", \"latitude\": 1.25", ", \"longitude\": 34.5"})
  void aFarmerWithoutAPlotAndWithoutBothCoordinatesHasNoPlace(String coordinates) {
    UUID farmer = harvest.farmer("Grace", UGANDAN + coordinates);
    assertBlocked(lotOf(farmer), 0, "no_location <lot> <farmer> -");
  }

  @Test
  void zeroDegreesNorthAndEastIsNoPlace() {
    UUID farmer = harvest.farmer("Grace", UGANDAN + ", \"latitude\": 0, \"longitude\": 0");
    assertBlocked(lotOf(farmer), 0, "zero_location <lot> <farmer> -");
    String zero = "{\"type\":\"Point\",\"coordinates\":[0.0000001,-0.0000009]}";
    harvest.named("plot", harvest.plot(farmer, "1", zero));
    harvest.plot(farmer, "1", POINT);
    assertBlocked(lotOf(farmer), 1, "zero_location <lot> <farmer> <plot>");
  }

  @Test
  void aPointOfMoreThanFourHectaresNeedsAPolygon() {
    UUID farmer = harvest.farmer("Grace", UGANDAN);
    harvest.named("plot", harvest.plot(farmer, "4.0001", POINT));
    harvest.plot(farmer, "4.0001", square("34.502", "1.502"));
    harvest.plot(farmer, "4.0000", POINT);
    assertBlocked(lotOf(farmer), 2, "point_over_4_ha <lot> <farmer> <plot>");
  }

  /** A hundred metres wide and long: 1.2308 ha. */
  private static final String FIELD = square("34.501", "1.501");

  private static String square(String east, String north) {
    return "{\"type\":\"Polygon\",\"coordinates\":[[[34.5,1.5],[%1$s,1.5],[%1$s,%2$s],[34.5,%2$s],[34.5,1.5]]]}"
        .formatted(east, north);
  }

  @Test
  void anAreaThreeTimesAsLargeOrSmallAsTheBoundaryIsWrong() {
    UUID farmer = harvest.farmer("Grace", UGANDAN);
    harvest.named("large", harvest.plot(farmer, "3.7", FIELD));
    harvest.named("small", harvest.plot(farmer, "0.41", FIELD));
    harvest.plot(farmer, "3.68", FIELD);
    assertBlocked(
        lotOf(farmer), 1, "wrong_area <lot> <farmer> <large>", "wrong_area <lot> <farmer> <small>");
  }

  @Test
  void aBoundaryOfMoreThanTenThousandHectaresNeedsAStatedArea() {
    UUID farmer = harvest.farmer("Grace", UGANDAN);
    harvest.named("unstated", harvest.plot(farmer, "null", square("34.6", "1.6")));
    harvest.plot(farmer, "12400", square("34.6", "1.6"));
    harvest.plot(farmer, "null", square("34.55", "1.55"));
    assertBlocked(lotOf(farmer), 2, "unstated_area <lot> <farmer> <unstated>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"country\": null", "\"country\": \"Congo\"", "\"country\": \"the\""})
  void aCountryThatIsNoneHasNoCode(String country) {
    UUID farmer = harvest.farmer("Grace", country);
    harvest.plot(farmer, "1", POINT);
    UUID lot = lotOf(farmer);
    assertBlocked(lot, 1, "unknown_country <lot> <farmer> -");
    assertFalse(harvest.ofCoop.get(Harvest.incomplete(lot)).text().contains("ProducerCountry"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "0.00"})
  void theNetMassMustBeKnown(String quantity) {
    UUID farmer = harvest.farmer();
    UUID lot = harvest.named("lot", harvest.move(farmer, harvest.coop, harvest.cherry, quantity));
    assertBlocked(lot, 1, "unknown_quantity <lot> - -");
  }

  @Test
  void anUnknownQuantityOfAnAncestorDoesNotMatter() {
    UUID unknown = harvest.move(harvest.farmer(), harvest.coop, harvest.cherry, "null");
    UUID beans = harvest.move(harvest.coop, harvest.coop, harvest.green, "7.5", unknown);
    harvest.ofCoop.get(Harvest.file(beans)).expect(200);
  }

  @Test
  void aReversedTransactionHasNoOrigins() {
    UUID lot = harvest.named("lot", harvest.sell("40", harvest.buy(harvest.farmer())));
    harvest.ofCoop.post(GOODS + lot + "/reversals/", "{\"reason\": \"Typo\"}").expect(201);
    assertBlocked(lot, 0, "reversed <lot> - -");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Point | [181,1]",
        "MultiPoint | [[34.1,1.1],[34.2,1.2]]",
        "Polygon | [[[34.1,1.1],[34.2,1.2],[34.2,1.1],[34.1,1.2],[34.1,1.1]]]"
      })
  void aGeometryThatBreaksTheRulesOfTheFileStaysOut(String type, String coordinates) {
    UUID farmer = harvest.farmer();
    String geometry = "{\"type\":\"%s\",\"coordinates\":%s}".formatted(type, coordinates);
    UUID plot = harvest.named("plot", harvest.plot(farmer, "1", geometry));
    assertBlocked(lotOf(farmer), 1, "invalid_geometry <lot> <farmer> <plot>");
    // Other tests read all plots, which the service itself always keeps right.
    World.write("update plot set geometry = cast(? as jsonb) where id = ?", POINT, plot);
  }

  @Test
  void everythingIsNamedAtOnceInAnOrderThatStays() {
    UUID nowhere = harvest.named("nowhere", harvest.farmer("Ruth", "\"country\": \"Utopia\""));
    UUID large = harvest.named("large", harvest.farmer("Moses", UGANDAN));
    harvest.named("plot", harvest.plot(large, "9", POINT));
    UUID first = harvest.named("first", harvest.buy(nowhere));
    UUID second = harvest.named("second", harvest.buy(large));
    UUID gap =
        harvest.named("gap", harvest.move(harvest.exporter, harvest.coop, harvest.cherry, "5"));
    UUID lot =
        harvest.named(
            "lot",
            harvest.move(harvest.coop, harvest.coop, harvest.green, "null", first, second, gap));
    String[] blockers = {
      "unknown_quantity <lot> - -",
      "gap <gap> - -",
      "unknown_country <first> <nowhere> -",
      "no_location <first> <nowhere> -",
      "point_over_4_ha <second> <large> <plot>"
    };
    assertBlocked(lot, 0, blockers);
    assertBlocked(lot, 0, blockers);
  }

  @Test
  void aThousandAreNamedAndTheRestIsCounted() {
    UUID farmer = harvest.farmer("Grace", UGANDAN);
    World.write(
        """
        insert into plot (id, company, farmer, area, geometry, creator, updater)
        select gen_random_uuid(), buyer, farmer.id, 9, ?::jsonb, creator, creator
          from generate_series(1, 1001), farmer
         where farmer.id = ?\
        """,
        POINT,
        farmer);
    Reply refused = harvest.ofCoop.get(Harvest.file(lotOf(farmer))).expect(409);
    assertEquals(1_000, refused.json().get("blockers").size());
    assertEquals(1_001, refused.json().get("blockers_total").asInt());
    assertEquals(
        "There are 1001 blockers; `blockers` names the first 1000.", refused.at("/detail"));
  }

  @Test
  void aCommodityHasAThousandProducersAtTheMost() {
    UUID farmer = harvest.farmer();
    UUID last = harvest.buy(farmer);
    UUID lot = harvest.named("lot", harvest.sell("1", harvest.buysOfOthers(999, farmer, last)));
    harvest.ofCoop.get(Harvest.file(lot)).expect(200);
    UUID more =
        harvest.named(
            "more", harvest.sell("1", harvest.buysOfOthers(1_000, farmer, harvest.buy(farmer))));
    assertBlocked(more, 1_001, "too_many_producers <more> - -");
  }

  @Test
  @Tag("proof")
  void aFileHasTwentyFiveMillionBytesAtTheMostAndEachProducerIsChecked() {
    UUID farmer = harvest.farmer("Grace", UGANDAN);
    World.write(
        """
        insert into plot (id, company, farmer, production_place, area, geometry, creator, updater)
        select gen_random_uuid(), buyer, farmer.id, repeat('x', 500), 1, ?::jsonb, creator, creator
          from generate_series(1, 40000), farmer
         where farmer.id = ?\
        """,
        POINT,
        farmer);
    UUID nowhere = harvest.named("nowhere", harvest.farmer("Mary", UGANDAN));
    UUID bought = harvest.named("bought", harvest.buy(nowhere));
    UUID lot = harvest.named("lot", harvest.sell("1", harvest.buy(farmer), bought));
    Reply summary = harvest.ofCoop.get(Harvest.summary(lot));
    assertEquals(
        List.of("too_large <lot> - -", "no_location <bought> <nowhere> -"),
        harvest.remarks(summary, "blockers"));
    int plots = summary.json().get("plots").asInt();
    int bytes = summary.json().get("bytes").asInt();
    int blockers = summary.json().get("blockers").toString().length();
    assertTrue(plots < 40_000, summary.text());
    assertTrue(bytes - blockers <= OriginsFile.MOST_BYTES, bytes + "");
    assertTrue(bytes > OriginsFile.MOST_BYTES - 1_000, bytes + "");
  }
}
