package supplychain.body;

import java.util.Objects;

/** Fields that stay as they are, in a body that changes others. */
public final class Fixed {
  private Fixed() {}

  /** Reads one: another value than the present one is a finding, and null where there is one. */
  public static <T> void keep(Body body, String name, Kind<T> kind, T present) {
    Given<T> given = body.get(name, kind);
    if (given.present() && !Objects.equals(given.value(), present)) {
      body.refuse(name, "fixed", "It stays as it is; leave it out to keep it.");
    }
  }
}
