package supplychain.cli;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jooq.DSLContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.core.Role;
import supplychain.database.Database;
import supplychain.http.LinesType;
import supplychain.ingest.Importer;
import supplychain.ingest.IngestKind;
import supplychain.ingest.LongTransaction;
import supplychain.ingest.Outcome;
import supplychain.ingest.Source;
import supplychain.validation.Findings;

/** Records the lines of a file, as a request with the same lines would, however many they are. */
@Command(
    name = "import",
    description = "Record the lines of a table or of JSON documents: all of them, or nothing.")
final class Import extends DatabaseCommand {
  /** What a mistake does. */
  enum OnError {
    STOP,
    PROCEED
  }

  private static final Caller OPERATOR = new Caller(Caller.SYSTEM, null, Role.OPERATOR);

  @Parameters(
      paramLabel = "FILE",
      description = "A .csv file, a .geojson one of plots, or JSON documents, one a line.")
  Path file;

  @Option(
      names = "--kind",
      required = true,
      description = "farmers, plots, cards, product-transactions or payment-transactions.")
  IngestKind kind;

  @Option(
      names = "--on-error",
      description = "stop: a mistake refuses all (default). proceed: its line alone.")
  OnError onError = OnError.STOP;

  @Option(names = "--dry-run", description = "Do all of it, and record nothing.")
  boolean dryRun;

  @Override
  void check() {
    FileArgument.requireReadable(file);
    if (type() == LinesType.FEATURES && !kind.equals(IngestKind.PLOTS)) {
      throw Failure.wrongUse("A .geojson file is of --kind plots.");
    }
  }

  /** What the name says that it is. */
  private LinesType type() {
    String lower = file.toString().toLowerCase(Locale.ROOT);
    if (lower.endsWith(".geojson")) {
      return LinesType.FEATURES;
    }
    return lower.endsWith(".csv") ? LinesType.TABLE : LinesType.DOCUMENTS;
  }

  @Override
  void run(Database database) {
    database.migrate();
    write(database);
  }

  /** Records the file in a database whose schema is the jar's. */
  void write(Database database) {
    Report report;
    try (ShownProgress progress = new ShownProgress()) {
      Function<DSLContext, Report> work = sql -> record(sql, progress);
      report = database.write(author(file.getFileName()), dryRun, work);
    } catch (Problem problem) {
      say(problem.findings());
      throw Failure.of(problem.getMessage());
    } catch (UncheckedIOException e) {
      throw Failure.of("The file " + file + " cannot be read: " + OneLine.of(e));
    }
    say(report.findings());
    out().println(report.summary(dryRun));
    out().flush();
    if (report.refused() > 0) {
      throw Failure.of("Not all of it was recorded.");
    }
  }

  private Report record(DSLContext sql, ShownProgress progress) {
    LongTransaction transaction = new LongTransaction(sql);
    transaction.startKind();
    Report report = new Report();
    Counted counted = new Counted(file);
    new Importer(
            kind,
            type(),
            false,
            onError == OnError.PROCEED,
            done -> {
              transaction.wrote(done);
              progress.show(kind.title(), counted.read, counted.size());
            })
        .record(sql, OPERATOR, counted, report::add);
    return report;
  }

  /** What came of the lines of a file. */
  private static final class Report {
    private final List<Finding> findings = new ArrayList<>();
    private long recorded;
    private long refused;

    void add(Outcome outcome) {
      if (!outcome.isRefused()) {
        recorded++;
        return;
      }
      refused++;
      outcome.findings().stream().limit(Findings.MOST - findings.size()).forEach(findings::add);
    }

    /** The first mistakes, as many as an answer of the service names. */
    List<Finding> findings() {
      return findings;
    }

    long refused() {
      return refused;
    }

    String summary(boolean dryRun) {
      return String.format(
          Locale.ROOT,
          dryRun
              ? "%d would be recorded, %d refused; nothing was written."
              : "%d recorded, %d refused.",
          recorded,
          refused);
    }
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
