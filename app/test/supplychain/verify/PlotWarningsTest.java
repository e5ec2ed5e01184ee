package supplychain.verify;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.verify.WarningScene.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** Plots in places that look wrong, and farmers who may be recorded already. */
class PlotWarningsTest {
  private final WarningScene scene = new WarningScene();

  @Test
  void aPlotFarFromTheOtherPlacesOfItsFarmerIsAWarning() {
    scene.assertWarned(scene.plot(scene.farmer, at(1.0, 34.0)));
    scene.assertWarned(scene.plot(scene.farmer, at(1.8, 34.0)));
    scene.assertWarned(
        scene.plot(scene.farmer, at(3.0, 34.0)),
        "far_plot: The plot is 133 km from the farmer's nearest other place.");
  }

  @Test
  void theCoordinatesOfAFarmerAreAPlaceToo() {
    World.write("update farmer set latitude = 1, longitude = 34 where id = ?", scene.farmer);
    Reply far = scene.plot(scene.farmer, at(-30.0, 34.0));
    assertEquals("far_plot", far.header(HEADER));
  }

  @Test
  void aPlotFarFromThePlacesOfTheCompanyIsAWarning() {
    for (double east : new double[] {34.0, 34.05, 34.1, 34.11, 38.0}) {
      scene.assertWarned(scene.plot(scene.world.farmer(scene.company), at(1.0, east)));
    }
    UUID next = scene.world.farmer(scene.company);
    scene.assertWarned(
        scene.plot(next, at(1.0, 39.5)),
        "far_plot: The plot is 600 km from the middle of the company's places.");
    scene.assertWarned(scene.plot(scene.world.farmer(scene.company), at(1.0, 37.0)));
  }

  @Test
  void swappedLatitudeAndLongitudeAreAWarning() {
    scene.plot(scene.farmer, at(1.0, 34.0));
    scene.assertWarned(
        scene.plot(scene.farmer, at(34.0, 1.1)),
        "swapped_coordinates: The plot is 5016 km from the farmer's nearest other place. With"
            + " latitude and longitude swapped it would be 11 km from there.");
  }

  @Test
  void theSummaryOfOriginsListsPlotsAtOddPlaces() {
    scene.plot(scene.farmer, at(1.0, 34.0));
    String swapped = scene.plot(scene.farmer, at(34.0, 1.1)).id();
    String lot = scene.bought("").id();
    assertEquals(
        List.of(
            swapped
                + " swapped_coordinates: "
                + shown(scene.farmer)
                + ": The plot is 5016 km from the farmer's nearest other place."
                + " With latitude and longitude swapped it would be 11 km from there."),
        warnings(scene.member, lot).stream().filter(text -> text.startsWith(swapped)).toList());
  }

  /** The number and the name of a farmer, as the own company reads them. */
  private String shown(UUID farmer) {
    return scene.member.get(FARMERS + farmer + "/").at("/number") + " Grace";
  }

  @Test
  void theSummaryOfOriginsListsPlotsThatOverlap() {
    String upper = scene.plot(scene.farmer, square(34.0, 1.0, "Upper field")).id();
    UUID neighbour = scene.world.farmer(scene.company);
    String lower = scene.plot(neighbour, square(34.0005, 1.0, "Lower field")).id();
    scene.plot(scene.world.farmer(scene.company), square(34.0, 1.0005, "Of another lot"));
    String first = scene.bought("").id();
    String second = scene.bought("'source': '%s'".formatted(neighbour)).id();
    String lot = scene.sold("'parents': ['%s', '%s']".formatted(first, second)).id();
    List<String> ofBuyer = warnings(scene.member, lot);
    assertEquals(4, ofBuyer.size());
    assertEquals(
        ("%s overlapping_plot: %s: The plot overlaps plot \"Lower field\" of farmer %s by 50 %% of"
                + " the smaller one.")
            .formatted(
                upper,
                shown(scene.farmer),
                scene.member.get(FARMERS + neighbour + "/").at("/number")),
        ofBuyer.get(0));
    World.write("update company set shares_upstream = true where id = ?", scene.company);
    assertEquals(
        List.of(
            upper + " overlapping_plot: The plot overlaps plot " + lower + ".",
            lower + " overlapping_plot: The plot overlaps plot " + upper + "."),
        warnings(scene.world.client(scene.exporter, Role.MEMBER), lot));
  }

  /** The warnings about places in the summary of origins, each after the id of its plot. */
  private static List<String> warnings(Client reader, String lot) {
    JsonNode summary = reader.get(GOODS + lot + "/origins/").expect(200).json();
    List<String> plots =
        summary.get("warnings").valueStream().map(each -> each.get("plot").asText()).toList();
    List<String> texts = WarningScene.of(summary.get("warnings"));
    return IntStream.range(0, plots.size())
        .mapToObj(i -> plots.get(i) + " " + texts.get(i))
        .filter(text -> !text.contains("few_decimals") && !text.contains("area_assumed"))
        .toList();
  }

  @Test
  void plotsOfTheCompanyThatOverlapAreAWarning() {
    scene.assertWarned(scene.plot(scene.farmer, square(34.0, 1.0, "Upper field")));
    UUID other = scene.world.farmer(scene.company);
    String number = scene.member.get(FARMERS + scene.farmer + "/").at("/number");
    scene.assertWarned(
        scene.plot(other, square(34.0005, 1.0, "Lower field")),
        ("overlapping_plot: The plot overlaps plot \"Upper field\" of farmer %s by 50 %% of the"
                + " smaller one.")
            .formatted(number));
    scene.assertWarned(scene.plot(other, square(34.0, 1.001, "beside the first")));
    scene.assertWarned(scene.plot(other, square(34.0, 0.99902, "two percent of the first")));
    scene.assertWarned(
        scene.plot(other, "'name': 'Well', 'latitude': 1.0005, 'longitude': 34.0001"),
        ("overlapping_plot: The plot overlaps plot \"Upper field\" of farmer %s: the point of"
                + " one is in the other.")
            .formatted(number));
  }

  @Test
  void plotsOfOtherCompaniesAndPlotsThatAreNoLongerFarmedOverlapNothing() {
    UUID foreign = scene.world.farmer(scene.exporter);
    String body = merged("{'farmer': '" + foreign + "'}", square(34.0, 1.0, "Foreign"));
    scene.world.client(scene.exporter, Role.MEMBER).post(PLOTS, body).expect(201);
    Reply mine = scene.plot(scene.farmer, square(34.0, 1.0, "Mine"));
    scene.assertWarned(mine);
    String path = mine.header("Location");
    scene.member.patch(path, "{\"is_active\": false}").expect(200);
    scene.assertWarned(scene.plot(scene.farmer, square(34.0, 1.0, "Mine again")));
    Reply changed = scene.member.patch(path, "{\"is_active\": true}").expect(200);
    assertEquals("overlapping_plot", changed.header(HEADER));
  }

  @Test
  void aPlotOfAFarmerInThePathIsAnsweredWithItsWarnings() {
    String plots = FARMERS + scene.farmer + "/plots/";
    String body = "{\"latitude\": 1.5, \"longitude\": 34.5}";
    scene.assertWarned(scene.member.post(plots, body).expect(201));
    Reply again = scene.member.post(plots, body).expect(201);
    assertEquals("overlapping_plot", again.header(HEADER));
  }

  @Test
  void aGeometryThatWasBrokenInSqlStopsNothing() {
    String change = "update plot set geometry = ?::jsonb where id = ?::uuid";
    String broken = scene.plot(scene.farmer, at(1.0, 34.0)).id();
    try {
      double east = 34.0;
      for (String geometry :
          List.of("{}", "[]", "{\"type\": \"Polygon\", \"coordinates\": [[1]]}")) {
        World.write(change, geometry, broken);
        east += 0.01;
        scene.assertWarned(scene.plot(scene.farmer, at(1.0, east)));
      }
    } finally {
      World.write(change, "{\"type\": \"Point\", \"coordinates\": [34, 1]}", broken);
    }
  }

  private static String at(double latitude, double longitude) {
    return "'latitude': %s, 'longitude': %s".formatted(latitude, longitude);
  }

  /** A square of 0.001 degrees with this corner in the south-west. */
  private static String square(double west, double south, String name) {
    return "'name': '" + name + "', " + WarningScene.square(west, south, 0.001);
  }

  @Test
  void theSameNameAndPhoneAreAWarning() {
    String grace = "'first_name': 'Grace', 'last_name': 'Apio', ";
    Reply first = scene.farmer(grace + "'number': 'F-1', 'phone': '+256 772 000111'");
    scene.assertWarned(first);
    scene.assertWarned(
        scene.farmer("'first_name': 'GRACE', 'last_name': 'apio', 'phone': '+256-772-000-111'"),
        "same_farmer: Farmer F-1, Grace Apio, has the same name and phone.");
    scene.assertWarned(scene.farmer(grace + "'phone': '+256 772 000112'"));
    scene.assertWarned(scene.farmer("'first_name': 'Ruth', 'phone': '+256 772 000111'"));
    scene.assertWarned(scene.farmer("'last_name': 'Apio'"));
    scene.assertWarned(scene.farmer("'last_name': 'Apio'"));
  }

  @Test
  void theSameIdentificationOrReferenceNumberIsAWarning() {
    scene.farmer("'number': 'F-1', 'identification_no': 'CM8', 'reference_number': 'R-1'");
    scene.assertWarned(
        scene.farmer("'first_name': 'Ruth', 'identification_no': 'cm8', 'reference_number': 'r-1'"),
        "same_farmer: Farmer F-1, Grace, has the same identification_no.",
        "same_farmer: Farmer F-1, Grace, has the same reference_number.");
    scene.assertWarned(scene.farmer("'identification_no': 'R-1', 'reference_number': 'CM8'"));
    scene.assertWarned(scene.farmer("'identification_no': ' '"));
    scene.assertWarned(scene.farmer("'identification_no': ' '"));
  }

  @Test
  void aChangeOfAFarmerIsNotWarnedOfFieldsThatItLeavesOut() {
    String wrong = "'phone': 'none', 'identification_no': 'CM8', 'reference_number': 'R-1'";
    scene.farmer("'number': 'F-1', " + wrong);
    Reply farmer = scene.farmer(wrong + ", 'street': '#REF!'");
    String path = FARMERS + farmer.id() + "/";
    Reply changed = scene.member.patch(path, "{\"first_name\": \"Ruth\"}").expect(200);
    assertNull(changed.header(WarningScene.HEADER));
    scene.assertWarned(
        farmer,
        "same_farmer: Farmer F-1, Grace, has the same identification_no.",
        "same_farmer: Farmer F-1, Grace, has the same reference_number.",
        "phone_without_digits: The phone \"none\" has no digits.",
        "spreadsheet_text: \"#REF!\" is what a spreadsheet shows in place of a value.");
  }

  @Test
  void aFarmerIsComparedWithThoseOfItsCompanyAndAfterAMoveWithThoseOfTheNewOne() {
    String other = "{\"first_name\": \"Ruth\", \"identification_no\": \"CM8\"}";
    scene.world.client(scene.exporter, Role.MEMBER).post(FARMERS, other).expect(201);
    Reply farmer = scene.farmer("'identification_no': 'CM8'");
    scene.assertWarned(farmer);
    String move = "{\"first_name\": \"Grace\", \"buyer\": \"" + scene.exporter + "\"}";
    Client operator = scene.world.client(null, Role.OPERATOR);
    Reply moved = operator.patch(FARMERS + farmer.id() + "/", move).expect(200);
    assertEquals("same_farmer", moved.header(WarningScene.HEADER));
  }

  @Test
  void aPhoneWithoutDigitsIsAWarning() {
    scene.assertWarned(
        scene.farmer("'phone': 'none'"), "phone_without_digits: The phone \"none\" has no digits.");
    scene.assertWarned(scene.farmer("'phone': ' '"));
    scene.assertWarned(scene.farmer("'phone': 'ask 7'"));
  }

  @Test
  void aTextThatASpreadsheetWroteInPlaceOfAValueIsAWarning() {
    String warning = "spreadsheet_text: \"%s\" is what a spreadsheet shows in place of a value.";
    scene.assertWarned(scene.farmer("'last_name': '#REF!'"), warning.formatted("#REF!"));
    scene.assertWarned(scene.farmer("'last_name': ' #REF! '"), warning.formatted("#REF!"));
    scene.assertWarned(scene.farmer("'street': '#NAME?'"), warning.formatted("#NAME?"));
    scene.assertWarned(scene.farmer("'description': '####'"), warning.formatted("####"));
    scene.assertWarned(scene.farmer("'city': '#¡VALOR!'"), warning.formatted("#¡VALOR!"));
    scene.assertWarned(scene.farmer("'phone': '2.56E+11'"), warning.formatted("2.56E+11"));
    scene.assertWarned(scene.farmer("'description': 'Plot #2, 3E5 trees, N/A'"));
  }
}
