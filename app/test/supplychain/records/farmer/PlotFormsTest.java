package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.records.farmer.PlotScene.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Client;
import supplychain.Reply;
import supplychain.World;

/** Plots as the tools of people write them: each form is recorded as the same GeoJSON. */
class PlotFormsTest {
  private static final String LINES = "application/x-ndjson";

  private final PlotScene scene = new PlotScene();
  private final Client member = scene.member;

  private JsonNode plot() {
    JsonNode list = scene.plots();
    assertEquals(1, list.size(), list.toString());
    return list.get(0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      value = {
        "POLYGON ((34.371512 1.351764, 34.372361 1.351731, 34.372408 1.353088, 34.371512 1.351764))",
        "polygon((34.371512 1.351764,34.372361 1.351731,34.372408 1.353088,34.371512 1.351764))",
        "POLYGON Z ((34.371512 1.351764 9,34.372408 1.353088 9,34.372361 1.351731 9,34.371512 1.351764 9))",
        "SRID=4326;MULTIPOLYGON(((34.371512 1.351764,34.372361 1.351731,34.372408 1.353088,34.371512 1.351764)))",
        "LINESTRING (34.371512 1.351764, 34.372361 1.351731, 34.372408 1.353088, 34.371512 1.351764)",
        "1.351764 34.371512 1730.5 4.2; 1.351731 34.372361 1731 3;1.353088 34.372408 1742.0 4.5;",
        "1.351764 34.371512 0 0; 1.351731 34.372361 0 0; 1.353088 34.372408 0 0; 1.351764 34.371512 0 0",
        "1.351764 34.371512; 1.351731 34.372361; 1.353088 34.372408"
      })
  void aTextOfABoundaryIsItsPolygonInATableAndInJson(String text) {
    String table = "name\tgeometry\nUpper\t" + text + "\n";
    scene.send("text/csv", table).expect(200);
    JsonNode plot = plot();
    assertEquals(TRIANGLE, plot.get("geometry").toString());
    String again = "{\"id\": %s, \"geometry\": \"%s\"}".formatted(plot.get("id"), text);
    assertEquals("known=1", scene.post(PLOTS, LINES, again).expect(200).summary());
    String changed = again.replace("34.372408", "34.372409");
    scene.post(PLOTS, LINES, changed).expect(409, "/1/geometry/coordinates different");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      value = {
        "POINT (34.371512 1.351764)",
        "Point Z(34.371512 1.351764 1730)",
        "MULTIPOINT ((34.371512 1.351764))",
        "1.351764 34.371512 1730.5 4.2",
        "1.351764 34.371512"
      })
  void aTextOfAPositionIsItsPoint(String text) {
    member.post(scene.ofFarmer(), "{\"geometry\": \"" + text + "\"}").expect(201);
    assertEquals(POINT, plot().get("geometry").toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      textBlock =
          """
          POINT (34.3                       | format
          POINT (34.3 1.3) x                | format
          POINT ()                          | format
          POINT (34.3)                      | format
          POINT (1 2 3 4 5)                 | format
          POINT EMPTY                       | format
          POLYGON (34.3 1.3, 34.4 1.3)      | type
          POLYGON ((((34.3 1.3))))          | format
          CIRCULARSTRING (34 1, 35 1, 34 1) | format
          GEOMETRYCOLLECTION (POINT (34 1)) | format
          1.3, 34.3                         | format
          1.3 34.3 0 0 0                    | format
          ;                                 | format
          34.3 181.3 0 0                    | range
          34.3 91 0; 91 34.3 0              | range
          SRID=32636;POINT (653000 149000)  | not_a_choice
          POINT (653000 149000)             | range
          0101000020E6100000D0D556EC2F2F41405F07CE19511AF53F | format
          """)
  void aTextThatIsNoGeometryIsRefusedWithTheFormsThatThereAre(String text, String code) {
    Reply reply = member.post(scene.ofFarmer(), "{\"geometry\": \"" + text + "\"}").expect(400);
    assertEquals(code, reply.json().at("/errors/0/code").asText(), reply.text());
    String detail = reply.json().at("/errors/0/detail").asText();
    assertTrue(detail.matches("(?s).*(must be|must have|is binary|ogr2ogr).*"), detail);
  }

  @Test
  void aPointSentAgainByItsLatitudeAndLongitudeIsCompared() {
    String id = scene.plot("\"latitude\": 1.351764, \"longitude\": 34.371512").get("id").asText();
    String same =
        "{\"id\": \"%s\", \"latitude\": 1.3517640, \"longitude\": 34.3715124}".formatted(id);
    assertEquals("known=1", scene.post(PLOTS, LINES, same).expect(200).summary());
    scene
        .post(PLOTS, LINES, same.replace("1.3517640", "1.36"))
        .expect(409, "/1/latitude different");
    String table = "id,latitude,longitude\n" + id + ",1.351764,34.38\n";
    scene.post(PLOTS, "text/csv", table).expect(409, "/2/longitude different");
    String properties = "\"id\": \"" + id + "\", \"latitude\": 5, \"geometry\": \"x\"";
    assertEquals(
        "known=1", scene.features(PLOTS, feature(POINT, properties)).expect(200).summary());
    member.patch(PLOTS + id + "/", "{\"geometry\": " + POLYGON + "}").expect(200);
    scene.post(PLOTS, LINES, same).expect(409, "/1/longitude different");
  }

  @Test
  void aNumberSentAgainAsANameIsKnown() {
    String fields = "\"name\": 3.0, \"production_place\": 7";
    scene.features(scene.ofFarmer(), feature(POINT, fields)).expect(200);
    assertEquals("3", plot().get("name").asText());
    String again = fields + ", \"id\": " + plot().get("id");
    assertEquals("known=1", scene.features(PLOTS, feature(POINT, again)).expect(200).summary());
  }

  /** A pattern that tries each way to share out the blanks takes minutes. */
  @Test
  void aLongRunOfBlanksIsRefusedAtOnce() {
    String blanks = " ".repeat(900_000);
    for (String text : List.of("POLYGON" + blanks + "x", "1.3 34.3" + blanks + "x")) {
      scene.send(LINES, "{\"geometry\": \"" + text + "\"}").expect(400, "/1/geometry format");
    }
  }

  @Test
  void aPlotOfSeveralPartsIsOneRecord() {
    String wkt =
        "MULTIPOLYGON (((34.37 1.35, 34.371 1.35, 34.371 1.351, 34.37 1.35)),"
            + " ((34.38 1.35, 34.381 1.35, 34.381 1.351, 34.38 1.35)))";
    member.post(scene.ofFarmer(), "{\"geometry\": \"" + wkt + "\"}").expect(201);
    JsonNode plot = plot();
    assertEquals("MultiPolygon", plot.at("/geometry/type").asText());
    assertEquals(2, plot.at("/geometry/coordinates").size());
    assertEquals("1.2306", plot.get("measured_area").asText());
    String features = member.get(scene.ofFarmer(), "Accept", GEO_JSON).text();
    assertEquals("known=1", scene.post(PLOTS, GEO_JSON, features).expect(200).summary());
  }

  @Test
  void aFarmerIsNamedByAnyOfTheNames() {
    String number = World.unique(9);
    String farmer =
        "{\"number\": \"%s\", \"first_name\": \"Ruth\", \"last_name\": \"%s\","
            + " \"reference_number\": \"R%s\", \"entity_card\": {\"card\": {\"card_id\": \"C%s\"}}}";
    member.post(FARMERS, farmer.formatted(number, "A" + number, number, number)).expect(201);
    for (String name : List.of(number, "R" + number, "c" + number, "ruth A" + number)) {
      scene.features(PLOTS, feature(POINT, "\"farmer\": \"" + name + "\"")).expect(200);
    }
    Reply reply = scene.features(PLOTS, feature(POINT, "\"farmer\": 17.0"));
    assertEquals(
        List.of(
            "/features/0/properties/farmer No farmer has the number or has the reference number or"
                + " holds the card or is called \"17\"."),
        reply.expect(400).details());
  }
}
