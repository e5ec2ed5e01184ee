package supplychain.core;

import io.javalin.security.RouteRole;

/** What a token may do, from least to most; each role may all that those before it may. */
public enum Role implements RouteRole {
  /** No token is needed. */
  ANYONE,
  /** Reads the records of its company. */
  REPORTER,
  /** Records farmers and transactions of its company. */
  MEMBER,
  /** Keeps its company, with its products, members and tokens. */
  ADMIN,
  /** Acts for the whole installation; belongs to no company. */
  OPERATOR
}
