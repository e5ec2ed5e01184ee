package supplychain.records;

import java.time.OffsetDateTime;
import org.jooq.Condition;
import org.jooq.Field;

/**
 * The time at which a caller sees that these rows changed last. An index that ends in the id serves
 * it.
 */
public record LastChange(Condition rows, Field<OffsetDateTime> on) {}
