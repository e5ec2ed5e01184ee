package supplychain.core;

import java.util.UUID;

/** The sender of a request, as its token says; an operator and a monitor have no company. */
public record Caller(UUID user, UUID company, Role role) {
  /** The user that every installation has. The commands work in the name of this user. */
  public static final UUID SYSTEM = UUID.fromString("019c0000-0000-7000-8000-000000000001");

  /** The caller in whose name commands read and write: it can do everything. */
  public static final Caller OPERATOR = new Caller(SYSTEM, null, Role.OPERATOR);

  private static final UUID NO_COMPANY = new UUID(0, 0);

  public boolean isOperator() {
    return role == Role.OPERATOR;
  }

  /** The company as a part of a key in the database, which cannot be null. */
  public UUID companyInKey() {
    return company == null ? NO_COMPANY : company;
  }

  /** Whose limits count the requests: the company, or the user of a token without a company. */
  public UUID account() {
    return company == null ? user : company;
  }

  /** Whether the caller can see and use the records of this company. */
  public boolean actsFor(UUID owner) {
    return isOperator() || company.equals(owner);
  }
}
