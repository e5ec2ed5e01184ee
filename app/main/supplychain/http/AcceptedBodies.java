package supplychain.http;

import io.javalin.security.RouteRole;

/** Body types that a route accepts beside JSON. A route names them beside its role. */
public enum AcceptedBodies implements RouteRole {
  /** Bodies of many records: tables, and documents a line. */
  LINES,
  /** Bodies of GeoJSON features. */
  FEATURES
}
