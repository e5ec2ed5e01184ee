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
  /** The fields that a property may have under any name, with those in a file of origins. */
  private static final Map<String, String> FIELDS =
      Map.of("name", "name", "area", "Area", "production_place", "ProductionPlace");

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

  /** {@code namesFarmers} says that a property can name the farmer, since the path does not. */
  FeatureProperties(ColumnNames names, boolean namesFarmers) {
    this.names = names;
    this.namesFarmers = namesFarmers;
  }

  /** The feature with the names of the service. Its mistakes are shown at the names of the user. */
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
      if (field == null && ignored.size() < MOST_NAMED) {
        ignored.add(title);
      } else if (field != null && !isKept) {
        move(properties, title, field, property.getValue());
        titles.put(field.startsWith(FARMER) ? "farmer" : field, title);
        if (!field.equals(title)) {
          readAs.put(title, field);
        }
      }
    }
    String place = feature.pointer() + "/properties/";
    return feature.at(
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
                    : FIELDS.containsKey(field)
                        && !properties.has(field)
                        && !properties.has(FIELDS.get(field)))
        .filter(field -> properties.path(title).isValueNode());
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

  TableSummary summary() {
    return new TableSummary(null, 1, readAs, List.copyOf(ignored), List.of());
  }
}
