package supplychain.reports;

import io.javalin.http.Context;
import java.util.List;
import java.util.stream.Stream;
import supplychain.core.Caller;
import supplychain.database.Database;
import supplychain.http.Authentication;
import supplychain.http.EntityTag;
import supplychain.http.Preferences;
import supplychain.http.Query;
import supplychain.records.Reads;

/** Answers with reports over HTTP. */
public record ReportAnswers(Database database) {
  /** Answers with a page of the report as JSON, or with the whole report in another format. */
  public void read(Context ctx, Report report) {
    Caller caller = Authentication.caller(ctx);
    ReportFormat format = format(ctx, report);
    int unlimited = format == ReportFormat.JSON ? Reads.USUAL_PAGE : ReportTable.MOST_ROWS;
    ReportTable table =
        ReportTable.read(report, format, unlimited, Query.parameters(ctx), caller, database);
    Preferences.varyByAccept(ctx);
    String file = report.name() + "." + format.ending;
    byte[] document = format.write(table);
    if (format.isShown()) {
      EntityTag.sendToOpen(ctx, file, format.type, document);
    } else {
      if (format != ReportFormat.JSON) {
        ctx.header("Content-Disposition", "attachment; filename=\"" + file + "\"");
      }
      EntityTag.sendUnlessKnown(ctx, format.type, document);
    }
    if (table.next() != null) {
      String next = ctx.path() + "?" + table.request().queryAfter(table.next());
      ctx.header("Link", "<%s>; rel=\"next\"".formatted(next));
    }
  }

  private static ReportFormat format(Context ctx, Report report) {
    boolean hasChart = report.groups().stream().anyMatch(report::hasChart);
    List<ReportFormat> formats =
        Stream.of(ReportFormat.values())
            .filter(each -> each != ReportFormat.CHART || hasChart)
            .toList();
    List<String> types = formats.stream().map(ReportFormat::mediaType).toList();
    return formats.get(types.indexOf(Preferences.mediaType(ctx, types)));
  }
}
