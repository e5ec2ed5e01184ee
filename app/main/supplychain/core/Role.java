package supplychain.core;

import io.javalin.security.RouteRole;

/**
 * The roles of tokens, from least to most. Each role can also do what the roles before it can, but
 * only MONITOR and OPERATOR can read the metrics.
 */
public enum Role implements RouteRole {
  /** No token is needed. */
  ANYONE,
  /** Reads the metrics and nothing else; belongs to no company. */
  MONITOR,
  /** Reads the records of its company. */
  REPORTER,
  /** Records farmers and transactions of its company. */
  MEMBER,
  /** Manages its company, with its products, members and tokens. */
  ADMIN,
  /** Acts for the whole installation; belongs to no company. */
  OPERATOR;

  /** Whether a token of this role can use a path that needs the other role. */
  public boolean covers(Role needed) {
    return needed == MONITOR ? this == MONITOR || this == OPERATOR : compareTo(needed) >= 0;
  }

  /** Whether a token of this role belongs to a company. */
  public boolean hasCompany() {
    return this != MONITOR && this != OPERATOR;
  }
}
