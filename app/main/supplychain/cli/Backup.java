package supplychain.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import supplychain.backup.BackupWriter;
import supplychain.backup.Manifest;
import supplychain.backup.UnfinishedFile;
import supplychain.database.Database;
import supplychain.http.ServiceVersion;

/** Takes a backup of all records, as they are at one moment. */
@Command(
    name = "backup",
    description = {
      "Write all records, as they are at one moment, to a new file; also while the service runs.",
      "The file holds personal data: only you can read it. Restore it with restore."
    })
final class Backup extends DatabaseCommand {
  private static final String STDOUT = "-";

  @Parameters(paramLabel = "FILE", description = "A file that is not there yet; - is stdout.")
  Path path;

  private UnfinishedFile file;

  @Override
  void check() {
    if (!isStdout() && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw Failure.of("There is a file " + path + " already: choose another name.");
    }
  }

  private boolean isStdout() {
    return STDOUT.equals(path.toString());
  }

  @Override
  void open(OpenParts parts) {
    if (!isStdout()) {
      file = parts.open(this::begin);
    }
  }

  private UnfinishedFile begin() {
    try {
      return UnfinishedFile.of(path);
    } catch (IOException e) {
      throw cannotBeWritten(e);
    }
  }

  @Override
  void run(Database database) {
    Manifest manifest = write(database);
    say(
        String.format(
            Locale.ROOT,
            "Backed up: %,d rows of %d tables, as of %s.",
            manifest.rows(),
            manifest.tables().size(),
            manifest.time()));
  }

  private Manifest write(Database database) {
    try (ShownProgress progress = new ShownProgress();
        OutputStream out = isStdout() ? new FileOutputStream(FileDescriptor.out) : file.out()) {
      Manifest manifest = BackupWriter.write(database, out, ServiceVersion.ofJar(), progress::show);
      if (!isStdout()) {
        file.finish();
      }
      return manifest;
    } catch (UncheckedIOException e) {
      throw cannotBeWritten(e.getCause());
    } catch (IOException e) {
      throw cannotBeWritten(e);
    }
  }

  private Failure cannotBeWritten(IOException e) {
    String what = isStdout() ? "to stdout" : path.toString();
    return Failure.of(
        "The backup cannot be written, " + what + ": " + FileArgument.reason(e) + ".");
  }
}
