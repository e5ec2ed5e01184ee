package supplychain.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import supplychain.backup.BackupWriter;
import supplychain.backup.Manifest;
import supplychain.backup.UnfinishedFile;
import supplychain.database.Database;
import supplychain.http.ServiceVersion;

/** Writes all records, as they are at one moment, to a file. */
@Command(
    name = "backup",
    description = {
      "Write all records, as they are at one moment, to a new file; also while the service runs.",
      "The file holds personal data: only you can read it. Restore it with restore."
    })
final class Backup extends DatabaseCommand {
  private static final String STDOUT = "-";

  @Parameters(paramLabel = "FILE", description = "A new file; - is stdout.")
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
      try {
        file = parts.open(() -> UnfinishedFile.of(path));
      } catch (UncheckedIOException e) {
        throw cannotBeWritten(e.getCause());
      }
    }
  }

  @Override
  void run(Database database) {
    say("Backed up: " + write(database).summary() + ".");
  }

  private Manifest write(Database database) {
    try (ShownProgress progress = new ShownProgress();
        OutputStream out = isStdout() ? new FileOutputStream(FileDescriptor.out) : file.out()) {
      Manifest manifest = BackupWriter.write(database, out, ServiceVersion.ofJar(), progress);
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
    return Failure.of("The backup cannot be written, " + what + ": " + OneLine.reason(e) + ".");
  }
}
