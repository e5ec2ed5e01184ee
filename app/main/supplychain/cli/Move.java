package supplychain.cli;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.io.function.Uncheck;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import supplychain.backup.BackupFile;
import supplychain.backup.BackupWriter;
import supplychain.backup.Manifest;
import supplychain.backup.Restoration;
import supplychain.cli.Settings.Source;
import supplychain.cli.Settings.Value;
import supplychain.core.Failure;
import supplychain.core.UnfinishedFile;
import supplychain.database.Database;
import supplychain.postgres.EmbeddedPostgres;

/** Copies all records to another folder or database. */
@Command(name = "move")
final class Move extends DatabaseCommand {
  @Option(names = "--from-data", paramLabel = "DIR")
  String fromData;

  @Option(names = "--from-db-url", paramLabel = "URL")
  String fromUrl;

  @Option(names = "--from-db-user", paramLabel = "USER")
  String fromUser;

  @Option(names = "--from-db-password-file", paramLabel = "FILE")
  String fromPasswordFile;

  private DatabaseAddress source;
  private BackupFile backup;

  Move() {
    super(Needs.EMPTY_PLACE);
  }

  @Override
  void check() {
    if (fromData == null && fromUrl == null) {
      throw Failure.wrongUse("Name the source with --from-data or --from-db-url.");
    }
    if (fromUrl == null && (fromUser != null || fromPasswordFile != null)) {
      throw Failure.wrongUse("--from-db-user and --from-db-password-file need --from-db-url.");
    }
    source = DatabaseAddress.read(this::fromFlag, DatabaseAddress.DEFAULT_FOLDER);
    if (source.folder() != null && source.folder().equals(address().folder())) {
      throw Failure.wrongUse("--from-data and --data name the same folder.");
    }
    if (source.folder() != null && !EmbeddedPostgres.isIn(source.folder())) {
      throw Failure.of(
          "There are no records in " + source.folder() + ". Name their folder with --from-data.");
    }
  }

  /** A setting of the source, which only a flag can give. */
  private Value fromFlag(Setting setting) {
    String text =
        switch (setting) {
          case DATA -> fromData;
          case DB_URL -> fromUrl;
          case DB_USER -> fromUser;
          case DB_PASSWORD_FILE -> fromPasswordFile;
          default -> null;
        };
    Source from = text == null ? Source.DEFAULT : Source.FLAG;
    return new Value(setting, from, "--from-" + setting.key(), text);
  }

  /** Opens the source to the end of the move, and backs it up in the folder for temporary files. */
  @Override
  void open(OpenParts parts) {
    Path file = Uncheck.get(() -> Files.createTempFile("supply-chain-move", ".zip"));
    parts.<AutoCloseable>open(() -> () -> Files.delete(file));
    // As a service opens it: this locks the folder, so it fails while a service runs there, and
    // nothing changes during the move.
    Database database =
        source.openService(
            parts, DatabaseAddress.COMMAND_CONNECTIONS, DatabaseAddress.COMMAND_WAIT, this::say);
    try {
      ShownProgress.during(
          progress ->
              UnfinishedFile.write(file, out -> BackupWriter.write(database, out, progress)));
    } catch (UncheckedIOException e) {
      throw Failure.of(
          "The records cannot be copied to %s: %s. Name another folder: java -Djava.io.tmpdir=DIR -jar …"
              .formatted(file, OneLine.of(e)));
    }
    backup = BackupCommands.open(parts, file);
  }

  @Override
  void run(Database database) {
    BackupCommands.restore(database, backup, null);
    Manifest moved = backup.manifest();
    List<String> differences = Restoration.differences(database, moved);
    if (!differences.isEmpty()) {
      throw Failure.found("The copy is not complete: " + String.join("; ", differences) + ".");
    }
    address().keep();
    say("Moved: " + moved.summary() + ". Each table has as many rows as in the source.");
    say(
        address().next().start()
            + ". Then take a backup, and keep the source until you have checked the copy.");
  }
}
