package supplychain.cli;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import supplychain.core.Problem;
import supplychain.database.Database;
import supplychain.ingest.Loader;

/** Records what stands in a file: all of it, or nothing. */
@Command(name = "load", description = "Record a file of records: all of it, or nothing.")
final class Load extends DatabaseCommand {
  @Parameters(paramLabel = "FILE", description = "A JSON document with an array per kind.")
  Path file;

  @Override
  boolean makesPlace() {
    return true;
  }

  @Override
  void check() {
    FileArgument.requireReadable(file);
  }

  @Override
  void run(Database database) {
    database.migrate();
    try (ShownProgress progress = new ShownProgress()) {
      print(
          new Loader(database)
              .load(author(file.getFileName()), () -> Files.newInputStream(file), progress::show));
    } catch (Problem problem) {
      say(problem.findings());
      throw Failure.of(problem.getMessage());
    } catch (UncheckedIOException e) {
      throw Failure.of("The file " + file + " cannot be read: " + OneLine.of(e));
    }
  }

  private void print(Loader.Report report) {
    List<List<String>> rows = new ArrayList<>(List.of(List.of("KIND", "RECORDED", "KNOWN")));
    report
        .counts()
        .forEach(
            (kind, count) ->
                rows.add(List.of(kind, number(count.recorded()), number(count.known()))));
    TextColumns.print(rows, out());
  }

  private static String number(long count) {
    return String.format(Locale.ROOT, "%d", count);
  }
}
