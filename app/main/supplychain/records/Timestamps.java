package supplychain.records;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.greatest;

import java.time.OffsetDateTime;
import org.jooq.Field;
import org.jooq.impl.SQLDataType;

/** When records change. */
public final class Timestamps {
  private Timestamps() {}

  /** The time now, and in any case after the last change, whatever the clock did since. */
  public static Field<OffsetDateTime> after(Field<OffsetDateTime> updatedOn) {
    Field<OffsetDateTime> now = field("clock_timestamp()", SQLDataType.TIMESTAMPWITHTIMEZONE(6));
    Field<OffsetDateTime> next =
        field("{0} + interval '1 microsecond'", SQLDataType.TIMESTAMPWITHTIMEZONE(6), updatedOn);
    return greatest(now, next);
  }
}
