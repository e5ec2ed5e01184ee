package supplychain.http;

import io.javalin.security.RouteRole;

/** The unusual work of a route, such as large bodies. A route names it beside its role. */
public enum Work implements RouteRole {
  /** Seconds of work and much memory. */
  LONG,
  /** Also takes bodies of many records: tables, and a document on each line. */
  LINES,
  /** Also takes bodies of GeoJSON features. */
  FEATURES,
  /** Checks itself that the token is live, in the statement that reads the answer. */
  CHECKS_TOKEN
}
