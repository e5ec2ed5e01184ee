package supplychain.database;

import static supplychain.database.RenderedQuery.parameter;

import java.util.UUID;
import org.jooq.CommonTableExpression;
import org.jooq.Field;
import org.jooq.Query;
import org.jooq.SQL;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/** The company that reads a document. Users of other companies are null in it. */
public final class Reader {
  /** Everybody sees users without a company. An operator has no company and sees every user. */
  private static final String KNOWN =
      """
      case when coalesce((select bool_or(membership.company = (select company from reader))
                            from company_member as membership
                           where membership.app_user = {0}), true)
           then {0} end""";

  private Reader() {}

  /** The query with the reading company as its first parameter, which is null for an operator. */
  public static Query given(Query query) {
    return DSL.query("with {0} {1}", table(), query);
  }

  /** The same as a common table expression, for a query that has others. */
  public static SQL table() {
    return DSL.sql("reader (company) as (select {0}::uuid)", parameter(UUID.class));
  }

  /** The same for an operator, who sees every user. */
  public static CommonTableExpression<?> operator() {
    return DSL.name("reader").fields("company").as(DSL.select(DSL.inline(null, SQLDataType.UUID)));
  }

  /** The user, or null for a user of other companies only; for a query that is given a reader. */
  static Field<UUID> known(Field<UUID> user) {
    return DSL.field(KNOWN, UUID.class, user);
  }
}
