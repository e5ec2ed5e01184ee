package supplychain.core;

import io.javalin.security.RouteRole;

/** The roles of tokens, from least to most. Each role can also do what the roles before it can. */
public enum Role implements RouteRole {
  /** No token is needed. */
  ANYONE,
  /** Reads the records of its company. */
  REPORTER,
  /** Records farmers and transactions of its company. */
  MEMBER,
  /** Manages its company, with its products, members and tokens. */
  ADMIN,
  /** Acts for the whole installation; belongs to no company. */
  OPERATOR
}
