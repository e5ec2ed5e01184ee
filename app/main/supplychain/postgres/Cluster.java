package supplychain.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** PostgreSQL's files in {@code data/}: made whole or not at all, never of another version. */
record Cluster(DataFolder folder, PostgresTools tools) {
  private static final int FIRST_WITH_BUILTIN_LOCALE = 17;
  private static final List<String> BUILTIN_LOCALE =
      List.of("--no-locale", "--locale-provider=builtin", "--builtin-locale=C.UTF-8");
  private static final List<String> SYSTEM_LOCALE = List.of("--locale=C.UTF-8");
  private static final List<String> NO_LOCALE = List.of("--no-locale");

  /** For a small team's machine, to be changed there. Errors of SQL are the service's to report. */
  private static final String SETTINGS =
      """

      # Set by the supply-chain service when it made this cluster; change them as you need.
      # Port, address, fsync, synchronous_commit and full_page_writes are given at each start.
      shared_buffers = 192MB
      max_connections = 100
      wal_compression = %s
      jit = off
      timezone = 'UTC'
      log_timezone = 'UTC'
      log_checkpoints = off
      log_min_messages = log
      log_min_error_statement = panic
      log_error_verbosity = terse
      """;

  /** Makes the cluster when there is none, and refuses one of another major version. */
  void prepare(Login login) throws IOException {
    if (!Files.exists(folder.cluster())) {
      create(login);
    }
    Path file = folder.cluster().resolve("PG_VERSION");
    String found = Files.exists(file) ? Files.readString(file).strip() : "an unknown version";
    if (!found.equals(tools.binaries().major())) {
      throw new DataFolderException(
          folder.root(),
          "its records are PostgreSQL %s's, and this is PostgreSQL %s"
              .formatted(found, tools.binaries().version()),
          "Start the release that wrote them, and move them over with pg_dump.");
    }
  }

  private void create(Login login) throws IOException {
    Path unfinished = folder.unfinished("cluster");
    initialize(unfinished);
    Path settings = unfinished.resolve("postgresql.conf");
    String text = SETTINGS.formatted(compression(unfinished));
    Files.writeString(settings, text, StandardOpenOption.APPEND);
    repair(unfinished, login);
    folder.finish(unfinished, folder.cluster());
  }

  private void initialize(Path cluster) throws IOException {
    // Nobody needs the superuser again, so nobody keeps its password.
    Path secret = folder.root().resolve(cluster.getFileName() + ".pw");
    folder.write(secret, Login.randomPassword());
    try {
      PostgresTools.Outcome outcome = initdb(cluster, secret);
      if (!outcome.succeeded()) {
        throw failure("initdb failed: " + outcome.reason());
      }
    } finally {
      Files.delete(secret);
    }
  }

  private PostgresTools.Outcome initdb(Path cluster, Path secret) throws IOException {
    if (Integer.parseInt(tools.binaries().major()) >= FIRST_WITH_BUILTIN_LOCALE) {
      return initdb(cluster, secret, BUILTIN_LOCALE);
    }
    PostgresTools.Outcome outcome = initdb(cluster, secret, SYSTEM_LOCALE);
    return outcome.output().contains("invalid locale")
        ? initdb(cluster, secret, NO_LOCALE)
        : outcome;
  }

  private PostgresTools.Outcome initdb(Path cluster, Path secret, List<String> locale)
      throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-D", cluster.toString(), "-U", "postgres"));
    arguments.addAll(List.of("--auth=scram-sha-256", "--pwfile=" + secret));
    arguments.addAll(List.of("--encoding=UTF8", "--data-checksums"));
    arguments.addAll(locale);
    return tools.run("", "initdb", arguments.toArray(String[]::new));
  }

  private String compression(Path cluster) throws IOException {
    return tools
            .run(
                "",
                "postgres",
                "-D",
                cluster.toString(),
                "-C",
                "wal_compression",
                "-c",
                "wal_compression=lz4")
            .succeeded()
        ? "lz4"
        : "on";
  }

  /** Gives the stopped cluster the service's role with this password, and its database. */
  void repair(Login login) throws IOException {
    repair(folder.cluster(), login);
  }

  private void repair(Path cluster, Login login) throws IOException {
    // Without a server there is no password to know. Where one exists already, create only
    // complains.
    String sql =
        """
        create role %1$s
        alter role %1$s login password '%2$s'
        create database %1$s owner %1$s
        alter role %1$s reset synchronous_commit
        alter database %1$s reset synchronous_commit
        """
            .formatted(login.user(), login.password().replace("'", "''"));
    PostgresTools.Outcome outcome =
        tools.run(
            sql,
            "postgres",
            "--single",
            "-D",
            cluster.toString(),
            "-c",
            "log_min_error_statement=panic",
            "-c",
            "log_min_messages=error",
            "template1");
    // It ends well whatever its statements came to.
    Optional<String> error =
        outcome
            .output()
            .lines()
            .filter(line -> line.contains("ERROR:") && !line.endsWith("already exists"))
            .findFirst();
    if (!outcome.succeeded() || error.isPresent()) {
      throw failure(
          "PostgreSQL could not be set up: "
              + error.map(PostgresTools::reason).orElseGet(outcome::reason));
    }
  }

  private DataFolderException failure(String problem) {
    return DataFolderException.failure(folder.root(), problem, "Choose another with --data.");
  }
}
