package supplychain.eudr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.eudr.Harvest.POINT;
import static supplychain.eudr.Harvest.SQUARE;
import static supplychain.eudr.Harvest.UGANDAN;
import static supplychain.eudr.Harvest.golden;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Reply;
import supplychain.World;

/** The file of origins, whole and byte for byte. */
class OriginsFileTest {
  private final Harvest harvest = new Harvest();

  private String file(UUID lot) {
    Reply reply = harvest.ofCoop.get(Harvest.file(lot));
    assertEquals(200, reply.status(), reply.text());
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
  void aPolygonIsWrittenCounterClockwise() {
    UUID farmer = harvest.farmer("Grace", UGANDAN);
    harvest.plot(farmer, "1.2", SQUARE);
    harvest.plot(
        farmer,
        "1.2",
        "{\"type\":\"Polygon\",\"coordinates\":[[[34.100001,1.100001],[34.100001,1.101001],"
            + "[34.101001,1.101001],[34.101001,1.100001],[34.100001,1.100001]]]}");
    assertEquals(golden("counter-clockwise.geojson"), fileOf(farmer));
  }

  @Test
  void anAreaIsANumberOfHectaresStatedOrMeasured() {
    UUID farmer = harvest.farmer("Grace", UGANDAN);
    harvest.plot(farmer, "2.50", POINT);
    harvest.plot(farmer, "4", POINT);
    harvest.plot(farmer, "null", POINT);
    harvest.plot(farmer, "0.00001", POINT);
    harvest.plot(farmer, "1000000", SQUARE);
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
    assertEquals(golden("consent.geojson"), file(harvest.sell("\"400\"", lots)));
  }

  @Test
  void eachPlotHasTheCountryOfItsFarmerByCode() {
    String[] countries = {"Côte d'Ivoire", "viet nam", "TZA", "et"};
    UUID[] lots = new UUID[countries.length];
    for (int i = 0; i < countries.length; i++) {
      UUID farmer = harvest.farmer("Grace", "\"country\": \"%s\"".formatted(countries[i]));
      harvest.plot(farmer, "1", POINT);
      lots[i] = harvest.buy(farmer);
    }
    assertEquals(golden("countries.geojson"), file(harvest.sell("\"400\"", lots)));
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
    UUID lot = harvest.sell("\"1\"", harvest.buy(without), harvest.buy(with), harvest.buy(before));
    assertEquals(golden("own-coordinates.geojson"), file(lot));
  }

  @Test
  void whatIsMissingStandsInAMemberOfItsOwn() {
    UUID good = harvest.farmer();
    UUID nowhere = harvest.named("nowhere", harvest.farmer("Ruth", UGANDAN));
    UUID lot = harvest.named("lot", harvest.buy(nowhere));
    UUID sale = harvest.named("sale", harvest.sell("\"150\"", harvest.buy(good), lot));
    Reply reply = harvest.ofCoop.get(Harvest.incomplete(sale));
    assertEquals(200, reply.status());
    assertEquals("application/geo+json", reply.header("Content-Type"));
    assertEquals(golden("incomplete.geojson"), harvest.withNames(reply.text()));
  }

  @Test
  void aCompleteFileIsTheSameWhetherAPartWasAskedForOrNot() {
    UUID lot = harvest.buy(harvest.farmer());
    Reply part = harvest.ofCoop.get(Harvest.incomplete(lot));
    assertEquals(file(lot), part.text());
    Reply again = harvest.ofCoop.get(Harvest.file(lot), "If-None-Match", part.header("ETag"));
    assertEquals(304, again.status());
    Reply head = harvest.ofCoop.send("HEAD", Harvest.file(lot), null);
    assertEquals(part.header("ETag"), head.header("ETag"));
  }
}
