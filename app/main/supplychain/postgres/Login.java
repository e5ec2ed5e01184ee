package supplychain.postgres;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import supplychain.core.Json;
import supplychain.core.Tokens;

/** How to reach the embedded PostgreSQL: the content of postgresql.json. */
record Login(int port, String password) {
  static final String HOST = "127.0.0.1";

  /** The name of the database and of its owner, who is no superuser. */
  static final String NAME = "supply_chain";

  private static final String LIMITS =
      "?sslmode=disable&requireAuth=scram-sha-256&connectTimeout=5&socketTimeout=30";

  /** A login with a new password, for a server that has no port yet. */
  static Login fresh() {
    return new Login(0, Tokens.generate());
  }

  /** The login in this file; none if the file is absent or damaged. */
  static Optional<Login> read(Path file) throws IOException {
    try {
      return Optional.ofNullable(Json.MAPPER.readValue(Files.readAllBytes(file), Login.class))
          .filter(login -> login.password != null);
    } catch (NoSuchFileException | JsonProcessingException absentOrDamaged) {
      return Optional.empty();
    }
  }

  String url() {
    return "jdbc:postgresql://" + HOST + ":" + port + "/" + NAME;
  }

  /**
   * Tells whether the server of this login answers. Another program on the port does not learn the
   * password: with SCRAM, both sides only prove that they know it.
   */
  boolean works() {
    try (Connection connection = DriverManager.getConnection(url() + LIMITS, NAME, password)) {
      return connection.isValid(0);
    } catch (SQLException notYet) {
      return false;
    }
  }

  @Override
  public String toString() {
    return NAME + " at " + url();
  }
}
