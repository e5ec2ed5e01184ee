package supplychain.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import supplychain.Shell;

/** One of two PostgreSQL servers that take turns as primary and replica. */
public final class Node {
  /** The name under which a replica confirms commits. */
  static final String REPLICA = "replica";

  private static final String ADMIN = "admin";
  private static final int NEW_BACKUP_FUNCTIONS = 15;

  /**
   * Copies a running cluster without what is the copied server's own and without its log, which the
   * primary sends later. Files may change or vanish meanwhile: then tar ends with 1.
   */
  private static final String COPY =
      "mkdir -m 700 \"$1\""
          + " && { tar -C \"$0\" --exclude './postmaster.*' --exclude './pg_wal/?*' -c . || [ $? = 1 ]; }"
          + " | tar -C \"$1\" -x && mkdir -p \"$1/pg_wal/archive_status\"";

  private final DataFolder folder;
  private final PostgresPrograms programs;
  private final PostgresServer server;
  private Login login;

  /** A node in this folder. */
  Node(Path path, Login login) throws IOException {
    folder = DataFolder.at(path);
    programs = PostgresPrograms.in(folder);
    server = new PostgresServer(folder, programs);
    this.login = login;
  }

  /** Makes a cluster with the service's database, and an administrator with its password. */
  void create() throws IOException {
    Cluster cluster = new Cluster(folder, programs);
    cluster.prepare();
    cluster.setLogin(login);
    Files.writeString(
        folder.cluster().resolve("postgresql.conf"),
        "wal_keep_size = 1GB\n",
        StandardOpenOption.APPEND);
    String sql = "create role %s superuser replication login password '%s'\n";
    programs.run(
        sql.formatted(ADMIN, login.password()),
        "postgres",
        "--single",
        "-D",
        folder.cluster().toString(),
        "template1");
  }

  void start() throws IOException {
    login = server.start(login);
  }

  /** Stops it as an administrator does, whoever is connected, and starts it again. */
  public void restart() throws IOException {
    server.stopNow(30);
    start();
  }

  boolean isRunning() throws IOException {
    return server.isRunning();
  }

  int port() {
    return login.port();
  }

  /** The URL of this server alone. */
  public String url() {
    return login.url();
  }

  /** Stops its processes where they stand: nothing is closed, nothing answers. */
  public void freeze() throws IOException {
    signal("STOP");
  }

  /** Lets its processes go on. */
  public void thaw() throws IOException {
    signal("CONT");
  }

  private void signal(String name) throws IOException {
    List<ProcessHandle> processes = processes();
    List<String> command = new ArrayList<>(List.of("kill", "-" + name));
    processes.forEach(process -> command.add(Long.toString(process.pid())));
    new ProcessBuilder(command).start().onExit().join();
  }

  /** Ends all of its processes at once, as a power cut does. */
  public void kill() throws IOException {
    List<ProcessHandle> processes = processes();
    signal("KILL");
    processes.forEach(process -> process.onExit().join());
  }

  private List<ProcessHandle> processes() throws IOException {
    ProcessHandle postmaster =
        ProcessHandle.of(PostgresServer.running(folder).orElseThrow().pid()).orElseThrow();
    return Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList();
  }

  /** Makes the primary of a replica. */
  void promote() throws IOException {
    programs.run("", "pg_ctl", "promote", "-w", "-D", folder.cluster().toString());
  }

  /** Runs a statement as its administrator; the first value of the first row, "" for none. */
  public String ask(String sql) throws SQLException {
    try (Connection connection = admin();
        Statement statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        return "";
      }
      try (ResultSet row = statement.getResultSet()) {
        return row.next() ? row.getString(1) : "";
      }
    }
  }

  private Connection admin() throws SQLException {
    return DriverManager.getConnection(url(), ADMIN, login.password());
  }

  /** Makes a replica of this, which does not run, out of a copy of the running primary. */
  void follow(Node primary) throws IOException, InterruptedException, SQLException {
    if (Files.exists(folder.cluster())) {
      DataFolder.delete(folder.cluster());
    }
    try (Connection connection = primary.admin();
        Statement statement = connection.createStatement()) {
      boolean renamed = connection.getMetaData().getDatabaseMajorVersion() >= NEW_BACKUP_FUNCTIONS;
      statement.execute(
          renamed
              ? "select pg_backup_start('copy', true)"
              : "select pg_start_backup('copy', true, false)");
      Shell.run("sh", "-c", COPY, primary.folder.cluster() + "", folder.cluster() + "");
      String end = renamed ? "pg_backup_stop(false)" : "pg_stop_backup(false, false)";
      try (ResultSet row = statement.executeQuery("select labelfile from " + end)) {
        row.next();
        Files.writeString(folder.cluster().resolve("backup_label"), row.getString(1));
      }
    }
    Files.createFile(folder.cluster().resolve("standby.signal"));
    Files.writeString(
        folder.cluster().resolve("postgresql.auto.conf"),
        "primary_conninfo = 'host=%s port=%d user=%s password=%s application_name=%s'%n"
            .formatted(Login.HOST, primary.port(), ADMIN, login.password(), REPLICA));
    folder.own(folder.cluster());
    start();
  }
}
