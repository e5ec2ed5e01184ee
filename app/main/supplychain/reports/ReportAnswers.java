package supplychain.reports;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.List;
import java.util.Map;
import supplychain.core.Caller;
import supplychain.database.Database;
import supplychain.http.Authentication;
import supplychain.http.EntityTag;
import supplychain.http.Preferences;
import supplychain.http.Query;
import supplychain.records.Reads;
import supplychain.validation.Body;

/** Answers with reports over HTTP. */
public final class ReportAnswers {
  /** The most rows of a report that is no page. */
  public static final int MOST_ROWS = 50_000;

  private static final List<ReportFormat> FORMATS = List.of(ReportFormat.values());

  private static final List<String> TYPES = FORMATS.stream().map(format -> format.type).toList();

  private final Database database;

  public ReportAnswers(Database database) {
    this.database = database;
  }

  /** Answers with a page of the report as JSON, or with the whole report in another format. */
  public Handler of(Report report) {
    return ctx -> read(ctx, report);
  }

  private void read(Context ctx, Report report) {
    Caller caller = Authentication.caller(ctx);
    ReportFormat format = FORMATS.get(TYPES.indexOf(Preferences.mediaType(ctx, TYPES)));
    Map<String, List<String>> query = Query.parameters(ctx);
    Body body = Query.body(query);
    ReportRequest request = ReportRequest.read(report, query, body, caller, database);
    body.throwIfInvalid();
    boolean isPage = format == ReportFormat.JSON || request.limit().hasValue();
    int most = isPage ? request.limit().or(Reads.USUAL_PAGE) : MOST_ROWS;
    ReportTable table = database.readConsistent(sql -> ReportTable.read(sql, request, most));
    if (table.next() != null && !isPage) {
      body.refuse(
          ReportRequest.LIMIT,
          "too_many",
          "The report has more than " + MOST_ROWS + " rows. Narrow the period, or send a limit.");
      body.throwIfInvalid();
    }
    Preferences.varyByAccept(ctx);
    if (format != ReportFormat.JSON) {
      String name = report.name() + "." + format.ending;
      ctx.header("Content-Disposition", "attachment; filename=\"" + name + "\"");
    }
    String charset = format == ReportFormat.JSON ? "" : "; charset=utf-8";
    EntityTag.sendUnlessKnown(ctx, format.type + charset, format.write(table));
    if (table.next() != null) {
      String next = ctx.path() + "?" + request.queryAfter(table.next());
      ctx.header("Link", "<%s>; rel=\"next\"".formatted(next));
    }
  }
}
