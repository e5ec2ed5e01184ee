package supplychain.proof.crash;

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
import supplychain.cli.ServiceProcess;

/** The service on a data folder of its own, to be killed and started again while clients write. */
final class Site implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 120;

  private final Path folder;
  private final String token;
  private volatile CompletableFuture<Client> open = new CompletableFuture<>();
  private ServiceProcess service;

  Site(Path folder, String token) {
    this.folder = folder;
    this.token = token;
  }

  /** Starts it as anybody would, and waits until it is ready. */
  void start() throws Exception {
    service = begin();
    open.complete(service.client(token));
  }

  /** Starts it and kills it so soon, ready or not. */
  void startAndKillAfter(Duration moment) throws Exception {
    service = begin();
    service.isReadyWithin(moment);
    service.kill();
    service.exitCode();
  }

  private ServiceProcess begin() throws IOException {
    return ServiceProcess.start(
        Map.of(), "--port", "0", "--pool-wait", "1", "--data", folder.toString());
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

  /** What the running service has said so far. */
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
