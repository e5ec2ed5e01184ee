package supplychain.proof.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import supplychain.Client;
import supplychain.Records;
import supplychain.Shell;
import supplychain.World;
import supplychain.cli.ServiceProcess;
import supplychain.database.Database;
import supplychain.postgres.EmbeddedPostgres;
import supplychain.postgres.TemporaryFolder;

/** The service on a copy of one data folder, to be killed and started again while clerks write. */
final class Site implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 120;

  private static final Path ORIGINAL = TemporaryFolder.made("cooperative").resolve("data");
  private static Cooperative cooperative;
  private final Path folder;
  private volatile CompletableFuture<Client> open = new CompletableFuture<>();
  private ServiceProcess service;

  /** A service that is not started yet, in this folder, which is not there yet. */
  Site(Path folder) throws IOException, InterruptedException {
    this.folder = folder;
    records();
    Shell.run("cp", "-a", ORIGINAL.toString(), folder.toString());
  }

  /** The cooperative whose records are in every copy. */
  static synchronized Cooperative records() {
    if (cooperative == null) {
      try (EmbeddedPostgres postgres = EmbeddedPostgres.open(ORIGINAL, true);
          Database database = open(postgres)) {
        database.schema().migrate();
        cooperative = new Cooperative(new World(database));
      }
    }
    return cooperative;
  }

  private static Database open(EmbeddedPostgres postgres) {
    return World.open(postgres, 2, Duration.ofSeconds(30));
  }

  /** Compares the records of the folder with the answers, while a service runs on it or not. */
  void audit(Ledger ledger) {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.open(folder, false);
        Database database = open(postgres)) {
      Audit.of(ledger, records(), database);
      assertEquals(List.of(), Records.mistakes(database));
    }
  }

  /** Starts it as anybody would, and waits until it is ready. */
  void start() throws Exception {
    service = begin();
    open.complete(service.client(records().token));
  }

  /** Starts it and kills it so soon, ready or not. */
  void startAndKillAfter(Duration moment) throws Exception {
    service = begin();
    service.isReadyWithin(moment);
    service.kill();
    service.exitCode();
  }

  /** On a busy machine, the first connection after a kill takes longer than a second. */
  private ServiceProcess begin() throws IOException {
    return ServiceProcess.start(
        Map.of(), "--port", "0", "--pool-wait", "5", "--data", folder.toString());
  }

  /** Kills the service, and these processes at the same instant (SIGKILL). */
  void kill(List<ProcessHandle> others) throws Exception {
    shut();
    service.kill();
    others.forEach(ProcessHandle::destroyForcibly);
    service.exitCode();
  }

  private void shut() {
    if (open.isDone()) {
      open = new CompletableFuture<>();
    }
  }

  /** PostgreSQL's main process; empty while it is gone. */
  List<ProcessHandle> postmaster() throws IOException {
    Path file = folder.resolve("data/postmaster.pid");
    return !Files.exists(file)
        ? List.of()
        : Files.readString(file)
            .lines()
            .limit(1)
            .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)).stream())
            .filter(process -> process.info().command().orElse("").startsWith(folder.toString()))
            .toList();
  }

  /** The processes that PostgreSQL's main process has started. */
  List<ProcessHandle> backends() throws IOException {
    return postmaster().stream().flatMap(ProcessHandle::children).toList();
  }

  /** All processes of PostgreSQL. */
  List<ProcessHandle> postgres() throws IOException {
    return Stream.concat(postmaster().stream(), backends().stream()).toList();
  }

  /** Calls the service, as soon as it runs. */
  Client client() throws InterruptedException, ExecutionException, TimeoutException {
    return open.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** The output of the running service so far. */
  List<String> said() {
    return service.err();
  }

  Path folder() {
    return folder;
  }

  /** Tells the service to stop. */
  int stop() throws Exception {
    shut();
    service.terminate();
    return service.exitCode();
  }

  @Override
  public void close() {
    open.completeExceptionally(new AssertionError("the attack is over"));
    service.close();
  }
}
