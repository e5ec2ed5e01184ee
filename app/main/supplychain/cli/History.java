package supplychain.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
import supplychain.validation.Formats;
import supplychain.validation.TerminalText;

/** Shows who changed which record, when and how. */
@Command(name = "history")
final class History extends DatabaseCommand {
  private static final String SHOWN = "100";

  @Parameters(arity = "0..1", paramLabel = "RECORD", descriptionKey = "history.RECORD")
  String record;

  @Option(names = "--user", paramLabel = "EMAIL", descriptionKey = "history.user")
  String user;

  @Option(names = "--kind", paramLabel = "TABLE", descriptionKey = "history.kind")
  String kind;

  @Option(names = "--request", paramLabel = "REQUEST-ID")
  String request;

  @Option(names = "--since", paramLabel = "TIME")
  Moment since;

  @Option(names = "--until", paramLabel = "TIME")
  Moment until;

  @Option(names = "--limit", paramLabel = "N", defaultValue = SHOWN)
  long limit;

  @Option(names = "--from", paramLabel = "FILE")
  Path file;

  @Option(names = "--json")
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
    Optional<UUID> id = Optional.ofNullable(record).flatMap(Formats::uuid);
    if (record != null && id.isEmpty()) {
      throw Failure.wrongUse("With --from, name the record by its id.");
    }
    HistoryArchive.each(file, wanted(id.orElse(null)), this::show);
    end(List.of());
  }

  @Override
  void run(Database database) {
    end(
        database.snapshot(
            sql -> {
              requireKnown(sql);
              UUID id = record == null ? null : record(sql, record, kind);
              HistoryQueries.each(sql, wanted(id).condition(sql), this::show);
              return HistoryArchive.files(sql);
            }));
  }

  private void requireKnown(DSLContext sql) {
    if (kind != null) {
      Set<String> kinds = new TreeSet<>(HistoryQueries.kinds(sql));
      if (!kinds.contains(kind)) {
        throw Failure.wrongUse("--kind must be one of " + String.join(", ", kinds) + ".");
      }
    }
    if (user != null && UserResource.find(sql, user).isEmpty()) {
      throw Failure.of("No user has the address " + user + ".");
    }
  }

  private HistoryFilter wanted(UUID id) {
    return new HistoryFilter(id, user, kind, request, start(since), start(until));
  }

  private static OffsetDateTime start(Moment moment) {
    return moment == null ? null : moment.start();
  }

  private void end(List<String> archives) {
    if (shown == 0) {
      say("No change matches.");
    }
    if (shown < limit && !archives.isEmpty()) {
      say("Older changes are in " + String.join(", ", archives) + ": history --from shows them.");
    }
  }

  /** Shows a change, up to the limit. Returns whether to go on with the next. */
  private boolean show(String change) {
    if (shown == limit) {
      say("There are more changes. Use a larger --limit to see them.");
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

  /** Moves old changes from the database to a new file. */
  @Command(name = "archive")
  static final class Archive extends DatabaseCommand {
    @Option(names = "--before", required = true, paramLabel = "TIME")
    Moment before;

    @Parameters(paramLabel = "FILE", descriptionKey = "history.archive.FILE")
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
        say("No change is older than " + time(before.start()) + ", so no file was written.");
        return;
      }
      archive.remove(database, author("--before", before.start(), path), path.toAbsolutePath());
      say("Moved " + archive.changes() + " changes to " + path + ".");
    }

    /** The file is on the disk before any change leaves the database. */
    private HistoryArchive write(DSLContext sql, Progress progress) throws IOException {
      HistoryArchive archive = HistoryArchive.find(sql, before.start());
      return archive.changes() == 0
          ? archive
          : UnfinishedFile.write(path, out -> archive.write(sql, out, progress));
    }
  }
}
