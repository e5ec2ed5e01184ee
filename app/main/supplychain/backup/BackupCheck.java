package supplychain.backup;

import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import java.util.List;
import org.jooq.DSLContext;
import supplychain.core.Progress;
import supplychain.database.Database;
import supplychain.verify.Books;
import supplychain.verify.Books.Verdict;

/**
 * The result of a restore that is only a check.
 *
 * @param differences a sentence for each table with another row count than in the source
 * @param books what verify says of the restored records
 */
public record BackupCheck(List<String> differences, Verdict books) {
  public boolean isGood() {
    return differences.isEmpty() && books.mistakes() == 0;
  }

  /**
   * Restores a backup into an empty database, and checks what is there then.
   *
   * @throws supplychain.core.Failure if the backup cannot be restored
   */
  public static BackupCheck run(Database scratch, BackupFile backup, Progress progress) {
    Restoration.run(scratch, backup, null, progress);
    return new BackupCheck(differences(scratch, backup.manifest()), Books.verify(scratch));
  }

  /** The tables whose row count differs from the source's at the moment of the backup. */
  public static List<String> differences(Database restored, Manifest manifest) {
    return restored.snapshot(
        sql ->
            // An upgrade may add and remove rows. The restore itself counted the rows before it.
            !Catalogue.schemaVersion(sql).equals(manifest.schema())
                ? List.of()
                : manifest.tables().stream()
                    .map(table -> difference(sql, table.name(), table.rows()))
                    .filter(difference -> !difference.isEmpty())
                    .toList());
  }

  private static String difference(DSLContext sql, String table, long expected) {
    long rows = sql.fetchCount(table(name(table)));
    return rows == expected
        ? ""
        : "table %s has %,d rows in place of %,d".formatted(table, rows, expected);
  }
}
