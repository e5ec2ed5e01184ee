package supplychain.body;

/** Fields that stay as they are, in a body that changes others. */
public final class Fixed {
  private Fixed() {}

  /** Reads one: null keeps it too, and another value than the present one is a finding. */
  public static <T> void keep(Body body, String name, Kind<T> kind, T present) {
    Given<T> given = body.get(name, kind);
    if (given.hasValue() && !given.value().equals(present)) {
      body.refuse(name, "fixed", "It stays as it is; leave it out to keep it.");
    }
  }
}
