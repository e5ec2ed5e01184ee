package supplychain.ingest;

import static org.jooq.impl.DSL.any;
import static org.jooq.impl.DSL.select;
import static supplychain.database.RenderedQuery.parameter;
import static supplychain.schema.Tables.LOAD_REF;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import supplychain.database.RenderedQuery;
import supplychain.database.Rows;

/** Which record each ref stands for: those in the database, as far as a batch names them. */
final class Refs {
  /**
   * Stands for a record of the file that has a mistake: what names it is not judged, and all of it
   * is rolled back in the end.
   */
  static final UUID MISTAKEN = new UUID(0, 0);

  private static final RenderedQuery FIND =
      new RenderedQuery(
          select(LOAD_REF.REF, LOAD_REF.ID)
              .from(LOAD_REF)
              .where(LOAD_REF.KIND.eq(parameter(String.class)))
              .and(LOAD_REF.REF.eq(any(parameter(String[].class)))));

  private final DSLContext sql;
  private final Map<Ref, UUID> ids = new HashMap<>();
  private Rows made = rows();

  Refs(DSLContext sql) {
    this.sql = sql;
  }

  private static Rows rows() {
    return new Rows(LOAD_REF, LOAD_REF.KIND, LOAD_REF.REF, LOAD_REF.ID);
  }

  /** Forgets the last batch and looks up these: one query for each kind among them. */
  void lookUp(Collection<Ref> keys) {
    ids.clear();
    keys.stream()
        .collect(
            Collectors.groupingBy(Ref::kind, Collectors.mapping(Ref::text, Collectors.toSet())))
        .forEach(
            (kind, refs) ->
                FIND.list(
                        sql,
                        row -> Map.entry(row.getString(1), row.getObject(2, UUID.class)),
                        kind.title(),
                        refs.toArray(String[]::new))
                    .forEach(found -> ids.put(new Ref(kind, found.getKey()), found.getValue())));
  }

  /** Whether it stands for a record, as far as looked up or noted in this batch. */
  boolean knows(Ref ref) {
    return ids.containsKey(ref);
  }

  /** The id that a known one stands for. */
  UUID get(Ref ref) {
    return ids.get(ref);
  }

  /** Notes what a ref of this batch stands for. */
  void put(Ref ref, UUID id) {
    ids.put(ref, id);
    made.add(ref.kind().title(), ref.text(), id);
  }

  /** Writes what this batch noted. */
  void flush() {
    made.insert(sql);
    made = rows();
  }
}
