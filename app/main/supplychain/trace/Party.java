package supplychain.trace;

import java.util.UUID;

/**
 * Who gave goods or got them.
 *
 * @param kind a farmer or a company
 * @param name null for a farmer of another company who does not consent to the use of data
 */
public record Party(UUID id, Kind kind, String name) {
  /** What a party is. */
  public enum Kind {
    FARMER,
    COMPANY
  }

  /** Whether goods may begin with it. */
  public boolean isFarmer() {
    return kind == Kind.FARMER;
  }

  /** Its name, or what it is. */
  String shown() {
    return name != null ? name : isFarmer() ? "a farmer" : "a company";
  }
}
