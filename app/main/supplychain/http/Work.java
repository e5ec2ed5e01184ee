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
  /**
   * Reads one record. Its query also checks the token. Requests can share the query, so the handler
   * takes the permit to use the database itself.
   */
  ONE_RECORD
}
