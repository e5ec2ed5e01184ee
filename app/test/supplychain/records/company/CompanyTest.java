package supplychain.records.company;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static supplychain.schema.Tables.COMPANY;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Json;
import supplychain.core.Role;

/** Operation 3, read a company. */
class CompanyTest {
  private final World world = new World();

  @Test
  void everyFieldOfEveryTableIsThereInTheOrderOfTheTables() {
    FullCompany company = new FullCompany(world);
    Reply reply = reader(company.id).get(path(company.id));
    assertEquals(200, reply.status(), reply.text());
    assertEquals("application/json", reply.header("Content-Type"));
    // As text, because trees are equal in any order of their fields.
    assertEquals(inOneLine(company.json()), inOneLine(reply.text()));
  }

  @Test
  void anEmptyCompanyHasNullsAndEmptyArrays() {
    Rows rows = new Rows(world);
    UUID buyer = rows.into(COMPANY).set(COMPANY.NAME, "Buyer").insertCompany("buyer");
    UUID company =
        rows.into(COMPANY)
            .set(COMPANY.NAME, "Empty")
            .set(COMPANY.BUYER, buyer)
            .insertCompany("company");
    Reply reply = world.client(null, Role.OPERATOR).get(path(company));
    assertEquals(200, reply.status(), reply.text());
    assertEquals(inOneLine(rows.document("empty-company.json")), inOneLine(reply.text()));
  }

  @Test
  void aCompanyWithoutABuyerHasNone() {
    UUID company = world.company("Alone");
    assertEquals("null", reader(company).get(path(company)).json().get("buyer").toString());
  }

  @Test
  void anUnchangedCompanyIsNotSentAgain() {
    FullCompany company = new FullCompany(world);
    Client reader = reader(company.id);
    Reply first = reader.get(path(company.id));
    String tag = first.header("ETag");
    assertEquals("private, no-cache", first.header("Cache-Control"));
    for (String known : new String[] {tag, "W/" + tag, "\"other\", " + tag, "*"}) {
      Reply again = reader.get(path(company.id), "If-None-Match", known);
      assertEquals(304, again.status(), known);
      assertNull(again.header("Content-Type"), known);
      assertEquals("", again.text());
      assertEquals(tag, again.header("ETag"));
      assertEquals("private, no-cache", again.header("Cache-Control"));
      assertEquals(first.header("Content-Length"), again.header("Content-Length"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"other\"", "other", "", "W/\"other\", \"another\""})
  void aVersionThatIsNotTheCurrentOneIsSentTheCompany(String known) {
    UUID company = world.company("Cooperative");
    Reply reply = reader(company).get(path(company), "If-None-Match", known);
    assertEquals(200, reply.status());
    assertEquals("Cooperative", reply.json().get("name").asText());
  }

  @Test
  void aChangedCompanyIsAnotherVersion() {
    UUID company = world.company("Cooperative");
    Client admin = world.client(company, Role.ADMIN);
    String before = admin.get(path(company)).header("ETag");
    String body = "{\"company\": \"%s\", \"product_id\": \"%s\"}";
    UUID product = world.product("Honey");
    admin.post("/v1/supply-chains/company-products/", body.formatted(company, product));
    Reply reply = admin.get(path(company), "If-None-Match", before);
    assertEquals(200, reply.status());
    assertNotEquals(before, reply.header("ETag"));
    assertEquals("[\"" + product + "\"]", reply.json().get("products").toString());
  }

  @Test
  void aCompanySeesNothingOfAnother() {
    FullCompany full = new FullCompany(world);
    UUID other = world.company("Other");
    Reply reply = reader(other).get(path(full.id));
    assertEquals(404, reply.status());
    assertEquals("No such record, or not one of yours.", reply.json().get("detail").asText());
    assertNull(reply.header("ETag"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "null", "019c0000-0000-7000-8000-00000000000", "%F0%9F%8C%BE", "*"})
  void whatIsNoIdIsNotFound(String id) {
    Reply reply = world.client(null, Role.OPERATOR).get("/v1/supply-chains/companies/" + id + "/");
    assertEquals(404, reply.status());
  }

  @Test
  void theIdOfAFarmerIsNoCompany() {
    UUID farmer = world.farmer(world.company("Cooperative"));
    assertEquals(404, world.client(null, Role.OPERATOR).get(path(farmer)).status());
  }

  @Test
  void anIdInCapitalsIsTheSameId() {
    UUID company = world.company("Cooperative");
    Reply reply = reader(company).get(path(company).replace(company + "", caps(company)));
    assertEquals(company.toString(), reply.id());
  }

  private static String caps(UUID id) {
    return id.toString().toUpperCase(java.util.Locale.ROOT);
  }

  private Client reader(UUID company) {
    // A reader who is no member, so that the members stay those that the test made.
    return Installation.shared().client(world.token(world.member(null), company, Role.REPORTER));
  }

  private static String path(UUID company) {
    return "/v1/supply-chains/companies/" + company + "/";
  }

  private static String inOneLine(String json) {
    try {
      return Json.MAPPER.readTree(json).toString();
    } catch (JsonProcessingException e) {
      throw new AssertionError(json, e);
    }
  }
}
