package supplychain.records;

import static org.jooq.impl.DSL.*;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import supplychain.Installation;
import supplychain.World;

/** A list writes the records that it sends, and no others. */
class SizeLimitTest {
  private static final int BYTES = 1_000;

  private static final SizeLimit RECORDS =
      SizeLimit.of(
          select(
              SizeLimit.WANTED,
              field("nextval('written')", Long.class),
              field("repeat('x', " + BYTES + ")", String.class)),
          "octet_length(c2)");

  @Test
  void recordsBeyondTheBytesAreNotWritten() {
    List<UUID> ids = Stream.generate(UUID::randomUUID).limit(100).toList();
    for (int count : List.of(1, 2, 100)) {
      assertEquals(ids.subList(0, count), read(ids, (count - 1) * BYTES + 1, count));
    }
    assertEquals(ids.subList(0, 2), read(ids, 2 * BYTES, 2));
    assertEquals(ids.subList(0, 1), read(ids, -1, 1));
    assertEquals(List.of(), read(List.of(), BYTES, 1));
  }

  /** Reads the first of these; PostgreSQL has to write so many. */
  private static List<UUID> read(List<UUID> ids, int bytes, long written) {
    return Installation.shared()
        .database()
        .write(
            World.AUTHOR,
            true,
            sql -> {
              sql.execute("create temporary sequence written");
              List<UUID> read =
                  RECORDS.list(
                      sql, row -> row.getObject(1, UUID.class), World.OPERATOR, ids, bytes);
              assertEquals(written, sql.fetchValue("select last_value from written"));
              return read;
            });
  }
}
