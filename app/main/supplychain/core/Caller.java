package supplychain.core;

import java.util.UUID;

/**
 * The sender of a request, as its token says.
 *
 * @param company the company for which the user acts; null for an operator and a monitor
 */
public record Caller(UUID user, UUID company, Role role) {
  /** The user that every installation has. The commands work in the name of this user. */
  public static final UUID SYSTEM = UUID.fromString("019c0000-0000-7000-8000-000000000001");

  public boolean isOperator() {
    return role == Role.OPERATOR;
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
