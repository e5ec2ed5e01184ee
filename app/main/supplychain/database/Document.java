package supplychain.database;

import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.JSON;
import org.jooq.Record1;
import org.jooq.Select;

/** The JSON document of one record, built by PostgreSQL and sent to the client as it is. */
public final class Document {
  private final RenderedQuery query;

  /** The query, with the record's id as its only parameter. */
  public Document(Select<Record1<JSON>> query) {
    this.query = new RenderedQuery(query);
  }

  /** The document in UTF-8, if the record exists. */
  public Optional<byte[]> find(DSLContext sql, UUID id) {
    return query.one(sql, row -> row.getBytes(1), id);
  }

  /** The document of a record that is known to exist. */
  public byte[] of(DSLContext sql, UUID id) {
    return find(sql, id).orElseThrow();
  }
}
