package supplychain.proof.requests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/** Features of GeoJSON (RFC 7946), of which most are right. */
final class OddFeatures {
  /** Members of a collection beside its features. */
  private static final List<String> MEMBERS = OddWords.of("features members");

  /** What may stand among features. */
  private static final List<String> NONE = OddWords.of("features none");

  private final Random random;
  private final OddBodies bodies;
  private final OddBytes bytes;
  private final OddGeometries geometries;

  OddFeatures(Random random, OddBodies bodies) {
    this.random = random;
    this.bodies = bodies;
    bytes = new OddBytes(random);
    geometries = new OddGeometries(random);
  }

  /** So many features of that plot, up to two of them odd, or what is around them. */
  String next(JsonNode plot, int count) {
    ObjectNode feature = feature(plot);
    if (random.nextInt(10) == 0) {
      return bytes.next(bodies.text(feature));
    }
    ArrayNode features = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < count; i++) {
      features.add(feature.deepCopy());
    }
    for (int i = random.nextInt(3); i > 0 && !features.isEmpty(); i--) {
      features.set(random.nextInt(features.size()), OddValues.raw(odd(feature)));
    }
    return bytes.next(collection("\"features\":" + features));
  }

  private String collection(String features) {
    UnaryOperator<String> more = text -> text;
    if (random.nextInt(4) == 0) {
      String member = MEMBERS.get(random.nextInt(MEMBERS.size()));
      more = random.nextBoolean() ? text -> text + "," + member : text -> member + "," + text;
    }
    String type = "\"type\":\"FeatureCollection\"";
    boolean typeLast = random.nextInt(4) == 0;
    return "{" + more.apply(typeLast ? features + "," + type : type + "," + features) + "}";
  }

  private String odd(ObjectNode feature) {
    return switch (random.nextInt(8)) {
      case 0 -> NONE.get(random.nextInt(NONE.size()));
      case 1, 2, 3 -> {
        ObjectNode odd = feature.deepCopy();
        odd.set("geometry", OddValues.raw(geometries.next()));
        yield odd.toString();
      }
      default -> bodies.text(feature);
    };
  }

  /** The plot as a feature; it may be one already. */
  static ObjectNode feature(JsonNode plot) {
    if (plot.has("type")) {
      return plot.deepCopy();
    }
    ObjectNode properties = plot.deepCopy();
    JsonNode geometry = properties.remove("geometry");
    ObjectNode feature = JsonNodeFactory.instance.objectNode().put("type", "Feature");
    feature.set("geometry", geometry);
    feature.set("properties", properties);
    return feature;
  }
}
