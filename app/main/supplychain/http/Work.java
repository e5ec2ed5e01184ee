package supplychain.http;

import io.javalin.security.RouteRole;

/** The work of a route, if it is more than usual. A route names it beside its role. */
public enum Work implements RouteRole {
  /** Seconds of work and much memory. */
  LONG
}
