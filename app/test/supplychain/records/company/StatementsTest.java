package supplychain.records.company;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Installation;
import supplychain.OwnService;
import supplychain.WatchedDriver;
import supplychain.World;
import supplychain.core.Role;
import supplychain.records.Reads;

/** Reading takes as many statements as it has always taken, however much there is. */
class StatementsTest {
  private static final int FOR_THE_TOKEN = 1;
  private static final int FOR_THE_DOCUMENT = 1;
  private static final int FOR_ONE_INSTANT = 1;

  /** The search for the ids has its values in its text, is not prepared, and is not counted. */
  private static final int FOR_A_PAGE = FOR_ONE_INSTANT + 1;

  private static final int FOR_THE_COLUMNS_OF_FORMS = 1;

  private static final String FARMERS = "/v1/supply-chains/farmers/";

  private final World world = new World();

  @Test
  void aCompanyIsOneStatementHoweverMuchItHas() {
    FullCompany full = new FullCompany();
    UUID bare = world.company("Bare");
    String token = world.token(null, Role.OPERATOR);
    String path = "/v1/supply-chains/companies/";
    ask(
        token,
        client -> {
          assertEquals(FOR_THE_TOKEN + FOR_THE_DOCUMENT, statements(client, path + full.id + "/"));
          assertEquals(FOR_THE_TOKEN + FOR_THE_DOCUMENT, statements(client, path + bare + "/"));
        });
  }

  @Test
  void aPageAndAShortListTakeTheSameStatementsHoweverManyRecordsTheyHave() {
    UUID company = world.company("Cooperative");
    for (int i = 0; i < Reads.USUAL_PAGE; i++) {
      world.farmer(company);
    }
    ask(
        world.token(company, Role.REPORTER),
        client -> {
          assertEquals(FOR_THE_TOKEN + FOR_A_PAGE, statements(client, FARMERS));
          assertEquals(FOR_THE_TOKEN + FOR_A_PAGE, statements(client, FARMERS + "?limit=1"));
          assertEquals(
              FOR_THE_TOKEN + FOR_A_PAGE,
              statements(client, FARMERS, "Accept", "application/x-ndjson"));
          assertEquals(
              FOR_THE_TOKEN + FOR_A_PAGE + FOR_THE_COLUMNS_OF_FORMS,
              statements(client, FARMERS, "Accept", "text/csv"));
        });
  }

  private static void ask(String token, Consumer<Client> questions) {
    String url = WatchedDriver.url(Installation.shared().postgres().url());
    try (OwnService other = OwnService.at(url)) {
      questions.accept(other.client(token));
    }
  }

  private static int statements(Client client, String path, String... headers) {
    int before = WatchedDriver.statements();
    client.get(path, headers).expect(200);
    return WatchedDriver.statements() - before;
  }
}
