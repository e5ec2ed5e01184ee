package supplychain.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.OwnService;
import supplychain.World;
import supplychain.core.Role;
import supplychain.database.Database;
import supplychain.postgres.EmbeddedPostgres;

/** Open transactions of other databases on the same PostgreSQL do not hold back the changes. */
@Tag("proof")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OtherDatabaseTest {
  @TempDir static Path folder;

  @AutoClose private EmbeddedPostgres postgres;
  @AutoClose private Database database;
  @AutoClose private OwnService service;
  private World world;
  private UUID company;
  private Client client;
  private String now;

  @BeforeAll
  void start() {
    String options = " -c max_prepared_transactions=4";
    postgres = EmbeddedPostgres.fill(folder.resolve("data"), "test", options);
    database = World.open(postgres, 4, Duration.ofSeconds(30));
    database.schema().migrate();
    service = OwnService.on(database);
    world = new World(database);
  }

  @BeforeEach
  void follow() {
    company = world.company("Cooperative");
    client = service.client(world.token(company, Role.MEMBER));
    now = new Follower(client).next();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aChangeAppearsWhileATransactionOfAnotherDatabaseIsOpen(boolean isPrepared) throws Exception {
    try (Connection other = connect("postgres")) {
      begin(other);
      execute(other, isPrepared ? "prepare transaction 'other'" : "select 1");
      UUID farmer = world.farmer(company);
      List<String> records = records();
      other.setAutoCommit(true);
      execute(other, isPrepared ? "rollback prepared 'other'" : "select 1");
      assertEquals(List.of(farmer.toString()), records);
    }
  }

  @Test
  void aChangeWaitsForTransactionsOfTheSameDatabaseOpenAndPrepared() throws Exception {
    try (Connection same = connect("supply_chain")) {
      begin(same);
      UUID farmer = world.farmer(company);
      assertEquals(List.of(), records());
      execute(same, "prepare transaction 'same'");
      assertEquals(List.of(), records());
      same.setAutoCommit(true);
      execute(same, "rollback prepared 'same'");
      assertEquals(List.of(farmer.toString()), records());
    }
  }

  private Connection connect(String name) throws SQLException {
    String url = postgres.url().replaceFirst("/[^/]*$", "/" + name);
    return DriverManager.getConnection(url, postgres.user(), postgres.password());
  }

  private static void begin(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    execute(connection, "select pg_current_xact_id()");
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private List<String> records() {
    JsonNode changes = client.get(now).expect(200).json();
    return changes.valueStream().map(change -> change.at("/record/id").asText()).toList();
  }
}
