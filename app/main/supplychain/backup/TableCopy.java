package supplychain.backup;

import static org.jooq.impl.DSL.list;
import static org.jooq.impl.DSL.name;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.List;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/** The rows of a table as a stream, by PostgreSQL's COPY in its text format. */
final class TableCopy {
  private interface Copying {
    long copy(CopyManager manager) throws SQLException, IOException;
  }

  private TableCopy() {}

  /** Writes all rows, and returns how many there are. */
  static long out(DSLContext sql, String table, List<String> columns, OutputStream to) {
    String command = command(sql, "copy {0} ({1}) to stdout", table, columns);
    return copy(sql, manager -> manager.copyOut(command, to));
  }

  /** Adds the rows, and returns how many there are. */
  static long in(DSLContext sql, String table, List<String> columns, InputStream from) {
    String command = command(sql, "copy {0} ({1}) from stdin", table, columns);
    return copy(sql, manager -> manager.copyIn(command, from));
  }

  private static String command(DSLContext sql, String text, String table, List<String> columns) {
    return sql.renderInlined(
        DSL.sql(text, name(table), list(columns.stream().map(DSL::name).toList())));
  }

  private static long copy(DSLContext sql, Copying copying) {
    return sql.connectionResult(
        connection -> {
          try {
            return copying.copy(connection.unwrap(PGConnection.class).getCopyAPI());
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }
}
