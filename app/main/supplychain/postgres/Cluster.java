package supplychain.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.io.IOUtils;
import supplychain.core.UnfinishedFile;

/** PostgreSQL's files in {@code data/}. They appear complete or not at all. */
record Cluster(DataFolder folder, PostgresPrograms programs) {
  /**
   * PostgreSQL writes a new file of its log full of zeros before it uses it, and all commits wait
   * meanwhile: 60 ms for a file of the usual 16 MiB.
   */
  private static final int LOG_FILE_MEBIBYTES = 2;

  private static final int FIRST_WITH_BUILTIN_LOCALE = 17;
  private static final List<String> BUILTIN_LOCALE =
      List.of("--no-locale", "--locale-provider=builtin", "--builtin-locale=C.UTF-8");
  private static final List<String> SYSTEM_LOCALE = List.of("--locale=C.UTF-8");

  /** Creates the cluster if there is none, and refuses a cluster of another major version. */
  void prepare() throws IOException {
    int major = programs.majorVersion();
    if (Files.exists(folder.cluster())) {
      refuseOtherMajor(major);
    } else {
      create(major);
    }
  }

  private void refuseOtherMajor(int major) throws IOException {
    Path file = folder.cluster().resolve("PG_VERSION");
    if (!Files.exists(file)) {
      throw folder.refusal(
          "its PostgreSQL has lost files",
          "Restore a backup: java -jar supply-chain.jar restore FILE --data NEW");
    }
    String found = Files.readString(file).strip();
    if (!found.equals("" + major)) {
      throw folder.refusal(
          "its records are PostgreSQL %s's, and this is PostgreSQL %d".formatted(found, major),
          "With the release that wrote them: java -jar OLD.jar backup FILE --data \"%s\"; and with"
                  .formatted(folder.root())
              + " this one: java -jar supply-chain.jar restore FILE --data NEW");
    }
  }

  private void create(int major) throws IOException {
    Path unfinished = folder.unfinished("cluster");
    List<String> arguments = new ArrayList<>(List.of("-D", unfinished.toString()));
    arguments.addAll(List.of("-U", "postgres", "--auth=reject", "--encoding=UTF8"));
    arguments.addAll(List.of("--data-checksums", "--wal-segsize=" + LOG_FILE_MEBIBYTES));
    arguments.addAll(major >= FIRST_WITH_BUILTIN_LOCALE ? BUILTIN_LOCALE : SYSTEM_LOCALE);
    programs.run("", "initdb", arguments.toArray(String[]::new));
    Files.write(
        unfinished.resolve("postgresql.conf"), text("postgresql.conf"), StandardOpenOption.APPEND);
    Files.write(unfinished.resolve("pg_hba.conf"), text("pg_hba.conf"));
    // A new cluster does not know the login of an earlier one.
    Files.deleteIfExists(folder.login());
    UnfinishedFile.rename(unfinished, folder.cluster());
  }

  /** The resource of this name: what the service adds to or puts in place of initdb's file. */
  private static byte[] text(String name) throws IOException {
    return IOUtils.resourceToByteArray("/supplychain/postgres/" + name);
  }

  /** Creates the service's role and database in the stopped cluster, and sets the password. */
  void setLogin(Login login) throws IOException {
    // Without a server, no password is needed, and each line is a statement. A statement that fails
    // does not stop the others: `create` only complains if there is one already.
    String sql =
        """
        create role %1$s
        alter role %1$s login password '%2$s'
        create database %1$s owner %1$s
        grant pg_checkpoint to %1$s
        """
            .formatted(Login.NAME, login.password());
    List<String> arguments = new ArrayList<>(List.of("--single", "-D", "" + folder.cluster()));
    arguments.addAll(List.of("-c", "log_min_error_statement=panic"));
    arguments.addAll(List.of("-c", "log_min_messages=error", "template1"));
    String output = programs.run(sql, "postgres", arguments.toArray(String[]::new));
    for (String line : output.lines().toList()) {
      // PostgreSQL 14 has no pg_checkpoint.
      boolean isExpected = line.endsWith("already exists") || line.contains("\"pg_checkpoint\"");
      if (line.contains("ERROR:") && !isExpected) {
        throw folder.refusal(
            "PostgreSQL could not be set up: " + PostgresPrograms.reason(line),
            "Choose another folder with --data.");
      }
    }
  }
}
