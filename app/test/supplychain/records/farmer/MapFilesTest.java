package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.records.farmer.PlotScene.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Client;
import supplychain.Reply;

/** Plots in the files of map programs: KML, KMZ, and the forms of GeoJSON. */
class MapFilesTest {
  static final String KML = "application/vnd.google-earth.kml+xml";
  private static final String KMZ = "application/vnd.google-earth.kmz";

  private static final String RING =
      "34.371512,1.351764,1730 34.372361,1.351731,1731\n 34.372408,1.353088,1740"
          + " 34.371512,1.351764,1730";

  private final PlotScene scene = new PlotScene();
  private final Client member = scene.member;

  private static String kml(String content) {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<kml xmlns=\"http://www.opengis.net/kml/2.2\""
        + " xmlns:gx=\"http://www.google.com/kml/ext/2.2\"><Document>"
        + content
        + "</Document></kml>";
  }

  private static String placemark(String content) {
    return kml("<Placemark>" + content + "</Placemark>");
  }

  private static String polygon(String ring) {
    return "<Polygon><outerBoundaryIs><LinearRing><coordinates>"
        + ring
        + "</coordinates></LinearRing></outerBoundaryIs></Polygon>";
  }

  private Reply sendKml(String body) {
    return scene.send(KML, body);
  }

  @Test
  void eachPlacemarkOfAnyFolderIsAPlot() {
    String file =
        """
        <name>My places</name><Style id="s"><LineStyle><width>2</width></LineStyle></Style>
        <Folder><name>North</name>
          <Placemark id="a"><name>Upper</name><description><![CDATA[<b>seen</b>]]></description>
            <styleUrl>#s</styleUrl>
            <ExtendedData><Data name="area"><displayName>Area</displayName><value>0.7</value></Data>
              <SchemaData schemaUrl="#p"><SimpleData name="ProductionPlace">Sipi</SimpleData>
                <SimpleData name="colour">red</SimpleData></SchemaData></ExtendedData>
            %s</Placemark>
          <Folder><Placemark><name>Well</name>
            <LookAt><longitude>1</longitude></LookAt>
            <Point><coordinates>34.371512,1.351764,0</coordinates></Point></Placemark></Folder>
        </Folder>"""
            .formatted(polygon(RING));
    Reply reply = sendKml(kml(file));
    assertEquals("{\"new\":2,\"ignored\":[\"description\",\"colour\"]}", reply.wholeSummary());
    JsonNode upper = scene.plots().get(0);
    assertEquals("Upper", upper.get("name").asText());
    assertEquals("0.7", upper.get("area").asText());
    assertEquals("Sipi", upper.get("production_place").asText());
    assertEquals(TRIANGLE, upper.get("geometry").toString());
    assertEquals(POINT, scene.plots().get(1).get("geometry").toString());
    assertEquals("Well", scene.plots().get(1).get("name").asText());
  }

  @Test
  void aMultiGeometryAndAHoleAreOnePlot() {
    String inner =
        "<innerBoundaryIs><LinearRing><coordinates>34.3718,1.3519 34.3719,1.3519 34.3719,1.352"
            + " 34.3718,1.3519</coordinates></LinearRing></innerBoundaryIs>";
    String holed =
        "<Polygon>" + inner + polygon("34.37,1.35 34.38,1.35 34.38,1.36 34.37,1.36").substring(9);
    String other = polygon("34.39, 1.35, 0 34.4 , 1.35, 0 34.4, 1.36, 0 34.39, 1.35, 0");
    String label = "<Point><coordinates>34.375,1.355</coordinates></Point>";
    String track =
        "<LineString><coordinates>"
            + RING.replace("34.37", "34.41")
            + "</coordinates></LineString>";
    String parts = "<MultiGeometry>%s%s<MultiGeometry>%s%s</MultiGeometry></MultiGeometry>";
    sendKml(placemark(parts.formatted(label, holed, other, track))).expect(200);
    JsonNode geometry = scene.plots().get(0).get("geometry");
    assertEquals("MultiPolygon", geometry.get("type").asText());
    assertEquals(3, geometry.get("coordinates").size());
    assertEquals(2, geometry.at("/coordinates/0").size());
    assertEquals(
        "[[34.37,1.35],[34.38,1.35],[34.38,1.36],[34.37,1.36],[34.37,1.35]]",
        geometry.at("/coordinates/0/0").toString());
  }

  @Test
  void mistakesOfPlacemarksAreNamedAtTheirPlaces() {
    Reply reply =
        sendKml(
            kml(
                "<Placemark><name>A</name></Placemark><Placemark>"
                    + polygon("34.3,1.3 34.4,91 34.4,x 34.3,1.3")
                    + "</Placemark><Placemark><LineString><coordinates>34.3,1.3"
                    + " 34.4,1.3</coordinates></LineString></Placemark>"));
    reply.expect(
        400,
        "/placemarks/0/geometry required",
        "/placemarks/1/geometry/coordinates/0/1/1 range",
        "/placemarks/1/geometry/coordinates/0/2/1 type",
        "/placemarks/2/geometry/coordinates not_a_choice");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "<osm version=\"0.6\"/>                                               | This is no KML.",
        "<!DOCTYPE kml [<!ENTITY a \"b\">]><kml><Placemark/></kml>             | DOCTYPE",
        "<!DOCTYPE kml SYSTEM \"http://127.0.0.1:1/a.dtd\"><kml/>              | DOCTYPE",
        "<kml><Placemark><name>&xxe;</name></Placemark></kml>                  | damaged",
        "<kml><Placemark></kml>                                                | damaged",
        "<kml></kml>                                                           | no record"
      })
  void anotherXmlIsRefusedWithTheReason(String body, String reason) {
    Reply reply = sendKml(body).expect(400);
    assertTrue(reply.text().contains(reason), reply.text());
    assertEquals(0, scene.count());
  }

  @Test
  void aTrackAroundAPlotIsItsBoundary() {
    String coords = RING.replaceAll("\\s+", "</gx:coord><when/><gx:coord>").replace(",", " ");
    String track = "<gx:Track><when/><gx:coord>%s</gx:coord></gx:Track>";
    sendKml(placemark("<name>T</name>" + track.formatted(coords))).expect(200);
    assertEquals(TRIANGLE, scene.plots().get(0).get("geometry").toString());
    String open = track.formatted("34.37 1.35 0</gx:coord><gx:coord>34.38 1.35 0");
    sendKml(placemark("<gx:MultiTrack>" + open + "</gx:MultiTrack>"))
        .expect(400, "/placemarks/0/geometry/coordinates not_a_choice");
  }

  @Test
  void theContentOfAMapTellsItsFormat() {
    scene.send(GEO_JSON, placemark(polygon(RING))).expect(200);
    assertEquals(TRIANGLE, scene.plots().get(0).get("geometry").toString());
    String gpx = "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\"><wpt lat=\"1\" lon=\"34\"/></gpx>";
    for (String type : new String[] {GEO_JSON, KML, "text/csv", "application/x-ndjson"}) {
      Reply reply = scene.send(type, gpx).expect(400, " format");
      assertTrue(reply.text().contains("This is GPX. For waypoints, run `ogr2ogr"), reply.text());
    }
    Reply table = scene.send("text/csv", placemark("")).expect(400, " format");
    assertTrue(table.text().contains("This is KML with plots. Send it"), table.text());
  }

  @Test
  void aFileWithOnlyALinkToItsPlacesIsToldToSaveThem() {
    String link = "<NetworkLink><Link><href>https://example.org/a.kml</href></Link></NetworkLink>";
    Reply reply = sendKml(kml(link)).expect(400, " required");
    assertTrue(reply.text().contains("This file has only a link to its places."), reply.text());
  }

  @Test
  void aPlacemarkThatIsTooLongIsRefusedAndTheLongestIsNot() {
    String position = "34.371512,1.351764 ";
    String longest = position.repeat((1 << 20) / position.length() - 20);
    Reply few = sendKml(placemark(polygon(longest))).expect(400);
    assertTrue(few.text().contains("has 55168 positions or more. The limit is 10000."), few.text());
    Reply tooLong = sendKml(placemark(polygon(longest + position.repeat(40)))).expect(400);
    assertTrue(tooLong.text().contains("1024 KiB"), tooLong.text());
    String deep = "<Folder>".repeat(70) + "<Placemark/>" + "</Folder>".repeat(70);
    assertTrue(sendKml(kml(deep)).expect(400).text().contains("too many levels"));
  }

  @Test
  void aLongRunOfBlanksBetweenPositionsIsReadAtOnce() {
    String ring = RING.replaceFirst(" ", " \n\t".repeat(300_000));
    sendKml(placemark(polygon(ring))).expect(200);
    assertEquals(TRIANGLE, scene.plots().get(0).get("geometry").toString());
  }

  @Test
  void aFeatureWithoutACollectionHasTheLimitOfARecord() {
    String large = feature(POINT, "\"x\": \"" + "a".repeat(1 << 20) + "\"");
    scene.send(GEO_JSON, large).expect(400, " too_large");
    scene.send(GEO_JSON, large + "\n" + POINT + "\n" + large).expect(400, "/1 too_large");
  }

  private static byte[] zip(String name, String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry("files/icon.png"));
      zip.putNextEntry(new ZipEntry(name));
      zip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private Reply sendKmz(byte[] file) {
    return send(KMZ, file);
  }

  private Reply send(String type, byte[] file) {
    return member.postBody(
        scene.ofFarmer(), BodyPublishers.ofByteArray(file), "Content-Type", type);
  }

  @Test
  void aWorkbookThatIsSentAsKmlHasNoRecord() throws IOException {
    Reply refused = send(KML, zip("xl/workbook.xml", "<workbook/>")).expect(400, " required");
    assertEquals(List.of(" The file has no record."), refused.details());
  }

  @Test
  void theKmlOfAKmzIsRead() throws IOException {
    byte[] kmz = zip("doc.kml", placemark(polygon(RING)));
    sendKmz(kmz).expect(200);
    assertEquals(TRIANGLE, scene.plots().get(0).get("geometry").toString());
    byte[] bomb = zip("doc.kml", kml("<!-- " + " ".repeat(30_000_000) + " -->"));
    Reply refused = sendKmz(bomb).expect(400);
    assertTrue(refused.text().contains("cannot read this file"), refused.text());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "%2$s                                | application/geo+json     | 1",
        "%1$s%n%1$s                          | application/geo+json     | 2",
        "%1$s%n%2$s%n                        | application/geo+json     | 2",
        "\u001e%1$s%n\u001e%1$s%n            | application/geo+json-seq | 2",
        "{\"type\":\"FeatureCollection\",\"features\":[%1$s]} %1$s | application/geo+json | 2"
      })
  void geometriesAndSequencesAreRead(String form, String type, int count) {
    String feature = feature(POINT, "\"name\": \"A\"");
    scene.send(type, form.formatted(feature, POINT)).expect(200);
    assertEquals(count, scene.count());
  }

  @Test
  void mistakesOfASequenceAreNamedByTheNumberOfTheDocument() {
    String wrong = "{\"type\":\"Point\",\"coordinates\":[34,95]}";
    scene.send(GEO_JSON, wrong).expect(400, "/coordinates/1 range");
    String body =
        "%1$s\n%2$s\n{\"type\":\"FeatureCollection\",\"features\":[%1$s]}\n{}"
            .formatted(feature(wrong, ""), wrong);
    scene
        .send(GEO_JSON, body.replace("\n{}", ""))
        .expect(
            400,
            "/1/geometry/coordinates/1 range",
            "/2/coordinates/1 range",
            "/3/features/0/geometry/coordinates/1 range");
    scene.send(GEO_JSON, body).expect(400, "/4/type not_a_choice");
  }

  @Test
  void featuresOnLinesAreReadAsJsonLinesToo() {
    String feature = feature(POINT, "\"name\": \"A\", \"fid\": 1");
    Reply reply = scene.send("application/x-ndjson", feature + "\n" + feature);
    assertTrue(reply.wholeSummary().contains("\"new\":2"), reply.text());
    assertTrue(reply.wholeSummary().contains("\"ignored\":[\"fid\"]"), reply.text());
    scene
        .send("application/x-ndjson", "{\"latitude\": 1, \"longitude\": 34, \"fid\": 1}")
        .expect(400, "/1/fid unknown_field");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"type\":\"Topology\",\"objects\":{}} | This is TopoJSON. Convert it to GeoJSON: ogr2ogr",
        "{\"geometryType\":\"esriGeometryPolygon\",\"features\":[{\"attributes\":{}}]} | This is Esri JSON.",
      })
  void otherFormatsAreNamedWithTheWayOut(String body, String reason) {
    Reply reply = scene.send(GEO_JSON, body).expect(400);
    assertTrue(reply.text().contains(reason), reply.text());
  }

  @Test
  void propertiesAreReadByTheNamesThatPeopleUse() {
    String number = scene.number();
    String named =
        "\"Farmer code\": \"%s\", \"Plot_Name\": \"North\", \"area_ha\": 0.51234, \"Village\": \"Sipi\","
            + "\"fid\": 1, \"Shape_Leng\": 2.5";
    Reply reply = scene.features(PLOTS, feature(POINT, named.formatted(number)));
    assertEquals(
        "{\"new\":1,\"read_as\":{"
            + "\"Farmer code\":\"farmer.number\",\"Plot_Name\":\"name\",\"area_ha\":\"area\","
            + "\"Village\":\"production_place\"},\"ignored\":[\"fid\",\"Shape_Leng\"]}",
        reply.wholeSummary());
    JsonNode plot = scene.plots().get(0);
    assertEquals("North", plot.get("name").asText());
    assertEquals("0.5123", plot.get("area").asText());
    assertEquals("Sipi", plot.get("production_place").asText());
    scene
        .features(PLOTS, feature(POINT, "\"Farmer code\": \"none\", \"area_ha\": -1"))
        .expect(
            400,
            "/features/0/properties/Farmer code does_not_exist",
            "/features/0/properties/area_ha range");
    String renamed = PLOTS + "?rename=owner_nr:farmer.number&ignore=Village";
    String owned = "\"owner_nr\": \"%s\", \"Village\": \"x\"".formatted(number);
    String summary = scene.features(renamed, feature(POINT, owned)).wholeSummary();
    assertTrue(summary.contains("\"ignored\":[\"Village\"]"), summary);
    assertNull(scene.plots().get(1).get("production_place").textValue());
  }
}
