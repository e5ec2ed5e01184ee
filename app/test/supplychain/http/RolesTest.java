package supplychain.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import supplychain.Client;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** Each role with each operation on what is its own, another company's, and nobody's. */
class RolesTest {
  /** Whose the company is that an operation is about. */
  enum Whose {
    OWN,
    FOREIGN,
    ABSENT
  }

  /** The five operations. */
  enum Operation {
    UPDATE_FARMER(Role.MEMBER),
    CREATE_PRODUCT_TRANSACTION(Role.MEMBER),
    READ_COMPANY(Role.REPORTER),
    CREATE_PAYMENT(Role.MEMBER),
    CREATE_COMPANY_PRODUCT(Role.ADMIN);

    private final Role least;

    Operation(Role least) {
      this.least = least;
    }
  }

  private final World world = new World();
  private final UUID own = world.company("Own");
  private final UUID foreign = world.company("Foreign");
  private final UUID product = world.product("Cherry");

  static Stream<Arguments> everything() {
    List<Arguments> all = new ArrayList<>();
    for (Role role : List.of(Role.REPORTER, Role.MEMBER, Role.ADMIN, Role.OPERATOR)) {
      for (Operation operation : Operation.values()) {
        for (Whose whose : Whose.values()) {
          all.add(Arguments.of(role, operation, whose));
        }
      }
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("everything")
  void aRoleHasItsOperationsOnItsOwnCompanyOnly(Role role, Operation operation, Whose whose) {
    Client client = world.client(role == Role.OPERATOR ? null : own, role);
    UUID company = company(whose);
    UUID farmer = whose == Whose.ABSENT ? UUID.randomUUID() : world.farmer(company);
    Map<String, String> before = Records.all();
    Reply reply = send(client, operation, company, farmer);
    assertEquals(expected(role, operation, whose), reply.status(), reply.text());
    if (reply.status() >= 400) {
      assertEquals(before, Records.all());
      assertEquals(findings(reply.status(), operation, whose), reply.findings());
    }
  }

  private static int expected(Role role, Operation operation, Whose whose) {
    if (role.compareTo(operation.least) < 0) {
      return 403;
    }
    boolean inPath = operation == Operation.UPDATE_FARMER || operation == Operation.READ_COMPANY;
    boolean exists = whose == Whose.OWN || (whose == Whose.FOREIGN && role == Role.OPERATOR);
    if (exists) {
      return inPath ? 200 : 201;
    }
    return inPath ? 404 : 400;
  }

  private static List<String> findings(int status, Operation operation, Whose whose) {
    if (status != 400) {
      return List.of();
    }
    // Another company may be a party, so it is there; its farmer is not.
    boolean companyIsThere = whose == Whose.FOREIGN;
    return switch (operation) {
      case CREATE_PRODUCT_TRANSACTION ->
          companyIsThere
              ? List.of("/source does_not_exist")
              : List.of("/source does_not_exist", "/destination does_not_exist");
      case CREATE_PAYMENT ->
          companyIsThere
              ? List.of("/destination does_not_exist")
              : List.of("/source does_not_exist", "/destination does_not_exist");
      default -> List.of("/company does_not_exist");
    };
  }

  @Test
  void aRoleThatIsTooLowLearnsNothingOfTheBodyOrTheId() {
    Client reporter = world.client(own, Role.REPORTER);
    Client member = world.client(own, Role.MEMBER);
    for (Reply reply :
        List.of(
            reporter.patch("/v1/supply-chains/farmers/x/", "{"),
            reporter.post("/v1/transactions/product-transactions/", "{"),
            reporter.post("/v1/transactions/payment-transactions/", "{"),
            member.post("/v1/supply-chains/company-products/", "{"))) {
      assertEquals(403, reply.status());
      assertEquals("/problems/forbidden", reply.json().get("type").asText());
      assertEquals(List.of(), reply.findings());
    }
  }

  @Test
  void aMemberRecordsNothingBetweenOthers() {
    UUID third = world.company("Third");
    Client member = world.client(own, Role.MEMBER);
    Map<String, String> before = Records.all();
    String parties = "{\"source\": \"%s\", \"destination\": \"%s\"%s}";
    String goods = ", \"product\": \"" + product + "\", \"amount\": \"1\"";
    for (Reply reply :
        List.of(
            member.post(
                "/v1/transactions/product-transactions/", parties.formatted(foreign, third, goods)),
            member.post(
                "/v1/transactions/payment-transactions/", parties.formatted(foreign, third, "")))) {
      assertEquals(403, reply.status(), reply.text());
      assertEquals(List.of("/source forbidden", "/destination forbidden"), reply.findings());
    }
    assertEquals(before, Records.all());
  }

  private UUID company(Whose whose) {
    return switch (whose) {
      case OWN -> own;
      case FOREIGN -> foreign;
      case ABSENT -> UUID.randomUUID();
    };
  }

  private Reply send(Client client, Operation operation, UUID company, UUID farmer) {
    return switch (operation) {
      case UPDATE_FARMER ->
          client.patch("/v1/supply-chains/farmers/" + farmer + "/", "{\"first_name\": \"Grace\"}");
      case CREATE_PRODUCT_TRANSACTION ->
          client.post(
              "/v1/transactions/product-transactions/",
              """
              {"source": "%s", "destination": "%s", "product": "%s", "amount": "1"}"""
                  .formatted(farmer, company, product));
      case READ_COMPANY -> client.get("/v1/supply-chains/companies/" + company + "/");
      case CREATE_PAYMENT ->
          client.post(
              "/v1/transactions/payment-transactions/",
              "{\"source\": \"%s\", \"destination\": \"%s\"}".formatted(company, farmer));
      case CREATE_COMPANY_PRODUCT ->
          client.post(
              "/v1/supply-chains/company-products/",
              "{\"company\": \"%s\", \"product_id\": \"%s\"}".formatted(company, product));
    };
  }
}
