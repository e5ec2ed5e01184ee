package supplychain.database;

import static org.jooq.impl.DSL.name;
import static supplychain.database.SqlText.parameter;

import java.util.UUID;
import org.jooq.Field;
import org.jooq.SQL;
import org.jooq.Select;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/**
 * The caller that reads a document, as a table with one row. Users of other companies are null in
 * the document.
 */
public final class Reader {
  /** The table, for the FROM clause of a document with users. */
  public static final Table<?> READER = DSL.table(name("reader"));

  /** The same table of an operator, who sees every user. */
  public static final Table<?> OPERATOR =
      DSL.table(
          "(select null::uuid, null::uuid, null::uuid[])"
              + " as reader (company, app_user, colleagues)");

  /** The caller's company; null for an operator. */
  public static final Field<UUID> COMPANY = DSL.field(name("reader", "company"), SQLDataType.UUID);

  /** The caller's user. */
  public static final Field<UUID> USER = DSL.field(name("reader", "app_user"), SQLDataType.UUID);

  /** The record that the caller reads, where many records are read. */
  static final Field<UUID> RECORD = DSL.field(name("reader", "record"), SQLDataType.UUID);

  /** A document names many users, so the users of the company are read only once. */
  private static final String TABLE =
      """
      reader as materialized (
        select company, app_user,
               array(select member.app_user from company_member as member
                      where member.company = caller.company) as colleagues
          from (select {0}::uuid, {1}::uuid) as caller (company, app_user))
      """;

  private static final String TABLE_OF_MANY =
      """
      caller as (
        select * from unnest({0}::uuid[], {1}::uuid[], {2}::uuid[]) as one (record, company, app_user)),
      reader as materialized (
        select record, company, app_user, colleagues
          from caller
          left join (select company, array(select member.app_user from company_member as member
                                            where member.company = own.company) as colleagues
                       from (select distinct company from caller) as own) as known using (company))
      """;

  /** Which records the reader sees does not depend on users. */
  private static final String WITHOUT_USERS =
      "reader as (select {0}::uuid as company, {1}::uuid as app_user)";

  /** Everybody sees users without a company. An operator has no company and sees every user. */
  private static final String KNOWN =
      """
      case when reader.company is null or {0} = any (reader.colleagues) or has_no_company({0})
           then {0} end""";

  private Reader() {}

  /** The table for a query; its parameters are the company and the user of the caller. */
  public static SQL table() {
    return DSL.sql(TABLE, parameter(UUID.class), parameter(UUID.class));
  }

  /** A query whose first parameters are the company and the user of the caller. */
  static SqlText query(Select<?> document) {
    return query(table(), document);
  }

  /** A query for many records, the company and the user of each reader: its first parameters. */
  static SqlText queryOfMany(Select<?> documents) {
    Field<UUID[]> each = parameter(UUID[].class);
    return query(DSL.sql(TABLE_OF_MANY, each, each, each), documents);
  }

  /** A query for one reader that shows no user. */
  static SqlText queryWithoutUsers(Select<?> select) {
    return query(DSL.sql(WITHOUT_USERS, parameter(UUID.class), parameter(UUID.class)), select);
  }

  private static SqlText query(SQL table, Select<?> select) {
    return new SqlText(DSL.query("with {0} {1}", table, select));
  }

  /** The user, or null for a user of other companies only; for a query that reads the table. */
  static Field<UUID> known(Field<UUID> user) {
    return DSL.field(KNOWN, UUID.class, user);
  }
}
