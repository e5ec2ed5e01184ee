package supplychain.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import supplychain.validation.Body;
import supplychain.validation.Formats;

/**
 * The properties of features as the tools of people name them: reads those that mean a field of a
 * plot, and notes the names of those that it ignores.
 */
final class FeatureProperties {
  /** The fields of a plot that a property may have under another name. */
  private static final Set<String> FIELDS = Set.of("name", "area", "production_place");

  /** Names that need no other one, and those that the service sets. */
  private static final Set<String> KEPT =
      Set.of(
          "name",
          "area",
          "production_place",
          "Area",
          "ProductionPlace",
          "farmer",
          "is_active",
          "id",
          "measured_area",
          "created_on",
          "updated_on",
          "creator",
          "updater");

  private static final String FARMER = "farmer.";

  private static final int MOST_NAMED = 50;

  private final ColumnNames names;
  private final boolean namesFarmers;
  private final Map<String, String> readAs = new LinkedHashMap<>();
  private final Set<String> ignored = new LinkedHashSet<>();

  /**
   * The properties of plots.
   *
   * @param namesFarmers whether a property can name the farmer, since the path does not
   */
  FeatureProperties(ColumnNames names, boolean namesFarmers) {
    this.names = names;
    this.namesFarmers = namesFarmers;
  }

  /** Whether a record is a feature, and no plot in the form of the service. */
  static boolean areOf(SourceRecord record) {
    return record.node().path("type").asText().equals("Feature");
  }

  /**
   * The feature with the names of the service, whose mistakes are shown at the names of the user.
   */
  SourceRecord read(SourceRecord feature) {
    if (!(feature.node().get("properties") instanceof ObjectNode properties)) {
      return feature;
    }
    Map<String, String> titles = new HashMap<>();
    for (Map.Entry<String, JsonNode> property : List.copyOf(properties.properties())) {
      String title = property.getKey();
      if (names.isIgnored(title)) {
        properties.remove(title);
      }
      boolean isKept = KEPT.contains(title) && properties.has(title);
      String field = isKept ? title : field(title, properties).orElse(null);
      if (field == null) {
        note(title);
      } else if (!isKept) {
        move(properties, title, field, property.getValue());
        titles.put(field.startsWith(FARMER) ? "farmer" : field, title);
        if (!field.equals(title)) {
          readAs.put(title, field);
        }
      }
    }
    String place = feature.pointer() + "/properties/";
    return titles.isEmpty()
        ? feature
        : feature.at(
            found ->
                titles.entrySet().stream()
                    .filter(one -> (found + "/").startsWith(place + one.getKey() + "/"))
                    .findFirst()
                    .map(one -> Body.pointer(feature.pointer() + "/properties", one.getValue()))
                    .orElse(found));
  }

  /** The field that a property means, unless another property has it already. */
  private Optional<String> field(String title, ObjectNode properties) {
    return names
        .field(title)
        .filter(
            field ->
                field.startsWith(FARMER)
                    ? namesFarmers && !properties.has("farmer")
                    : FIELDS.contains(field) && !isGiven(properties, field))
        .filter(field -> properties.path(title).isValueNode());
  }

  private static boolean isGiven(ObjectNode properties, String field) {
    return properties.has(field)
        || (field.equals("area") && properties.has("Area"))
        || (field.equals("production_place") && properties.has("ProductionPlace"));
  }

  private static void move(ObjectNode properties, String title, String field, JsonNode value) {
    properties.remove(title);
    if (value.isNull() || value.asText().isBlank()) {
      return;
    }
    if (field.startsWith(FARMER)) {
      String key = field.substring(FARMER.length());
      properties.putObject("farmer").put(key, Formats.code(value));
    } else {
      properties.set(field, value);
    }
  }

  private void note(String title) {
    if (ignored.size() < MOST_NAMED) {
      ignored.add(title);
    }
  }

  /** How the features were understood. */
  TableSummary summary() {
    return new TableSummary(null, 1, readAs, List.copyOf(ignored), List.of());
  }
}
