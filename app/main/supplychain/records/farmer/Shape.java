package supplychain.records.farmer;

/** What a plot can be: the geometries of GeoJSON (RFC 7946) that are one piece of land. */
public enum Shape {
  POINT("Point"),
  POLYGON("Polygon");

  private final String geoJson;

  Shape(String geoJson) {
    this.geoJson = geoJson;
  }

  /** Its name in GeoJSON. */
  public String geoJson() {
    return geoJson;
  }
}
