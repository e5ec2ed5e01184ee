package supplychain.database;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.JSON;
import org.jooq.Record1;
import org.jooq.Select;

/** The JSON document of one record, built by PostgreSQL and sent to the client as it is. */
public final class Document {
  private final RenderedQuery query;

  /** The query, which ends with the record's id as its only parameter. */
  public Document(Select<Record1<JSON>> query) {
    this.query = new RenderedQuery(Reader.given(query));
  }

  /**
   * The document in UTF-8, if the record exists and meets the condition. One statement reads both,
   * so that the document is never newer than the right to see it.
   *
   * @param reader the company that reads it; null for an operator
   */
  public Optional<byte[]> find(DSLContext sql, UUID reader, UUID id, Condition seen) {
    List<Object> values = new ArrayList<>(Arrays.asList(reader, id));
    values.addAll(sql.extractBindValues(seen));
    return query.and(sql.render(seen)).one(sql, row -> row.getBytes(1), values.toArray());
  }

  /** The document of a record that is known to exist, and that the transaction has locked. */
  public byte[] of(DSLContext sql, UUID reader, UUID id) {
    return query.one(sql, row -> row.getBytes(1), reader, id).orElseThrow();
  }
}
