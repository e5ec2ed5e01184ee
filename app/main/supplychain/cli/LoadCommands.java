package supplychain.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.apache.commons.io.function.Uncheck;
import org.apache.commons.io.input.BoundedInputStream;
import org.jooq.DSLContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import supplychain.core.Caller;
import supplychain.core.Failure;
import supplychain.core.Finding;
import supplychain.core.Role;
import supplychain.database.Author;
import supplychain.database.Database;
import supplychain.http.LinesType;
import supplychain.ingest.Importer;
import supplychain.ingest.IngestKind;
import supplychain.ingest.Loader;
import supplychain.ingest.LongTransaction;
import supplychain.ingest.Outcome;
import supplychain.validation.Findings;

/** The commands that record many records from a file. */
final class LoadCommands {
  private LoadCommands() {}

  @Command(name = "load", description = "Record a file of records: all of them, or nothing.")
  static final class Load extends DatabaseCommand {
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
      Map<String, Loader.Count> counts;
      try (ShownProgress progress = new ShownProgress()) {
        Author author = author(file.getFileName());
        counts = Loader.load(database, author, () -> Files.newInputStream(file), progress);
      }
      List<List<String>> rows = new ArrayList<>(List.of(List.of("KIND", "RECORDED", "KNOWN")));
      counts.forEach(
          (kind, count) -> rows.add(List.of(kind, count.recorded() + "", count.known() + "")));
      print(rows);
    }
  }

  @Command(
      name = "import",
      description = "Record the lines of a table or of JSON documents: all of them, or nothing.")
  static final class Import extends DatabaseCommand {
    enum OnError {
      STOP,
      PROCEED
    }

    private static final Caller OPERATOR = new Caller(Caller.SYSTEM, null, Role.OPERATOR);

    @Parameters(
        paramLabel = "FILE",
        description =
            "A .csv file, a .geojson file of plots, or a file with a JSON document in each line.")
    Path file;

    @Option(
        names = "--kind",
        required = true,
        description = "farmers, plots, cards, product-transactions or payment-transactions.")
    IngestKind kind;

    @Option(
        names = "--on-error",
        description =
            "stop: a mistake refuses the file (default). proceed: it refuses its line only.")
    OnError onError = OnError.STOP;

    @Option(names = "--dry-run", description = "Check everything, and record nothing.")
    boolean dryRun;

    @Override
    void check() {
      requireReadable(file);
      if (type() == LinesType.FEATURES && !kind.equals(IngestKind.PLOTS)) {
        throw Failure.wrongUse("A .geojson file needs --kind plots.");
      }
    }

    private LinesType type() {
      String lower = file.toString().toLowerCase(Locale.ROOT);
      if (lower.endsWith(".geojson")) {
        return LinesType.FEATURES;
      }
      return lower.endsWith(".csv") ? LinesType.TABLE : LinesType.DOCUMENTS;
    }

    @Override
    void run(Database database) {
      Report report;
      try (ShownProgress progress = new ShownProgress()) {
        Function<DSLContext, Report> work = sql -> Uncheck.get(() -> record(sql, progress));
        report = database.write(author(file.getFileName()), dryRun, work);
      }
      report.findings.forEach(this::say);
      out()
          .println(
              dryRun
                  ? "%s would be recorded, %s refused; nothing was written."
                      .formatted(report.recorded, report.refused)
                  : report.recorded + " recorded, " + report.refused + " refused.");
      if (report.refused > 0) {
        throw Failure.of("Not all of it was recorded.");
      }
    }

    private Report record(DSLContext sql, ShownProgress progress) throws IOException {
      LongTransaction transaction = new LongTransaction(sql);
      Report report = new Report();
      long size = Files.size(file);
      try (BoundedInputStream counted = BoundedInputStream.builder().setPath(file).get()) {
        LongConsumer step =
            done -> {
              transaction.wrote(done);
              progress.at(kind.title(), counted.getCount(), size);
            };
        new Importer(kind, type(), false, onError == OnError.PROCEED, step)
            .record(sql, OPERATOR, counted, report::add);
      }
      return report;
    }

    /** The numbers of recorded and refused records, and the first mistakes. */
    private static final class Report {
      private final List<Finding> findings = new ArrayList<>();
      private long recorded;
      private long refused;

      void add(Outcome outcome) {
        if (outcome.isRefused()) {
          refused++;
          outcome.findings().stream().limit(Findings.MOST - findings.size()).forEach(findings::add);
        } else {
          recorded++;
        }
      }
    }
  }
}
