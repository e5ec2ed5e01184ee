package supplychain.cli;

import java.util.UUID;
import org.jooq.DSLContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import supplychain.core.Caller;
import supplychain.database.Database;
import supplychain.trace.LineageQueries;
import supplychain.trace.Trace;
import supplychain.trace.TraceText;

/** Shows where the goods of a transaction came from or went. */
@Command(name = "trace")
final class ShowTrace extends DatabaseCommand {
  @Parameters(paramLabel = "ID-or-NUMBER", descriptionKey = "trace.ID-or-NUMBER")
  String transaction;

  @Option(names = "--company", paramLabel = "ID-or-NAME", descriptionKey = "trace.company")
  String company;

  @Option(names = "--direction", paramLabel = "WAY", defaultValue = "up")
  Trace.Direction direction;

  @Override
  void run(Database database) {
    Trace trace =
        database.readConsistent(sql -> Trace.read(sql, Caller.OPERATOR, find(sql), direction));
    TraceText.lines(trace).forEach(out()::println);
  }

  private UUID find(DSLContext sql) {
    UUID recorder = company == null ? null : company(sql, company);
    return only(
        LineageQueries.findByIdOrNumber(sql, transaction, recorder),
        "No product transaction has the id or the number \"" + transaction + "\".",
        "Several companies have the number \"" + transaction + "\": give --company, or the id, ");
  }
}
