package supplychain.http;

import io.javalin.security.RouteRole;

/** What a route takes or does beyond the usual. A route names it beside its role. */
public enum Work implements RouteRole {
  /** Seconds of work and much memory. */
  LONG,
  /** Also takes bodies of many records: tables, and a document on each line. */
  LINES,
  /** Also takes bodies of GeoJSON features. */
  FEATURES
}
