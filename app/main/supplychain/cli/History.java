package supplychain.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.commons.io.function.Uncheck;
import org.jooq.DSLContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import supplychain.core.Failure;
import supplychain.core.Progress;
import supplychain.core.UnfinishedFile;
import supplychain.database.Database;
import supplychain.history.ChangeText;
import supplychain.history.HistoryArchive;
import supplychain.history.HistoryFilter;
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
      description = "Changes from then on: 2027-01-31 (from its start) or 2027-01-31T18:00:00Z.")
  Moment since;

  @Option(names = "--until", paramLabel = "TIME", description = "Changes before then.")
  Moment until;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = SHOWN,
      description = "The most changes to show (default: " + SHOWN + ").")
  long limit;

  @Option(
      names = "--from",
      paramLabel = "FILE",
      description = "Show the changes in this file, which history archive wrote.")
  Path file;

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
  void run(Settings settings) {
    if (file == null) {
      super.run(settings);
      return;
    }
    check();
    requireReadable(file);
    HistoryArchive.each(file, wanted(), this::show);
    end(List.of());
  }

  @Override
  void run(Database database) {
    end(
        database.read(
            sql -> {
              requireKnown(sql);
              HistoryQueries.each(sql, wanted().condition(sql), this::show);
              return HistoryArchive.files(sql);
            }));
  }

  private void requireKnown(DSLContext sql) {
    if (kind != null && !HistoryQueries.kinds(sql).contains(kind)) {
      throw Failure.wrongUse(
          "--kind must be one of "
              + String.join(", ", new TreeSet<>(HistoryQueries.kinds(sql)))
              + ".");
    }
    if (user != null && UserResource.find(sql, user).isEmpty()) {
      throw Failure.of("No user has the address " + user + ".");
    }
  }

  private HistoryFilter wanted() {
    return new HistoryFilter(id, user, kind, request, start(since), start(until));
  }

  private static OffsetDateTime start(Moment moment) {
    return moment == null ? null : moment.start();
  }

  private void end(List<String> archives) {
    if (shown == 0) {
      say("Nothing of this kind was changed.");
    }
    if (shown < limit && !archives.isEmpty()) {
      say("Older changes are in " + String.join(", ", archives) + ": history --from shows them.");
    }
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

  @Command(
      name = "archive",
      description = {
        "Move old changes to a new file, which history --from can show; also while the service runs.",
        "The file holds personal data: only you can read it."
      })
  static final class Archive extends DatabaseCommand {
    @Option(
        names = "--before",
        required = true,
        paramLabel = "TIME",
        description = "Only changes before then: 2027-01-31 (its start) or 2027-01-31T18:00:00Z.")
    Moment before;

    @Parameters(paramLabel = "FILE", description = "A new file, such as history-2026.jsonl.gz.")
    Path path;

    @Override
    void check() {
      if (before.start().isAfter(OffsetDateTime.now(ZoneOffset.UTC))) {
        throw Failure.wrongUse("--before must be in the past.");
      }
      requireAbsent(path);
    }

    @Override
    void run(Database database) {
      HistoryArchive archive =
          ShownProgress.during(
              progress -> database.snapshot(sql -> Uncheck.get(() -> write(sql, progress))));
      if (archive.changes() == 0) {
        say("No change is older than " + before.start() + ": there is no file.");
        return;
      }
      archive.remove(database, author("--before", before.start(), path), path.toAbsolutePath());
      say("Moved " + archive.changes() + " changes to " + path + ".");
    }

    /** The file is on the disk before any change leaves the database. */
    private HistoryArchive write(DSLContext sql, Progress progress) throws IOException {
      HistoryArchive archive = HistoryArchive.find(sql, before.start());
      if (archive.changes() > 0) {
        try (UnfinishedFile file = new UnfinishedFile(path)) {
          archive.write(sql, file.out(), progress);
          file.finish();
        }
      }
      return archive;
    }
  }
}
