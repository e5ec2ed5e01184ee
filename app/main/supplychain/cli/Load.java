package supplychain.cli;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import supplychain.database.Database;
import supplychain.ingest.Loader;
import supplychain.ingest.Source;

/** Records the records of a document: all of them, or nothing. */
@Command(name = "load", description = "Record a file of records: all of them, or nothing.")
final class Load extends DatabaseCommand {
  @Parameters(paramLabel = "FILE", description = "A JSON document with an array for each kind.")
  Path file;

  @Override
  boolean createsFolder() {
    return true;
  }

  @Override
  void check() {
    requireReadable(file);
  }

  @Override
  void run(Database database) {
    database.migrate();
    Source source = () -> Files.newInputStream(file);
    Loader.Report report;
    try (ShownProgress progress = new ShownProgress()) {
      report = Loader.load(database, author(file.getFileName()), source, progress);
    } catch (UncheckedIOException e) {
      throw unreadable(file, e);
    }
    List<List<String>> rows = new ArrayList<>(List.of(List.of("KIND", "RECORDED", "KNOWN")));
    report
        .counts()
        .forEach(
            (kind, count) -> rows.add(List.of(kind, count.recorded() + "", count.known() + "")));
    print(rows);
  }
}
