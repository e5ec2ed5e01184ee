package supplychain.records.catalogue;

import java.util.Map;
import java.util.UUID;
import org.jooq.Field;
import supplychain.validation.Body;

/**
 * An option or a range, as a body leaves it.
 *
 * @param id the one that it changes; null for a new one
 * @param before what was said of that; nothing of a new one
 * @param values what is said now
 */
record PremiumPart(Body body, UUID id, Map<Field<?>, Object> before, Map<Field<?>, Object> values) {
  boolean isNew() {
    return id == null;
  }

  boolean isChanged() {
    return !values.equals(before);
  }

  /** What is said now of a column. */
  @SuppressWarnings("unchecked")
  <T> T get(Field<T> column) {
    return (T) values.get(column);
  }
}
