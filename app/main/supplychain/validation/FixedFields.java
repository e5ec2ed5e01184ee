package supplychain.validation;

import java.util.Objects;

/** Fields that a change must send or cannot change. */
public final class FixedFields {
  private FixedFields() {}

  /** Reads a field that every change must send; null if it has a mistake. */
  public static <T> T repeat(Body body, String name, Kind<T> kind) {
    if (!body.has(name)) {
      String detail = "Send %s with every update; repeat the current one to keep it.";
      body.refuse(name, "required", detail.formatted(name));
    }
    return body.get(name, kind).value();
  }

  /** Adds a finding if the body has another value than the current one. */
  public static <T> void keep(Body body, String name, Kind<T> kind, T current) {
    FieldValue<T> given = body.get(name, kind);
    if (given.present() && !Objects.equals(given.value(), current)) {
      body.refuse(name, "fixed", "It cannot be changed. Leave it out.");
    }
  }
}
