package supplychain.records;

import java.time.OffsetDateTime;
import org.jooq.Condition;
import org.jooq.Field;

/**
 * The time at which a caller sees that the rows of a condition changed last. An index that ends in
 * the id serves it.
 */
public record LastChange(Condition condition, Field<OffsetDateTime> time) {}
