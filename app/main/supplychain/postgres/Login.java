package supplychain.postgres;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Base64;
import java.util.Optional;

/** How to reach the embedded PostgreSQL: the content of postgresql.json. */
record Login(int port, String password) {
  static final String HOST = "127.0.0.1";

  /** The name of the database and of its owner, who is no superuser. */
  static final String NAME = "supply_chain";

  private static final int PASSWORD_BYTES = 24;
  private static final String LIMITS =
      "?sslmode=disable&requireAuth=scram-sha-256&connectTimeout=5&socketTimeout=30";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A login with a new password, for a server that has no port yet. */
  static Login fresh() {
    byte[] random = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(random);
    return new Login(0, Base64.getUrlEncoder().withoutPadding().encodeToString(random));
  }

  /** The login in this file; none if the file is absent or damaged. */
  static Optional<Login> read(Path file) throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable(JSON.readValue(file.toFile(), Login.class))
          .filter(login -> login.password != null);
    } catch (JsonProcessingException damaged) {
      return Optional.empty();
    }
  }

  String toJson() throws JsonProcessingException {
    return JSON.writeValueAsString(this);
  }

  Login onPort(int other) {
    return new Login(other, password);
  }

  String url() {
    return "jdbc:postgresql://" + HOST + ":" + port + "/" + NAME;
  }

  /**
   * Tells whether the server of this login answers. Another program on the port does not learn the
   * password: the driver shows it only to a server that proves that it has it (SCRAM).
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
