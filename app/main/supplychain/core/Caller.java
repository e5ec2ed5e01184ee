package supplychain.core;

import java.util.UUID;

/**
 * Who sends a request: what its token stands for.
 *
 * @param user the person or script, creator and updater of what is written
 * @param company the company acted for; null for an operator
 * @param role what the token may do
 */
public record Caller(UUID user, UUID company, Role role) {
  /** The user that comes with the installation and creates what is loaded from files. */
  public static final UUID SYSTEM = UUID.fromString("019c0000-0000-7000-8000-000000000001");

  /** Whether it acts for the whole installation. */
  public boolean isOperator() {
    return role == Role.OPERATOR;
  }

  /** Whose share of the service its requests use: its company's, or an operator's own. */
  public UUID account() {
    return isOperator() ? user : company;
  }

  /** Whether what belongs to this company is the caller's to see and use. */
  public boolean actsFor(UUID owner) {
    return isOperator() || company.equals(owner);
  }
}
