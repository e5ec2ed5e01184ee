package supplychain.records.farmer;

import static supplychain.Paths.*;
import static supplychain.schema.Tables.PLOT;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.UUID;
import supplychain.Client;
import supplychain.OneCompany;
import supplychain.Records;
import supplychain.Reply;
import supplychain.core.Role;

/** A cooperative with a farmer whose plots are recorded. */
final class PlotScene extends OneCompany {
  static final String GEO_JSON = "application/geo+json";

  /** About 1.2 ha on the northern slope of Mount Elgon. */
  static final String POLYGON =
      "{\"type\":\"Polygon\",\"coordinates\":[[[34.371512,1.351764],[34.372361,1.351731],"
          + "[34.372408,1.353088],[34.371539,1.353143],[34.371512,1.351764]]]}";

  static final String TRIANGLE =
      "{\"type\":\"Polygon\",\"coordinates\":[[[34.371512,1.351764],[34.372361,1.351731],"
          + "[34.372408,1.353088],[34.371512,1.351764]]]}";

  static final String POINT = "{\"type\":\"Point\",\"coordinates\":[34.371512,1.351764]}";

  final UUID farmer = world.farmer(company);
  final Client member = world.client(company, Role.MEMBER);

  /** Where the plots of the farmer are. */
  String ofFarmer() {
    return FARMERS + farmer + "/plots/";
  }

  /** The farmer's number. */
  String number() {
    return member.get(FARMERS + farmer + "/").at("/number");
  }

  /** A plot of the farmer with these fields. */
  JsonNode plot(String fields) {
    return member.post(ofFarmer(), "{" + fields + "}").expect(201).json();
  }

  /** Sends plots of the farmer. */
  Reply send(String type, String body) {
    return post(ofFarmer(), type, body);
  }

  Reply post(String path, String type, String body) {
    return member.post(path, body, "Content-Type", type);
  }

  Reply features(String path, String... features) {
    String collection = "{\"type\":\"FeatureCollection\",\"features\":[%s]}";
    return post(path, GEO_JSON, collection.formatted(String.join(",", features)));
  }

  static String feature(String geometry, String properties) {
    return "{\"type\":\"Feature\",\"geometry\":"
        + geometry
        + ",\"properties\":{"
        + properties
        + "}}";
  }

  /** The plots of the farmer. */
  JsonNode plots() {
    return member.get(ofFarmer()).expect(200).json();
  }

  /** How many plots the farmer has. */
  int count() {
    return Records.count(PLOT, PLOT.FARMER.eq(farmer));
  }
}
