package supplychain.database;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** The PostgreSQL that the jar brings along, running on the cluster of a data folder. */
public final class EmbeddedPostgres implements AutoCloseable {
  /** Stops what this process owns. */
  @FunctionalInterface
  private interface Ending {
    void end() throws IOException;
  }

  private final DataFolder folder;
  private final Login login;
  private final Optional<Ending> ending;
  private final AtomicBoolean closed = new AtomicBoolean();

  private EmbeddedPostgres(DataFolder folder, Login login, Optional<Ending> ending) {
    this.folder = folder;
    this.login = login;
    this.ending = ending;
  }

  /**
   * Starts PostgreSQL on this folder, or joins the one that runs there.
   *
   * @param service whether this is the running service, which must own the folder alone; a command
   *     is content to use the server of whoever owns it
   * @throws DataFolderException if the folder cannot serve
   */
  public static EmbeddedPostgres open(Path dataFolder, boolean service) {
    try {
      DataFolder folder = DataFolder.at(dataFolder);
      Admission admission = service ? Admission.ofService(folder) : Admission.ofCommand(folder);
      return admission.lock().isPresent()
          ? own(folder, admission.lock().get())
          : new EmbeddedPostgres(folder, admission.login().orElseThrow(), Optional.empty());
    } catch (IOException e) {
      throw DataFolderException.of(dataFolder.toAbsolutePath().normalize(), e);
    }
  }

  private static EmbeddedPostgres own(DataFolder folder, FolderLock lock) throws IOException {
    try {
      OwnedServer owned = OwnedServer.of(folder);
      Login login = owned.start();
      Ending ending =
          () -> {
            try (lock) {
              owned.server().stop();
            }
          };
      return new EmbeddedPostgres(folder, login, Optional.of(ending));
    } catch (IOException | RuntimeException e) {
      try (lock) {
        folder.removeUnfinished();
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
    return login.user();
  }

  /** The password, the same at every start. */
  public String password() {
    return login.password();
  }

  /** Whether closing this stops the server. */
  public boolean owned() {
    return ending.isPresent();
  }

  /** Stops the server if this process owns it, and leaves it alone otherwise. */
  @Override
  public void close() {
    if (ending.isEmpty() || closed.getAndSet(true)) {
      return;
    }
    try {
      ending.get().end();
    } catch (IOException e) {
      throw DataFolderException.of(folder.root(), e);
    }
  }
}
