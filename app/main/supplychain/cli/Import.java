package supplychain.cli;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.core.Role;
import supplychain.database.Database;
import supplychain.http.LinesType;
import supplychain.ingest.Importer;
import supplychain.ingest.IngestKind;
import supplychain.ingest.LongTransaction;
import supplychain.ingest.Source;

/** Records the lines of a file, as a request with the same lines would, however many they are. */
@Command(
    name = "import",
    description = "Record the lines of a table or of JSON documents: all of them, or nothing.")
final class Import extends DatabaseCommand {
  private static final Caller OPERATOR = new Caller(Caller.SYSTEM, null, Role.OPERATOR);

  @Parameters(
      paramLabel = "FILE",
      description = "A .csv file, a .geojson one of plots, or JSON documents, one a line.")
  String name;

  @Option(
      names = "--kind",
      required = true,
      description = "farmers, plots, cards, product-transactions or payment-transactions.")
  String kind;

  @Option(
      names = "--on-error",
      description = "stop: a mistake refuses all (default). proceed: its line alone.")
  String onError = "stop";

  @Option(names = "--dry-run", description = "Do all of it, and record nothing.")
  boolean dryRun;

  @Override
  void check() {
    FileArgument.requireReadable(name);
    if (type() == LinesType.FEATURES && !kind().equals(IngestKind.PLOTS)) {
      throw Failure.wrongUse("A .geojson file is of --kind plots.");
    }
    kind();
    if (!List.of("stop", "proceed").contains(onError)) {
      throw Failure.wrongUse("--on-error must be stop or proceed.");
    }
  }

  /** What the name says that it is. */
  private LinesType type() {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.endsWith(".geojson")) {
      return LinesType.FEATURES;
    }
    return lower.endsWith(".csv") ? LinesType.TABLE : LinesType.DOCUMENTS;
  }

  private IngestKind kind() {
    return IngestKind.OF_LINES.stream()
        .filter(each -> each.path().equals(kind))
        .findFirst()
        .orElseThrow(
            () ->
                Failure.wrongUse(
                    IngestKind.OF_LINES.stream()
                        .map(IngestKind::path)
                        .collect(Collectors.joining(", ", "--kind must be one of ", "."))));
  }

  @Override
  void run(Database database) {
    database.migrate();
    write(database);
  }

  /** Records the file in a database whose schema is the jar's. */
  void write(Database database) {
    ImportReport report;
    try (ShownProgress progress = new ShownProgress()) {
      Function<DSLContext, ImportReport> work = sql -> record(sql, progress);
      Path file = FileArgument.path(name);
      report = database.write(author(file.getFileName()), dryRun, work);
    } catch (Problem problem) {
      say(problem.findings());
      throw Failure.of(problem.getMessage());
    } catch (UncheckedIOException e) {
      throw Failure.of("The file " + name + " cannot be read: " + OneLine.of(e));
    }
    say(report.findings());
    out().println(report.summary(dryRun));
    out().flush();
    if (report.refused() > 0) {
      throw Failure.of("Not all of it was recorded.");
    }
  }

  private ImportReport record(DSLContext sql, ShownProgress progress) {
    Path file = FileArgument.path(name);
    LongTransaction transaction = new LongTransaction(sql);
    transaction.startKind();
    ImportReport report = new ImportReport();
    Counted counted = new Counted(file);
    new Importer(
            kind(),
            type(),
            false,
            onError.equals("proceed"),
            done -> {
              transaction.wrote(done);
              progress.show(kind, counted.read, counted.size());
            })
        .record(sql, OPERATOR, counted, report::add);
    return report;
  }

  /** A file, and how much of it is read. */
  private static final class Counted implements Source {
    private final Path file;
    private long read;

    Counted(Path file) {
      this.file = file;
    }

    long size() {
      try {
        return Files.size(file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public InputStream open() throws IOException {
      return new FilterInputStream(Files.newInputStream(file)) {
        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
          int count = super.read(buffer, offset, length);
          read += Math.max(0, count);
          return count;
        }
      };
    }
  }
}
