package supplychain.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.io.function.IOSupplier;
import org.apache.commons.io.function.Uncheck;
import org.apache.commons.io.input.BoundedInputStream;
import org.jooq.DSLContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import supplychain.core.Caller;
import supplychain.core.Failure;
import supplychain.core.Progress;
import supplychain.database.Database;
import supplychain.http.LinesRequest;
import supplychain.http.LinesType;
import supplychain.http.TableChoices;
import supplychain.ingest.FileContent;
import supplychain.ingest.GroupedFindings;
import supplychain.ingest.Importer;
import supplychain.ingest.IngestKind;
import supplychain.ingest.Loader;
import supplychain.ingest.LongTransaction;
import supplychain.ingest.Outcome;
import supplychain.ingest.Outcome.Result;
import supplychain.ingest.TableSummary;
import supplychain.validation.DecimalSign;

/** The commands that record many records from a file. */
final class LoadCommands {
  private LoadCommands() {}

  /** Records a JSON file with records of many kinds. */
  @Command(name = "load")
  static final class Load extends DatabaseCommand {
    @Parameters(paramLabel = "FILE", descriptionKey = "load.FILE")
    Path file;

    @Option(names = "--dry-run")
    boolean dryRun;

    Load() {
      super(Needs.NOTHING);
    }

    @Override
    void check() {
      requireReadable(file);
    }

    @Override
    void run(Database database) {
      IOSupplier<InputStream> source = () -> Files.newInputStream(file);
      Loader.Loaded loaded =
          ShownProgress.during(
              progress ->
                  Loader.load(database, author(file.getFileName()), dryRun, source, progress));
      say(loaded.differences());
      print(
          List.of("KIND", "RECORDED", "KNOWN", "DIFFERENT"),
          loaded.counts().entrySet().stream().map(kind -> kind.getValue().row(kind.getKey())));
      loaded.warnings().forEach(out()::println);
      if (dryRun) {
        out().println("Nothing was recorded: this was a dry run.");
      } else {
        address().keep();
      }
    }
  }

  /** Records a file of one kind of record. */
  @Command(name = "import")
  static final class Import extends DatabaseCommand {
    enum OnError {
      STOP,
      PROCEED
    }

    /** How many bytes of a file tell its format. */
    private static final int START = 1 << 10;

    private static final Pattern TYPE = Pattern.compile("\"(type|geometryType)\"\\s*:");

    private static final OffsetDateTime EVER = Instant.EPOCH.atOffset(ZoneOffset.UTC);

    @Parameters(paramLabel = "FILE", descriptionKey = "import.FILE")
    Path file;

    @Option(names = "--kind", required = true, descriptionKey = "import.kind")
    IngestKind kind;

    @Option(names = "--on-error")
    OnError onError = OnError.STOP;

    @Option(names = "--match", paramLabel = "FIELD")
    String match;

    @Option(names = "--again")
    boolean again;

    @Option(names = "--decimal", paramLabel = "SIGN")
    DecimalSign decimal;

    @Option(names = "--sheet", paramLabel = "NAME")
    String sheet;

    @Option(names = "--ignore", paramLabel = "NAMES")
    String ignore = "";

    @Option(names = "--rename", paramLabel = "NAMES")
    String rename = "";

    @Option(names = "--dry-run")
    boolean dryRun;

    /** What is read of the file now. */
    private BoundedInputStream counted;

    @Override
    String fieldWord() {
      return type().isTable() ? "column " : "";
    }

    @Override
    void check() {
      requireReadable(file);
      if (match != null && !kind.matches().contains(match)) {
        String fields = String.join(" or ", kind.matches());
        throw Failure.wrongUse("For " + kind.path() + ", --match must be " + fields + ".");
      }
      if (!rename.isEmpty() && TableChoices.renamed(rename).isEmpty()) {
        throw Failure.wrongUse("--rename must be like \"Weight of bags:quantity,Paid:amount\".");
      }
      if (type().isOfMap() && !kind.equals(IngestKind.PLOTS)) {
        throw Failure.wrongUse("A file of a map needs --kind plots.");
      }
    }

    /** The content tells a workbook, and what the service cannot read. Else the name tells. */
    private LinesType type() {
      FileContent content = Uncheck.get(() -> FileContent.of(() -> Files.newInputStream(file)));
      String lower = file.toString().toLowerCase(Locale.ROOT);
      if (content == FileContent.WORKBOOK) {
        return LinesType.WORKBOOK;
      }
      if (content.isOfPlacemarks() || lower.endsWith(".kml")) {
        return LinesType.PLACEMARKS;
      }
      boolean mayBeMap = kind.equals(IngestKind.PLOTS) && lower.endsWith(".json");
      if (lower.matches(".*\\.geojson(l|s)?") || (mayBeMap && Uncheck.get(this::hasTypes))) {
        return LinesType.FEATURES;
      }
      boolean isTable = content != FileContent.TEXT || lower.matches(".*\\.(csv|tsv|txt|xlsx?)");
      return isTable ? LinesType.TABLE : LinesType.DOCUMENTS;
    }

    /** Whether a file with JSON begins like GeoJSON or another format of maps. */
    private boolean hasTypes() throws IOException {
      try (InputStream in = Files.newInputStream(file)) {
        return TYPE.matcher(new String(in.readNBytes(START), StandardCharsets.UTF_8)).find();
      }
    }

    @Override
    void run(Database database) {
      Report report =
          ShownProgress.during(
              progress ->
                  database.write(
                      author(file.getFileName()),
                      dryRun,
                      sql -> Uncheck.get(() -> record(sql, progress))));
      say(report.findings.named());
      out().println(report.counts() + (dryRun ? " Nothing was recorded: this was a dry run." : ""));
      report.table.forEach(out()::println);
      report.warnings.warnings().forEach(out()::println);
      if (report.isRefused()) {
        throw Failure.of("Not all records were recorded.");
      }
    }

    private Report record(DSLContext sql, Progress progress) throws IOException {
      LongTransaction transaction = new LongTransaction(sql);
      Report report = new Report();
      long size = Files.size(file);
      Consumer<Outcome> step =
          outcome -> {
            report.add(outcome);
            transaction.wrote(1);
            progress.at(report.records + " " + kind.title(), counted.getCount(), size);
          };
      boolean proceeds = onError == OnError.PROCEED;
      TableChoices table =
          new TableChoices(
              decimal, sheet, TableChoices.names(ignore), TableChoices.renamed(rename));
      LinesRequest request =
          new LinesRequest(type(), this::open, false, proceeds, again, table, match, bytes -> {});
      Importer importer = new Importer(sql, Caller.OPERATOR, kind, request);
      importer.record(author(file.getFileName()).request(), EVER, step);
      report.table = importer.table().map(TableSummary::lines).orElse(List.of());
      return report;
    }

    private InputStream open() throws IOException {
      counted = BoundedInputStream.builder().setPath(file).get();
      return counted;
    }

    /** The number of records for each result, and the first mistakes. */
    private final class Report {
      private final GroupedFindings findings = new GroupedFindings(type().unit(), 1);
      private final GroupedFindings warnings = new GroupedFindings(type().unit(), 1);
      private final Map<Result, Long> counts =
          new EnumMap<>(Map.of(Result.NEW, 0L, Result.REFUSED, 0L));
      private List<String> table = List.of();
      private long records;

      void add(Outcome outcome) {
        records++;
        counts.merge(outcome.result(), 1L, Long::sum);
        warnings.addWarnings(outcome);
        outcome.findings().forEach(finding -> findings.add(outcome.line(), finding));
      }

      boolean isRefused() {
        return counts.get(Result.REFUSED) > 0 || counts.containsKey(Result.DIFFERENT);
      }

      String counts() {
        return counts.entrySet().stream()
            .map(each -> each.getValue() + " " + each.getKey().title())
            .collect(Collectors.joining(", ", "", "."));
      }
    }
  }
}
