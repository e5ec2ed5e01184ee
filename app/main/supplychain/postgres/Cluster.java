package supplychain.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import supplychain.core.Failure;

/** PostgreSQL's files in {@code data/}. They appear complete or not at all. */
record Cluster(DataFolder folder, PostgresTools tools) {
  private static final int FIRST_WITH_BUILTIN_LOCALE = 17;
  private static final List<String> BUILTIN_LOCALE =
      List.of("--no-locale", "--locale-provider=builtin", "--builtin-locale=C.UTF-8");
  private static final List<String> SYSTEM_LOCALE = List.of("--locale=C.UTF-8");

  /** For the machine of a small team. The service itself reports errors of SQL. */
  private static final String SETTINGS =
      """

      # The supply-chain service wrote these settings at the first start. Change them as you need.
      # It sets port, address, fsync, synchronous_commit and full_page_writes at each start.
      shared_buffers = 192MB
      max_connections = 100
      wal_compression = on
      jit = off
      timezone = 'UTC'
      log_timezone = 'UTC'
      log_checkpoints = off
      log_min_messages = log
      log_min_error_statement = panic
      log_error_verbosity = terse
      """;

  /** Creates the cluster if there is none, and refuses a cluster of another major version. */
  void prepare(Login login) throws IOException {
    String version = tools.version();
    refuseOtherMajor(folder, version);
    if (!Files.exists(folder.cluster())) {
      create(login, Integer.parseInt(major(version)));
    }
  }

  private static String major(String version) {
    return version.replaceFirst("\\D.*", "");
  }

  /** Refuses a cluster of another major version than that of the programs. */
  static void refuseOtherMajor(DataFolder folder, String version) throws IOException {
    Path file = folder.cluster().resolve("PG_VERSION");
    if (!Files.exists(folder.cluster())) {
      return;
    }
    if (!Files.exists(file)) {
      throw folder.refusal(
          "its PostgreSQL has lost files",
          "Restore a backup: java -jar supply-chain.jar restore FILE --data NEW");
    }
    String found = Files.readString(file).strip();
    if (!found.equals(major(version))) {
      throw folder.refusal(
          "its records are PostgreSQL %s's, and this is PostgreSQL %s".formatted(found, version),
          "With the release that wrote them: java -jar OLD.jar backup FILE --data \"%s\"; and with"
                  .formatted(folder.root())
              + " this one: java -jar supply-chain.jar restore FILE --data NEW");
    }
  }

  private void create(Login login, int major) throws IOException {
    Path unfinished = folder.unfinished("cluster");
    // Nobody needs the superuser later, so nobody keeps the password.
    Path secret = folder.root().resolve(unfinished.getFileName() + ".pw");
    folder.write(secret, Login.randomPassword());
    try {
      initialize(unfinished, secret, major);
    } finally {
      Files.delete(secret);
    }
    Files.writeString(unfinished.resolve("postgresql.conf"), SETTINGS, StandardOpenOption.APPEND);
    repair(unfinished, login);
    folder.finish(unfinished, folder.cluster());
  }

  private void initialize(Path cluster, Path secret, int major) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-D", cluster.toString(), "-U", "postgres"));
    arguments.addAll(List.of("--auth=scram-sha-256", "--pwfile=" + secret));
    arguments.addAll(List.of("--encoding=UTF8", "--data-checksums"));
    arguments.addAll(major >= FIRST_WITH_BUILTIN_LOCALE ? BUILTIN_LOCALE : SYSTEM_LOCALE);
    PostgresTools.Outcome outcome = tools.run("", "initdb", arguments.toArray(String[]::new));
    if (!outcome.succeeded()) {
      throw failure("initdb failed: " + outcome.reason());
    }
  }

  /** Creates the service's role and database in the stopped cluster, and sets the password. */
  void repair(Login login) throws IOException {
    repair(folder.cluster(), login);
  }

  private void repair(Path cluster, Login login) throws IOException {
    // Without a server, no password is needed. `create` only complains if there is one already.
    String sql =
        """
        create role %1$s
        alter role %1$s login password '%2$s'
        create database %1$s owner %1$s
        """
            .formatted(login.user(), login.password().replace("'", "''"));
    List<String> arguments = new ArrayList<>(List.of("--single", "-D", cluster.toString()));
    arguments.addAll(List.of("-c", "log_min_error_statement=panic"));
    arguments.addAll(List.of("-c", "log_min_messages=error"));
    arguments.add("template1");
    PostgresTools.Outcome outcome = tools.run(sql, "postgres", arguments.toArray(String[]::new));
    // The program succeeds even if a statement fails.
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

  private Failure failure(String problem) {
    return folder.refusal(problem, "Choose another with --data.");
  }
}
