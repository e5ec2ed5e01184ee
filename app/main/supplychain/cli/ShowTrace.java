package supplychain.cli;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.core.Role;
import supplychain.database.Database;
import supplychain.trace.NamedTransactions;
import supplychain.trace.Trace;
import supplychain.trace.TraceDirection;
import supplychain.trace.TraceText;
import supplychain.validation.Formats;

/** Shows what a product transaction came from and what came from it, all that there is. */
@Command(
    name = "trace",
    description = "Show what a product transaction came from, and what came from it.")
final class ShowTrace extends DatabaseCommand {
  @Parameters(
      paramLabel = "ID-or-NUMBER",
      description = "The product transaction, by its id or its number.")
  String transaction;

  @Option(
      names = "--company",
      paramLabel = "ID-or-NAME",
      description = "The company that recorded it, for a number that several have given.")
  String company;

  @Option(
      names = "--direction",
      paramLabel = "WAY",
      defaultValue = "up",
      description = "up to where it came from, down to where it went, or both (default: up).")
  TraceDirection direction;

  @Override
  void run(Database database) {
    database.requireCurrentSchema();
    Caller operator = new Caller(Caller.SYSTEM, null, Role.OPERATOR);
    try {
      Optional<Trace> trace =
          database.instant(sql -> Trace.read(sql, operator, find(sql), direction));
      TraceText.lines(trace.orElseThrow()).forEach(out()::println);
    } catch (Problem tooMuch) {
      throw Failure.of(tooMuch.getMessage());
    }
    out().flush();
  }

  private UUID find(DSLContext sql) {
    UUID recorder = company == null ? null : NamedCompany.find(sql, company);
    List<UUID> found =
        NamedTransactions.find(sql, Formats.uuid(transaction).orElse(null), transaction, recorder);
    if (found.isEmpty()) {
      throw Failure.of("No product transaction has the id or the number \"" + transaction + "\".");
    }
    if (found.size() > 1) {
      String ids = found.stream().map(UUID::toString).collect(Collectors.joining(", "));
      throw Failure.of(
          "Several companies have the number \""
              + transaction
              + "\": give --company, or the id, "
              + ids);
    }
    return found.get(0);
  }
}
