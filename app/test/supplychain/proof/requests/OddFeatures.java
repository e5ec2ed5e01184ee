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
  private static final String WGS = "urn:ogc:def:crs:OGC:1.3:CRS84";

  /** Members of a collection beside its features. */
  private static final List<String> MEMBERS =
      List.of(
          "\"name\":\"plots\"",
          "\"bbox\":[34.3,1.2,34.4,1.3]",
          "\"bbox\":[]",
          "\"bbox\":null",
          "\"crs\":null",
          "\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"" + WGS + "\"}}",
          "\"crs\":{\"type\":\"name\",\"properties\":{\"name\":\"EPSG:3857\"}}",
          "\"crs\":{\"type\":\"name\"}",
          "\"crs\":\"EPSG:4326\"",
          "\"crs\":[]",
          "\"type\":\"Feature\"",
          "\"type\":\"featurecollection\"",
          "\"type\":null",
          "\"type\":\"GeometryCollection\",\"geometries\":[]",
          "\"features\":[]",
          "\"features\":{}",
          "\"features\":null",
          "\"geometry\":null,\"properties\":{}",
          "\"\":0");

  /** What may stand among features. */
  private static final List<String> NONE =
      List.of(
          "null",
          "{}",
          "[]",
          "0",
          "\"a\"",
          "{\"type\":\"Feature\"}",
          "{\"type\":\"Feature\",\"geometry\":null,\"properties\":null}",
          "{\"type\":\"Point\",\"coordinates\":[34.2,1.1]}",
          "{\"type\":\"FeatureCollection\",\"features\":[]}");

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
  private static ObjectNode feature(JsonNode plot) {
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
