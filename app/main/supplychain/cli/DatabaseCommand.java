package supplychain.cli;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.commons.io.function.Uncheck;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Failure;
import supplychain.database.Author;
import supplychain.database.Database;
import supplychain.postgres.EmbeddedPostgres;
import supplychain.records.NamedRecords;
import supplychain.records.company.CompanyResource;
import supplychain.validation.Formats;

/** A command that works on the records and ends. It works beside a running service, or alone. */
abstract class DatabaseCommand extends ConfiguredCommand {
  private static final String AT_THE_END =
      "Interrupted at the very end. Check whether the records were written.";
  private static final String NOTHING_RECORDED = "Interrupted. Nothing was recorded.";

  /** What a command needs of the place of the records. */
  enum Needs {
    /** Records of this release. */
    CURRENT_RECORDS(null),
    /** Records of this release or an older one. */
    RECORDS(null),
    /** Nothing: the command may put the first records there. It upgrades older ones. */
    NOTHING(""),
    /** An empty place, which the command fills from a backup. */
    EMPTY_PLACE(EmbeddedPostgres.FILLING);

    /** Options of an embedded PostgreSQL that may be new; null if records must be there. */
    private final String filling;

    Needs(String filling) {
      this.filling = filling;
    }

    private boolean areRecords() {
      return filling == null;
    }
  }

  private final Needs needs;
  private DatabaseAddress address;
  private OpenParts parts;

  DatabaseCommand() {
    this(Needs.CURRENT_RECORDS);
  }

  DatabaseCommand(Needs needs, Setting... more) {
    super(EnumSet.copyOf(Stream.concat(Setting.DATABASE.stream(), Stream.of(more)).toList()));
    this.needs = needs;
  }

  /** Checks the arguments before the command opens anything. */
  void check() {}

  /** Opens what the work needs besides the records. */
  void open(OpenParts parts) {}

  abstract void run(Database database) throws IOException;

  @Override
  void run(Settings settings) {
    address = DatabaseAddress.read(settings::get, DatabaseAddress.DEFAULT_FOLDER);
    check();
    if (needs.areRecords()) {
      requireFolder(address.folder());
    }
    parts = new OpenParts(false);
    parts.run(this::work);
  }

  private void work(OpenParts parts) {
    parts.ifInterrupted(() -> say(NOTHING_RECORDED));
    open(parts);
    Database database = address.openCommand(parts, words(), needs.filling);
    parts.ifInterrupted(() -> say(database.mayHaveCommitted() ? AT_THE_END : NOTHING_RECORDED));
    if (needs.areRecords() && !database.schema().exists()) {
      throw Failure.of(
          "There are no records in %s. Load or restore records there, or start the service. %s."
              .formatted(address, address.next().start()));
    }
    if (needs == Needs.CURRENT_RECORDS) {
      database.schema().requireCurrent();
    } else if (needs != Needs.EMPTY_PLACE) {
      address.upgrade(database, true, this::say);
    }
    Uncheck.run(() -> run(database));
  }

  /** Refuses a folder of the embedded PostgreSQL without records; null for another PostgreSQL. */
  private void requireFolder(Path folder) {
    if (folder == null || EmbeddedPostgres.isIn(folder)) {
      return;
    }
    if (Files.isDirectory(folder) && !Files.isExecutable(folder)) {
      throw Failure.of(
          "User %s cannot read %s. Run the command with sudo."
              .formatted(System.getProperty("user.name"), folder));
    }
    String installed =
        SystemdService.isInstalled()
            ? " For the installed service, run: sudo supply-chain " + words()
            : "";
    throw Failure.of(
        "There are no records in %s. Name their folder with --data. A running service prints it"
                .formatted(folder)
            + " after \"records in\" when it starts."
            + installed);
  }

  /** The author of the command's changes: the command with its arguments, and the shell's user. */
  final Author author(Object... arguments) {
    String more = Stream.of(arguments).map(each -> " " + each).collect(joining());
    return new Author(Caller.SYSTEM, words() + more + " by " + System.getProperty("user.name"));
  }

  final DatabaseAddress address() {
    return address;
  }

  final OpenParts parts() {
    return parts;
  }

  static void requireReadable(Path file) {
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw Failure.of("There is no file " + file + ", or you cannot read it.");
    }
  }

  static void requireAbsent(Path file) {
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw Failure.of("There is already a file " + file + ". Choose another name.");
    }
  }

  static UUID company(DSLContext sql, String company) {
    return only(
        CompanyResource.withIdOrName(sql, company),
        "No company has the id or the name \"" + company + "\".",
        "Several companies have the name \"" + company + "\": give the id, ");
  }

  /** The record that has this id, or the only one that a number, a card or a name means. */
  static UUID record(DSLContext sql, String text, String table) {
    Optional<UUID> id = Formats.uuid(text);
    if (id.isPresent()) {
      return id.get();
    }
    Map<UUID, String> meant = NamedRecords.meant(sql, Caller.OPERATOR, text, table);
    String noun = table == null ? "record" : table.replace('_', ' ');
    if (meant.size() > 1) {
      String each =
          meant.entrySet().stream()
              .map(one -> one.getValue() + " " + one.getKey())
              .collect(joining(", "));
      throw Failure.of("\"%s\" means several records: give the id, %s".formatted(text, each));
    }
    return meant.keySet().stream()
        .findFirst()
        .orElseThrow(
            () -> Failure.of("No %s has the number or name \"%s\".".formatted(noun, text)));
  }

  /** The only one of these ids. The message {@code several} goes on with the ids. */
  static UUID only(List<UUID> ids, String none, String several) {
    if (ids.isEmpty()) {
      throw Failure.of(none);
    }
    if (ids.size() > 1) {
      throw Failure.of(several + ids.stream().map(UUID::toString).collect(joining(", ")));
    }
    return ids.get(0);
  }
}
