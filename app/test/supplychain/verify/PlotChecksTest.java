package supplychain.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.World;

/** Plots whose area or country looks wrong. */
class PlotChecksTest {
  private final WarningScene scene = new WarningScene();

  /** A square with this side in degrees; 0.001 is 1.2307 ha. */
  private static String square(double side, String fields) {
    return fields + WarningScene.square(34, 1, side);
  }

  @ParameterizedTest
  @CsvSource({
    "1.54, 'The stated area is 1.54 ha, but the boundary encloses 1.2307 ha.'",
    "0.98, 'The stated area is 0.98 ha, but the boundary encloses 1.2307 ha.'",
    "12308, 'The stated area is 12308 ha, but the boundary encloses 1.2307 ha. Is it in square"
        + " metres?'",
    "3.04, 'The stated area is 3.04 ha, but the boundary encloses 1.2307 ha. Is it in acres?'"
  })
  void anAreaThatDiffersByMoreThanAQuarterFromTheBoundaryIsAWarning(String area, String detail) {
    scene.assertWarned(
        scene.plot(scene.farmer, square(0.001, "'area': '" + area + "', ")),
        "area_differs: " + detail);
  }

  @Test
  void anAreaThatDiffersByAQuarterIsNoWarning() {
    scene.assertWarned(scene.plot(scene.farmer, square(0.001, "'area': '1.5383', ")));
  }

  @Test
  void aLargePlotOfAFarmerWhoseOthersAreSmallIsAWarning() {
    scene.plot(scene.farmer, "'area': '2', 'latitude': 1.02, 'longitude': 34.2");
    scene.assertWarned(
        scene.plot(scene.farmer, square(0.01, "")),
        "large_plot: The plot has 123.0723 ha, and the largest other plot of the farmer has 2 ha.");
    UUID estate = scene.world.farmer(scene.company);
    scene.plot(estate, "'area': '40', 'latitude': 1.02, 'longitude': 34.3");
    scene.assertWarned(
        scene.plot(estate, "'area': '400', 'latitude': 1.02, 'longitude': 34.4"),
        "large_plot: The plot has 400 ha, and the largest other plot of the farmer has 40 ha.");
    scene.assertWarned(scene.plot(estate, "'area': '390', 'latitude': 1.02, 'longitude': 34.5"));
  }

  @Test
  void aPlotOutsideOfTheCountryOfItsFarmerIsAWarning() {
    World.write("update farmer set country = 'Uganda' where id = ?", scene.farmer);
    scene.assertWarned(
        scene.plot(scene.farmer, "'latitude': 6.352104, 'longitude': -1.980012"),
        "other_country: The plot is in Ghana, 3585 km outside of Uganda, the country of its farmer.");
    World.write("update farmer set country = 'Utopia' where id = ?", scene.farmer);
    scene.assertWarned(scene.plot(scene.farmer, "'latitude': 6.3522, 'longitude': -1.9801"));
  }

  @ParameterizedTest
  @CsvSource({
    "UG, 34.40, 1.36, ",
    // Busia, and 25 km into Kenya.
    "Uganda, 34.11, 0.46, ",
    "Uganda, 34.30, 0.46, ",
    "Uganda, 36.82, -1.29, 'The plot is in Kenya, 326 km outside of Uganda, the country of its farmer.'",
    "Uganda, 1.36, 34.40, 'The plot is in Algeria, 4588 km outside of Uganda, the country of its"
        + " farmer. With latitude and longitude swapped it would be there.'",
    "Rwanda, 6.352104, -1.980012, 'The plot is in the sea or on a small island, 2501 km outside of Rwanda, the country of"
        + " its farmer.'",
    // On both sides of the 180th meridian.
    "Fiji, 179.95, -16.7, ",
    "Fiji, -179.95, -16.8, ",
    "New Zealand, -176.5, -43.9, ",
    "Russia, -175.0, 66.5, ",
    "Indonesia, 106.8, -6.2, ",
    "Brazil, -47.9, -15.8, ",
    "Tuvalu, 20.0, 20.0, ",
    "Utopia, 20.0, 20.0, "
  })
  void aPlaceFarOutsideOfTheOutlineIsNamed(
      String country, double longitude, double latitude, String detail) {
    assertEquals(Optional.ofNullable(detail), Outlines.outside(country, longitude, latitude));
  }
}
