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
import org.apache.commons.io.file.PathUtils;
import supplychain.Shell;

/** One of two PostgreSQL servers that take turns as primary and replica. */
public final class Node {
  /** The name under which a replica confirms commits. */
  static final String REPLICA = "replica";

  private static final String ADMIN = "admin";
  private static final int NEW_BACKUP_FUNCTIONS = 15;

  /**
   * Copies a running cluster, except the files of the copied server itself and its log, which the
   * primary sends later. Files may change during the copy: then tar ends with 1.
   */
  private static final String COPY =
      "mkdir -m 700 \"$1\" && { tar -C \"$0\" --exclude './postmaster.*' --exclude './pg_wal/?*' -c"
          + " . || [ $? = 1 ]; } | tar -C \"$1\" -x && mkdir -p \"$1/pg_wal/archive_status\"";

  private final DataFolder folder;
  private final PostgresPrograms programs;
  private final PostgresServer server;
  private Login login;

  /** A node in this folder. */
  Node(Path path, Login login) throws IOException {
    folder = DataFolder.at(path);
    programs = PostgresPrograms.in(folder);
    server = new PostgresServer(folder, programs, "");
    this.login = login;
  }

  /** Creates a cluster with the service's database, and an administrator with the same password. */
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

  /** Restarts the server at once, although clients are connected. */
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

  /** Freezes all processes: no connection is closed, and no request gets an answer. */
  public void freeze() throws IOException {
    signal("STOP");
  }

  /** Lets the frozen processes continue. */
  public void thaw() throws IOException {
    signal("CONT");
  }

  private void signal(String name) throws IOException {
    List<ProcessHandle> processes = processes();
    List<String> command = new ArrayList<>(List.of("kill", "-" + name));
    processes.forEach(process -> command.add(Long.toString(process.pid())));
    new ProcessBuilder(command).start().onExit().join();
  }

  /** Kills all processes at once, as a power cut does. */
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

  /** Promotes a replica to the primary. */
  void promote() throws IOException {
    programs.run("", "pg_ctl", "promote", "-w", "-D", folder.cluster().toString());
  }

  /** Runs a statement as the administrator. Returns the first value of the first row, or "". */
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

  /** Turns this stopped node into a replica, from a copy of the running primary. */
  void follow(Node primary) throws IOException, InterruptedException, SQLException {
    if (Files.exists(folder.cluster())) {
      PathUtils.delete(folder.cluster());
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
