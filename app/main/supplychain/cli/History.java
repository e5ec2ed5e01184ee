package supplychain.cli;

import java.time.OffsetDateTime;
import java.util.TreeSet;
import java.util.UUID;
import org.jooq.DSLContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import supplychain.core.Failure;
import supplychain.database.Database;
import supplychain.history.ChangeText;
import supplychain.history.HistoryQueries;
import supplychain.records.account.UserResource;
import supplychain.validation.TerminalText;

@Command(
    name = "history",
    description = "Show who changed which record, when, from what to what; the newest first.")
final class History extends DatabaseCommand {
  private static final String SHOWN = "100";

  @Parameters(
      arity = "0..1",
      paramLabel = "ID",
      description = "Changes of this record and of its parts, such as a farmer's form and card.")
  UUID id;

  @Option(names = "--user", paramLabel = "EMAIL", description = "Changes on behalf of this user.")
  String user;

  @Option(
      names = "--kind",
      paramLabel = "TABLE",
      description = "Changes of records of this kind: farmer, card, product_transaction ...")
  String kind;

  @Option(
      names = "--request",
      paramLabel = "REQUEST-ID",
      description =
          "Changes by this request (the service's id or the client's), or by this command.")
  String request;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description = "Changes from then on: 2027-01-31 (00:00 UTC) or 2027-01-31T18:00:00Z.")
  OffsetDateTime since;

  @Option(names = "--until", paramLabel = "TIME", description = "Changes before then.")
  OffsetDateTime until;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = SHOWN,
      description = "The most changes to show (default: " + SHOWN + ").")
  long limit;

  @Option(names = "--json", description = "A JSON object in each line, for scripts.")
  boolean json;

  private long shown;

  @Override
  void check() {
    if (limit < 1) {
      throw Failure.wrongUse("--limit must be a number from 1 on.");
    }
  }

  @Override
  void run(Database database) {
    database.requireCurrentSchema();
    database.read(
        sql -> {
          HistoryQueries.each(sql, wanted(sql), this::show);
          return null;
        });
    out().flush();
    if (shown == 0) {
      say("Nothing of this kind was changed.");
    }
  }

  private HistoryQueries.Filter wanted(DSLContext sql) {
    if (kind != null && !HistoryQueries.kinds(sql).contains(kind)) {
      throw Failure.wrongUse(
          "--kind must be one of "
              + String.join(", ", new TreeSet<>(HistoryQueries.kinds(sql)))
              + ".");
    }
    UUID userId =
        user == null
            ? null
            : UserResource.find(sql, user)
                .orElseThrow(() -> Failure.of("No user has the address " + user + "."));
    return new HistoryQueries.Filter(id, userId, kind, request, since, until);
  }

  /** Shows a change, up to the limit. Returns whether to go on with the next. */
  private boolean show(String change) {
    if (shown == limit) {
      say("There are more; --limit shows them.");
      return false;
    }
    shown++;
    if (json) {
      out().println(TerminalText.ascii(change));
    } else {
      ChangeText.lines(change).forEach(line -> out().println(TerminalText.of(line)));
    }
    // Nobody reads the output any more, or the disk is full.
    return !out().checkError();
  }
}
