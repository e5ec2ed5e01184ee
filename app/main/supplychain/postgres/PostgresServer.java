package supplychain.postgres;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;

/** The server process on the cluster: started ready, stopped cleanly. */
record PostgresServer(DataFolder folder, PostgresTools tools) {
  /** Long enough to replay all that an unclean stop can leave behind. */
  private static final int START_SECONDS = 300;

  private static final int PATIENT_STOP_SECONDS = 10;
  private static final int STOP_SECONDS = 30;
  private static final int HARD_STOP_SECONDS = 30;
  private static final int ATTEMPTS = 3;
  private static final long LOG_LIMIT = 10L << 20;
  private static final int LOG_TAIL_BYTES = 4_000;
  private static final long POLL_MILLIS = 4;
  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  /** Given on the command line, where no setting of the cluster can weaken it. */
  private static final List<String> FIRM =
      List.of(
          "listen_addresses=" + Login.HOST,
          "unix_socket_directories=",
          "fsync=on",
          "synchronous_commit=on",
          "full_page_writes=on",
          "logging_collector=off");

  @FunctionalInterface
  private interface Condition {
    boolean holds() throws IOException;
  }

  /** Starts the server, on the port of last time when it is free, and returns its login. */
  Login start(Login last) throws IOException {
    rotateLog();
    // Between the look at a port and the start it may be lost to another process.
    for (int attempt = 1; ; attempt++) {
      Postmaster.killRemains(folder);
      Postmaster.forget(folder);
      Login login = last.onPort(freePort(last.port()));
      if (!Login.read(folder.login()).equals(Optional.of(login))) {
        folder.write(folder.login(), login.toJson());
      }
      long logged = logSize();
      if (starts(login)) {
        return login;
      }
      if (attempt == ATTEMPTS) {
        throw DataFolderException.failure(
            folder.root(),
            "PostgreSQL does not start: " + reason(logged),
            "See " + folder.log() + ".");
      }
    }
  }

  /** Begins a new log when the present one has grown, and keeps one old one. */
  private void rotateLog() throws IOException {
    if (logSize() > LOG_LIMIT) {
      Path old = folder.log().resolveSibling("postgresql.log.1");
      Files.move(folder.log(), old, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private boolean starts(Login login) throws IOException {
    StringBuilder options = new StringBuilder("-c port=" + login.port());
    FIRM.forEach(setting -> options.append(" -c ").append(setting));
    Process starter =
        pgCtl("start", START_SECONDS, "-l", folder.log().toString(), "-o", options.toString());
    try {
      return ends(starter, () -> Postmaster.running(folder).filter(Postmaster::ready).isPresent());
    } catch (CancellationException e) {
      // Only a server that has said who it is can be stopped.
      ends(starter, this::isRunning);
      throw e;
    }
  }

  /** Whether its process is there. */
  boolean isRunning() throws IOException {
    return Postmaster.running(folder).isPresent();
  }

  /** Stops the server, letting the commands beside it finish for a while. */
  void stop() throws IOException {
    if (Postmaster.running(folder).isPresent() && !stops("smart", PATIENT_STOP_SECONDS)) {
      stopNow();
    }
  }

  /** Stops the server, whoever is connected. */
  void stopNow() throws IOException {
    stopNow(STOP_SECONDS);
  }

  /**
   * Stops the server, cleanly if that takes no longer than so many seconds. PostgreSQL 18 hangs
   * when it is to stop just when it starts anew after a crash of its own; what is left unwritten
   * then is written at the next start, as after a power cut.
   */
  void stopNow(int seconds) throws IOException {
    if (Postmaster.running(folder).isPresent()
        && !stops("fast", seconds)
        && !stops("immediate", HARD_STOP_SECONDS)) {
      throw DataFolderException.failure(
          folder.root(), "its PostgreSQL does not stop", "See " + folder.log() + ".");
    }
  }

  private boolean stops(String mode, int seconds) throws IOException {
    return ends(pgCtl("stop", seconds, "-m", mode), () -> Postmaster.running(folder).isEmpty());
  }

  /**
   * Waits for pg_ctl, which limits itself, or for what it waits for: it looks only every 100 ms.
   */
  private static boolean ends(Process pgCtl, Condition reached) throws IOException {
    try {
      while (!pgCtl.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
        if (reached.holds()) {
          return true;
        }
      }
      return pgCtl.exitValue() == 0 || reached.holds();
    } catch (InterruptedException e) {
      throw new CancellationException("interrupted while waiting for PostgreSQL");
    }
  }

  private Process pgCtl(String action, int seconds, String... more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(action, "-w", "-t", "" + seconds));
    arguments.addAll(List.of("-D", folder.cluster().toString()));
    arguments.addAll(List.of(more));
    return tools.start("pg_ctl", arguments);
  }

  private static int freePort(int preferred) throws IOException {
    InetAddress host = InetAddress.getByAddress(LOOPBACK);
    try (ServerSocket socket = new ServerSocket(preferred, 1, host)) {
      return socket.getLocalPort();
    } catch (BindException taken) {
      try (ServerSocket socket = new ServerSocket(0, 1, host)) {
        return socket.getLocalPort();
      }
    }
  }

  private long logSize() throws IOException {
    return Files.exists(folder.log()) ? Files.size(folder.log()) : 0;
  }

  /** Why the server ended, by what it has logged since. */
  private String reason(long logged) throws IOException {
    if (logSize() <= logged) {
      return "it wrote no log";
    }
    try (RandomAccessFile log = new RandomAccessFile(folder.log().toFile(), "r")) {
      log.seek(Math.max(logged, log.length() - LOG_TAIL_BYTES));
      byte[] tail = new byte[(int) (log.length() - log.getFilePointer())];
      log.readFully(tail);
      return PostgresTools.reason(new String(tail, StandardCharsets.UTF_8));
    }
  }
}
