package supplychain.command;

import static supplychain.schema.Tables.COMPANY;

import org.jooq.DSLContext;

/** What a command asks about the installation as a whole. */
final class InstallationQueries {
  private InstallationQueries() {}

  /** Whether nobody could use it yet. */
  static boolean isEmpty(DSLContext sql) {
    return !sql.fetchExists(COMPANY);
  }
}
