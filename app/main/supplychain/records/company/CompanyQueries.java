package supplychain.records.company;

import static org.jooq.impl.DSL.currentOffsetDateTime;
import static org.jooq.impl.DSL.lower;
import static supplychain.schema.Tables.COMPANY;
import static supplychain.schema.Tables.ENTITY;
import static supplychain.schema.Tables.FIELD_VISIBILITY;

import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.records.Updates;
import supplychain.validation.Columns;

/** Companies and their field visibilities in the database. */
public final class CompanyQueries {
  private CompanyQueries() {}

  /** Whether a company has this id. */
  public static boolean exists(DSLContext sql, UUID id) {
    return sql.fetchExists(COMPANY, COMPANY.ID.eq(id));
  }

  /** Whether there is any company. */
  public static boolean existsAny(DSLContext sql) {
    return sql.fetchExists(COMPANY);
  }

  /** The ids of the companies of this name, case aside. */
  public static List<UUID> named(DSLContext sql, String name) {
    return sql.select(COMPANY.ID)
        .from(COMPANY)
        .where(lower(COMPANY.NAME).eq(lower(name)))
        .orderBy(COMPANY.ID)
        .fetch(COMPANY.ID);
  }

  /** Whether a company was made in this very transaction. */
  public static boolean isNew(DSLContext sql, UUID id) {
    return sql.fetchExists(
        COMPANY, COMPANY.ID.eq(id), COMPANY.CREATED_ON.eq(currentOffsetDateTime()));
  }

  static void insert(DSLContext sql, Caller caller, UUID id, Columns columns) {
    sql.insertInto(ENTITY).set(ENTITY.ID, id).set(ENTITY.KIND, "COMPANY").execute();
    sql.insertInto(COMPANY)
        .set(columns.values())
        .set(COMPANY.ID, id)
        .set(COMPANY.CREATOR, caller.user())
        .set(COMPANY.UPDATER, caller.user())
        .execute();
  }

  static void update(DSLContext sql, Caller caller, UUID id, Columns columns) {
    Updates.of(sql, COMPANY, caller.user())
        .set(columns.values())
        .where(COMPANY.ID.eq(id))
        .execute();
  }

  /** Inserts one, or says false where the company has one of this name and type. */
  static boolean insertVisibility(DSLContext sql, Caller caller, UUID id, Columns columns) {
    return sql.insertInto(FIELD_VISIBILITY)
            .set(columns.values())
            .set(FIELD_VISIBILITY.ID, id)
            .set(FIELD_VISIBILITY.CREATOR, caller.user())
            .set(FIELD_VISIBILITY.UPDATER, caller.user())
            .onConflictDoNothing()
            .execute()
        == 1;
  }

  /** The company of a visibility. */
  static UUID companyOfVisibility(DSLContext sql, UUID id) {
    return sql.select(FIELD_VISIBILITY.COMPANY)
        .from(FIELD_VISIBILITY)
        .where(FIELD_VISIBILITY.ID.eq(id))
        .fetchSingle(FIELD_VISIBILITY.COMPANY);
  }

  static void updateVisibility(DSLContext sql, Caller caller, UUID id, Columns columns) {
    Updates.of(sql, FIELD_VISIBILITY, caller.user())
        .set(columns.values())
        .where(FIELD_VISIBILITY.ID.eq(id))
        .execute();
  }
}
