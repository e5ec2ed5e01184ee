package supplychain.postgres;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The server of a data folder whose lock this process holds. */
record OwnedServer(DataFolder folder, Cluster cluster, PostgresServer server) {
  private static final Logger LOG = LoggerFactory.getLogger(OwnedServer.class);

  static OwnedServer of(DataFolder folder) throws IOException {
    if (Postmaster.running(folder).isEmpty()) {
      Postmaster.killRemains(folder);
    }
    folder.removeUnfinished();
    List<String> stepDown = StepDown.from(folder);
    PostgresTools tools = new PostgresTools(folder, PostgresBinaries.in(folder), stepDown);
    return new OwnedServer(folder, new Cluster(folder, tools), new PostgresServer(folder, tools));
  }

  /** Makes the server run, whatever state the folder was left in. */
  Login start() throws IOException {
    Login login = Login.read(folder.login()).orElseGet(Login::fresh);
    cluster.prepare(login);
    Optional<Login> adopted = adopt(login);
    if (adopted.isPresent()) {
      return adopted.get();
    }
    cluster.tools().binaries().removeOthers();
    try {
      return startAndCheck(login);
    } catch (IOException | RuntimeException e) {
      server.stopNow();
      throw e;
    }
  }

  /** Keeps a server that outlived its service, if it lets us in. */
  private Optional<Login> adopt(Login login) throws IOException {
    Optional<Postmaster> survivor = Postmaster.running(folder);
    if (survivor.isEmpty()) {
      return Optional.empty();
    }
    Login there = login.onPort(survivor.get().port());
    try {
      ServerCheck.passes(folder, there);
      folder.write(folder.login(), there.toJson());
      return Optional.of(there);
    } catch (SQLException | DataFolderException e) {
      LOG.warn(
          "PostgreSQL {} of an earlier service is replaced: {}",
          survivor.get().pid(),
          e.getMessage());
      server.stopNow();
      return Optional.empty();
    }
  }

  private Login startAndCheck(Login login) throws IOException {
    Login started = server.start(login);
    try {
      ServerCheck.passes(folder, started);
      return started;
    } catch (SQLException | DataFolderException e) {
      LOG.warn("the cluster in {} gets its login and settings again: {}", folder, e.getMessage());
    }
    server.stopNow();
    cluster.repair(started);
    Login again = server.start(started);
    try {
      ServerCheck.passes(folder, again);
      return again;
    } catch (SQLException e) {
      throw DataFolderException.failure(
          folder.root(),
          "its PostgreSQL does not let the service in: " + e.getMessage(),
          "See " + folder.log() + ".",
          e);
    }
  }
}
