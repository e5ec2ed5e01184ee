package supplychain.database;

import static org.jooq.impl.DSL.select;
import static supplychain.database.Reader.READER;
import static supplychain.database.RenderedQuery.parameter;

import java.util.Optional;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSON;
import org.jooq.SelectFromStep;
import org.jooq.Table;
import supplychain.core.Caller;
import supplychain.core.Json;

/** A document whose version PostgreSQL tells without building it. */
public final class VersionedDocument {
  private final RenderedQuery version;
  private final RenderedQuery copy;

  /** A document as it was at a version. */
  public record Copy(String version, byte[] document) {}

  /**
   * A document.
   *
   * @param version an expression over one row that differs as soon as any row of the document does
   * @param object an expression over one row of the table and over {@link Reader#READER}
   * @param seen the rows that the reader sees
   */
  public VersionedDocument(
      Field<String> version, Field<JSON> object, Table<?> rows, Field<UUID> id, Condition seen) {
    this.version = query(select(version), rows, id, seen);
    this.copy = query(select(version, object), rows, id, seen);
  }

  private static RenderedQuery query(
      SelectFromStep<?> columns, Table<?> rows, Field<UUID> id, Condition seen) {
    return Reader.query(
        columns.from(READER.crossJoin(rows)).where(id.eq(parameter(UUID.class))).and(seen));
  }

  /** The version, if the record exists and the reader sees it. */
  public Optional<String> version(DSLContext sql, Caller reader, UUID id) {
    return version.one(sql, row -> row.getString(1), reader.company(), reader.user(), id);
  }

  /** The version and the document, from one snapshot. */
  public Optional<Copy> copy(DSLContext sql, Caller reader, UUID id) {
    return copy.one(
        sql,
        row -> new Copy(row.getString(1), Json.compact(row.getBytes(2))),
        reader.company(),
        reader.user(),
        id);
  }
}
