package supplychain.postgres;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import supplychain.core.Failure;
import supplychain.core.Json;
import supplychain.core.UnfinishedFile;

/** Starts and stops the server process of a cluster, which may have {@code more} options. */
record PostgresServer(DataFolder folder, PostgresPrograms programs, String more) {
  /** Long enough for PostgreSQL to recover from any unclean stop. */
  private static final int START_SECONDS = 300;

  private static final int PATIENT_STOP_SECONDS = 10;
  private static final int STOP_SECONDS = 30;
  private static final int KILL_SECONDS = 10;
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  /** Settings on the command line override those of the cluster. */
  private static final String FIRM =
      " -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c logging_collector=off"
          + " -c fsync=on -c synchronous_commit=on -c full_page_writes=on"
          // A recycled segment of the log keeps what was erased.
          + " -c wal_recycle=off";

  /** The main process of the server; empty if it does not run, even if its pid file is left. */
  static Optional<ProcessHandle> running(DataFolder folder) throws IOException {
    if (!Files.exists(folder.pidFile())) {
      return Optional.empty();
    }
    String first = Files.readString(folder.pidFile(), ISO_8859_1).split("\n", 2)[0].strip();
    // Another process may have the number of a dead server by now.
    return first.matches("[1-9]\\d{0,8}")
        ? ProcessHandle.of(Long.parseLong(first)).filter(process -> runsIn(folder, process))
        : Optional.empty();
  }

  private static boolean runsIn(DataFolder folder, ProcessHandle process) {
    String programs = folder.root() + File.separator + PostgresPrograms.PREFIX;
    ProcessHandle.Info info = process.info();
    return Stream.of(info.command(), info.commandLine())
        .flatMap(Optional::stream)
        .anyMatch(command -> command.startsWith(programs));
  }

  boolean isRunning() throws IOException {
    return running(folder).isPresent();
  }

  /** Starts the server on its last port, or on another one if that is taken. Returns the login. */
  Login start(Login last) throws IOException {
    Login login = new Login(freePort(last.port()), last.password());
    if (!Login.read(folder.login()).equals(Optional.of(login))) {
      UnfinishedFile.write(folder.login(), Json.MAPPER.writeValueAsBytes(login));
      folder.own(folder.login());
    }
    try {
      startOnPort(login);
      return login;
    } catch (Failure e) {
      // Another program may have taken the port after it was found to be free.
      if (freePort(login.port()) == login.port()) {
        throw e;
      }
      return start(login);
    }
  }

  /** Starts the server on the port of the login, perhaps again after it was killed. */
  void startOnPort(Login login) throws IOException {
    killRemains(folder);
    String options = "-c port=" + login.port() + FIRM + more;
    if (!pgCtl("start", START_SECONDS, "-l", "" + folder.log(), "-o", options)) {
      String reason =
          Files.exists(folder.log())
              ? PostgresPrograms.reason(new String(Files.readAllBytes(folder.log()), UTF_8))
              : "it wrote no log";
      stopNow(STOP_SECONDS);
      throw folder.refusal("PostgreSQL does not start: " + reason, "See " + folder.log() + ".");
    }
  }

  /** Kills the processes of a server whose main process is gone: they would prevent a start. */
  static void killRemains(DataFolder folder) throws IOException {
    List<ProcessHandle> remains =
        ProcessHandle.allProcesses().filter(process -> runsIn(folder, process)).toList();
    remains.forEach(ProcessHandle::destroyForcibly);
    // ProcessHandle.onExit polls slowly, and waits until the parent has noticed the end.
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(KILL_SECONDS);
    while (remains.stream().anyMatch(process -> runsIn(folder, process))
        && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(POLL_NANOS);
    }
    Files.deleteIfExists(folder.pidFile());
  }

  /** Stops the server. Commands that use it get some time to finish. */
  void stop() throws IOException {
    if (isRunning() && !stops("smart", PATIENT_STOP_SECONDS)) {
      stopNow(STOP_SECONDS);
    }
  }

  /**
   * Stops the server, cleanly if that takes no longer than {@code seconds}. PostgreSQL 18 hangs if
   * it receives the stop while it restarts after a crash of its own. The next start then writes
   * everything that is missing, as after a power cut.
   */
  void stopNow(int seconds) throws IOException {
    if (isRunning() && !stops("fast", seconds) && !stops("immediate", STOP_SECONDS)) {
      throw folder.refusal("its PostgreSQL does not stop", "See " + folder.log() + ".");
    }
  }

  private boolean stops(String mode, int seconds) throws IOException {
    return pgCtl("stop", seconds, "-m", mode) || !isRunning();
  }

  /** Runs pg_ctl, which waits until the server has started or stopped. Returns whether it has. */
  private boolean pgCtl(String action, int seconds, String... more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(action, "-w", "-t", "" + seconds));
    arguments.addAll(List.of("-D", folder.cluster().toString()));
    arguments.addAll(List.of(more));
    return programs.succeeds("pg_ctl", arguments);
  }

  private static int freePort(int preferred) throws IOException {
    try (ServerSocket socket = new ServerSocket(preferred, 1, InetAddress.getByAddress(LOOPBACK))) {
      return socket.getLocalPort();
    } catch (BindException taken) {
      return freePort(0);
    }
  }
}
