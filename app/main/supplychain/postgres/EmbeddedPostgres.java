package supplychain.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The PostgreSQL that the jar brings along, running on the cluster of a data folder. */
public final class EmbeddedPostgres implements AutoCloseable {
  /** The server that this process answers for, and the lock that says so. */
  private record Owned(OwnedServer server, FolderLock lock) {}

  private final DataFolder folder;
  private volatile Login login;
  private final Optional<Owned> owned;
  private boolean closed;

  private EmbeddedPostgres(DataFolder folder, Login login, Optional<Owned> owned) {
    this.folder = folder;
    this.login = login;
    this.owned = owned;
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
      FolderAccess admission =
          service ? FolderAccess.ofService(folder) : FolderAccess.ofCommand(folder);
      return admission.lock().isPresent()
          ? own(folder, admission.lock().get())
          : new EmbeddedPostgres(folder, admission.login().orElseThrow(), Optional.empty());
    } catch (IOException e) {
      throw DataFolderException.of(dataFolder.toAbsolutePath().normalize(), e);
    }
  }

  /** Whether a folder has a PostgreSQL with its records already. */
  public static boolean isIn(Path dataFolder) {
    return Files.exists(dataFolder.resolve(DataFolder.CLUSTER));
  }

  private static EmbeddedPostgres own(DataFolder folder, FolderLock lock) throws IOException {
    try {
      OwnedServer server = new OwnedServer(folder);
      return new EmbeddedPostgres(folder, server.start(), Optional.of(new Owned(server, lock)));
    } catch (IOException | RuntimeException e) {
      try (lock) {
        folder.removeUnfinished();
      }
      throw e;
    }
  }

  /** Such as {@code jdbc:postgresql://127.0.0.1:5432/supply_chain}; reviving may change it. */
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
    return owned.isPresent();
  }

  /**
   * Starts the server again if it is gone, killed perhaps, while this process answers for it. To be
   * called now and then by the running service. Where its port was taken meanwhile, it gets
   * another.
   *
   * @throws DataFolderException if it does not start; it is then left alone for a while
   */
  public synchronized void revive() {
    try {
      if (owned.isPresent() && !closed) {
        login = owned.get().server().revive(login);
      }
    } catch (IOException e) {
      throw DataFolderException.of(folder.root(), e);
    }
  }

  /** Stops the server if this process owns it, and leaves it alone otherwise. */
  @Override
  public synchronized void close() {
    if (owned.isEmpty() || closed) {
      return;
    }
    closed = true;
    try (FolderLock lock = owned.get().lock()) {
      owned.get().server().server().stop();
    } catch (IOException e) {
      throw DataFolderException.of(folder.root(), e);
    }
  }
}
