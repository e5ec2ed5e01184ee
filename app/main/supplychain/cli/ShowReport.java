package supplychain.cli;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import supplychain.core.Caller;
import supplychain.core.Failure;
import supplychain.core.UnfinishedFile;
import supplychain.database.Database;
import supplychain.records.company.CompanyResource;
import supplychain.reports.Report;
import supplychain.reports.ReportFormat;
import supplychain.reports.ReportRequest;
import supplychain.reports.ReportTable;

/** Prints a report as a table, or writes it to a file. */
@Command(name = "report")
final class ShowReport extends DatabaseCommand {
  @Parameters(index = "0", paramLabel = "NAME", descriptionKey = "report.NAME")
  Report report;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "PARAMETER=VALUE",
      descriptionKey = "report.PARAMETER")
  Map<String, String> parameters = new LinkedHashMap<>();

  @Option(names = "--company", paramLabel = "ID-or-NAME", descriptionKey = "report.company")
  String company;

  @Option(names = "--file", paramLabel = "FILE")
  Path file;

  @Override
  void check() {
    if (file != null) {
      format();
      requireAbsent(file);
    }
  }

  /** The format that the name of the file ends with. */
  private ReportFormat format() {
    String name = file.getFileName().toString();
    String endings =
        Arrays.stream(ReportFormat.values())
            .map(each -> "." + each.ending)
            .collect(joining(", ", "one of ", "."));
    return Arrays.stream(ReportFormat.values())
        .filter(each -> name.endsWith("." + each.ending))
        .findFirst()
        .orElseThrow(() -> Failure.wrongUse("The name of the file must end with " + endings));
  }

  @Override
  void run(Database database) throws IOException {
    Map<String, List<String>> query = new LinkedHashMap<>();
    parameters.forEach((name, value) -> query.put(name, List.of(value)));
    query.put(ReportRequest.COMPANY.name(), List.of(company(database).toString()));
    ReportFormat format = file == null ? ReportFormat.TABLE : format();
    ReportTable table =
        ReportTable.read(report, format, ReportTable.MOST_ROWS, query, Caller.OPERATOR, database);
    if (file == null) {
      print(table);
    } else {
      UnfinishedFile.write(file, format.write(table));
    }
  }

  private UUID company(Database database) {
    return database.read(
        sql ->
            company != null
                ? company(sql, company)
                : CompanyResource.only(sql)
                    .orElseThrow(() -> Failure.wrongUse("Name the company with --company.")));
  }

  /** The rows, and a line of sums for each currency. Addresses are for programs. */
  private void print(ReportTable table) {
    int[] shown =
        IntStream.range(0, table.columns().size())
            .filter(i -> table.columns().get(i).unit() != Report.Unit.LINK)
            .toArray();
    print(
        Arrays.stream(shown).mapToObj(i -> table.columns().get(i).name()).toList(),
        Stream.concat(table.rows().stream(), table.sums().stream())
            .map(
                row ->
                    Arrays.stream(shown).mapToObj(i -> Objects.toString(row.get(i), "")).toList()));
  }
}
