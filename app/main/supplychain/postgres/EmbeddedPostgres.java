package supplychain.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import supplychain.core.Failure;
import supplychain.core.UnfinishedFile;

/** The PostgreSQL of the jar, which runs on the cluster of a data folder. */
public final class EmbeddedPostgres implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPostgres.class);
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

  /**
   * For a command that fills a new folder. PostgreSQL does not log the rows of new tables, but
   * writes the tables to the disk at the commit. The command itself collects the statistics.
   */
  public static final String FILLING =
      " -c wal_level=minimal -c max_wal_senders=0 -c max_wal_size=4GB -c autovacuum=off";

  /** For a new folder that the command removes at its end: nothing must reach the disk. */
  public static final String SCRATCH = FILLING + " -c fsync=off -c full_page_writes=off";

  private final DataFolder folder;
  private final Login login;

  /** The lock and the server of this process; null if another process runs the server. */
  private final FolderLock lock;

  private final PostgresServer server;

  private boolean closed;
  private long nextAttempt = System.nanoTime();

  private EmbeddedPostgres(DataFolder folder, Login login, FolderLock lock, PostgresServer server) {
    this.folder = folder;
    this.login = login;
    this.lock = lock;
    this.server = server;
  }

  /**
   * Starts PostgreSQL on this folder, or uses the server that runs there.
   *
   * @param service whether this is the service, which must own the folder; a command may use the
   *     server of another process
   * @throws Failure if the folder cannot be used
   */
  public static EmbeddedPostgres open(Path dataFolder, boolean service) {
    return open(dataFolder, service, null, "");
  }

  /**
   * Like {@link #open}, for a command that may put the first records into the folder. Until {@link
   * #keep}, nothing else can use a new folder, and {@link #close} removes everything new.
   *
   * @param options further options of a server that this process starts
   */
  public static EmbeddedPostgres fill(Path dataFolder, String command, String options) {
    return open(dataFolder, false, command, options);
  }

  private static EmbeddedPostgres open(
      Path dataFolder, boolean service, String filler, String options) {
    try {
      DataFolder folder = DataFolder.at(dataFolder);
      Optional<FolderLock> lock = FolderLock.await(folder, service);
      if (lock.isPresent()) {
        return start(folder, lock.get(), filler, options);
      }
      folder.requireFilled();
      Login login = Login.read(folder.login()).orElseThrow();
      return new EmbeddedPostgres(folder, login, null, null);
    } catch (IOException e) {
      throw DataFolder.refusal(dataFolder.toAbsolutePath().normalize(), e);
    }
  }

  public static boolean isIn(Path dataFolder) {
    return Files.exists(dataFolder.resolve(DataFolder.CLUSTER));
  }

  /** This folder cannot be used: says why, and how much room it has if that is little. */
  public static Failure refusal(Path dataFolder, String problem) {
    return DataFolder.refusal(dataFolder, problem, "Choose another folder with --data.");
  }

  /** The folder has all of its records. */
  public static void keep(Path dataFolder) {
    try {
      UnfinishedFile.delete(DataFolder.at(dataFolder).filling());
    } catch (IOException e) {
      throw DataFolder.refusal(dataFolder, e);
    }
  }

  private static EmbeddedPostgres start(
      DataFolder folder, FolderLock lock, String filler, String options) throws IOException {
    boolean fills = false;
    try {
      if (filler == null) {
        folder.requireFilled();
      } else {
        fills = folder.isFilledBy(filler);
      }
      folder.removeUnfinished();
      PostgresPrograms programs = PostgresPrograms.in(folder);
      PostgresServer server = new PostgresServer(folder, programs, options);
      Cluster cluster = new Cluster(folder, programs);
      cluster.prepare();
      server.stop(); // A killed service may have left its server running.
      programs.removeOthers();
      Optional<Login> known = Login.read(folder.login());
      Login login = known.orElseGet(Login::fresh);
      if (known.isEmpty()) {
        PostgresServer.killRemains(folder);
        cluster.setLogin(login);
      }
      return new EmbeddedPostgres(folder, server.start(login), lock, server);
    } catch (IOException | RuntimeException e) {
      try (lock) {
        if (fills) {
          folder.empty();
        } else {
          folder.removeUnfinished();
        }
      }
      throw e;
    }
  }

  /** Such as {@code jdbc:postgresql://127.0.0.1:5432/supply_chain}. */
  public String url() {
    return login.url();
  }

  /** The owner of the database, who is no superuser. */
  public String user() {
    return Login.NAME;
  }

  /** The password, the same at every start. */
  public String password() {
    return login.password();
  }

  public boolean owned() {
    return lock != null;
  }

  /**
   * Starts the server of this process again on its port, if the server is gone. After a failed
   * attempt, the next one has to wait.
   *
   * @throws Failure if the server does not start
   */
  public synchronized void revive() {
    if (!owned() || closed || System.nanoTime() - nextAttempt < 0) {
      return;
    }
    nextAttempt = System.nanoTime() + PAUSE_NANOS;
    try {
      if (!server.isRunning()) {
        server.startOnPort(login);
        LOG.warn("PostgreSQL had stopped and was started again, {}", login);
      }
      nextAttempt = System.nanoTime();
    } catch (IOException e) {
      throw DataFolder.refusal(folder.root(), e);
    }
  }

  /** Stops the server of this process. Removes everything new if the folder is not filled. */
  @Override
  public synchronized void close() {
    if (!owned() || closed) {
      return;
    }
    closed = true;
    try (lock) {
      server.stop();
      if (Files.exists(folder.filling())) {
        folder.empty();
      }
    } catch (IOException e) {
      throw DataFolder.refusal(folder.root(), e);
    }
  }
}
