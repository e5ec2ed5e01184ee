package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.World;

/** PostgreSQL finds neighbours of a plot by its box, which has all positions and no altitude. */
class PlotBoxTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[34.5, 1.25]                                           | (34.5,1.25),(34.5,1.25)",
        "[34.5, 1.25, 1200]                                     | (34.5,1.25),(34.5,1.25)",
        "[[[1, 2], [3, 2], [3, 5], [1, 2]]]                     | (3,5),(1,2)",
        "[[[1, 2, 9], [3, 2, 9.5], [3, -5, 9], [1, 2, 9]]]      | (3,2),(1,-5)",
        "[[[[1, 2], [3, 2], [3, 5], [1, 2]]], [[[7, 8], [9, 8], [9, 9], [7, 8]]]] | (9,9),(1,2)",
        "[[[[1, 2, 9], [3, 2, 9], [3, 5, 9], [1, 2, 9]]]]       | (3,5),(1,2)",
        "[]                                                     |"
      })
  void theBoxHasAllPositionsWithoutTheirAltitudes(String coordinates, String box) {
    String geometry = "{\"type\": \"Any\", \"coordinates\": " + coordinates + "}";
    assertEquals(box, World.read(sql -> sql.fetchValue("select box_of(?::jsonb)::text", geometry)));
  }
}
