package supplychain.validation;

import java.util.Objects;

/** Fields that a change must repeat or leave out. */
public final class FixedFields {
  private FixedFields() {}

  /** Reads one that is sent with every change; null when it is refused. */
  public static <T> T repeat(Body body, String name, Kind<T> kind) {
    if (!body.has(name)) {
      String detail = "Send %s with every update; repeat the current one to keep it.";
      body.refuse(name, "required", detail.formatted(name));
    }
    return body.get(name, kind).value();
  }

  /** Reads one: another value than the present one is a finding, and null where there is one. */
  public static <T> void keep(Body body, String name, Kind<T> kind, T present) {
    FieldValue<T> given = body.get(name, kind);
    if (given.present() && !Objects.equals(given.value(), present)) {
      body.refuse(name, "fixed", "It stays as it is; leave it out to keep it.");
    }
  }
}
