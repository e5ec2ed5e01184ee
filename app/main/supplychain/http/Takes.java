package supplychain.http;

import io.javalin.security.RouteRole;

/** What a route takes beyond what every route takes; it stands beside its role. */
public enum Takes implements RouteRole {
  /** Bodies of many records: tables, and documents a line. */
  LINES,
  /** Bodies of GeoJSON features. */
  FEATURES
}
