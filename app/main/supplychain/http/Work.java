package supplychain.http;

import io.javalin.security.RouteRole;

/** How much work a route makes, where that is more than usual; it is named beside the role. */
public enum Work implements RouteRole {
  /** Seconds of work and much memory. */
  LONG
}
