package supplychain.records.company;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.OneCompany;
import supplychain.Reply;
import supplychain.Together;
import supplychain.World;
import supplychain.core.Role;

/** Company-products that are recorded in one transaction. */
class TogetherCompanyProductsTest extends OneCompany {
  private final UUID other = world.company("Other");
  private final String name = "Honey " + World.unique(10);
  @AutoClose private Together groups;

  private Client admin(UUID company) {
    return groups.service.client(world.token(company, Role.ADMIN));
  }

  /** Sends bodies, each with the id of its request, which is its place: 0, 1 and so on. */
  private List<Reply> replies(Client client, String... bodies) {
    List<Supplier<Reply>> requests = new ArrayList<>();
    for (String body : bodies) {
      String place = "" + requests.size();
      String json = body.replace('\'', '"').replace("NAME", name);
      requests.add(() -> client.post(COMPANY_PRODUCTS, json, "X-Request-Id", place));
    }
    return groups.replies(requests);
  }

  private static void assertAuthor(String place, String record) {
    List<String> authors = Together.authors(record);
    assertFalse(authors.isEmpty());
    assertTrue(authors.stream().allMatch(one -> one.endsWith(" " + place)), authors.toString());
  }

  @Test
  void eachHasItsOwnAnswerItsOwnAuthorAndItsLinksInTheirOrder() {
    groups = Together.of(4);
    Client admin = admin(company);
    UUID form = world.form(company, "PRODUCT");
    UUID one = world.premium(company, "NORMAL", true);
    UUID two = world.premium(company, "NORMAL", true);
    String whole =
        "{'company': '%s', 'product': {'name': 'NAME', 'description': 'Dark'}, 'forms': ['%s'],"
            + " 'premiums': ['%s', '%s']}";
    List<Reply> replies =
        replies(
            admin,
            whole.formatted(company, form, two, one),
            "{'company': '" + other + "'}",
            "{'company': '" + company + "', 'product': {'name': 'NAME 2'}, 'is_active': false}",
            "{'company': '" + company + "'}");
    assertEquals(List.of(201, 400, 201, 201), Together.statuses(replies));
    replies.get(1).expect(400, "/company does_not_exist");
    assertEquals(1, Together.transactions(replies.get(0), replies.get(2), replies.get(3)).size());
    for (int place : new int[] {0, 2, 3}) {
      Reply reply = replies.get(place);
      assertEquals(admin.get(COMPANY_PRODUCTS + reply.id() + "/").text(), reply.text());
      assertAuthor("" + place, reply.id());
    }
    assertEquals("[\"" + two + "\",\"" + one + "\"]", replies.get(0).json().get("premiums") + "");
    assertEquals("[\"" + form + "\"]", replies.get(0).json().get("forms") + "");
    assertEquals("Dark", replies.get(0).at("/product/description"));
    assertAuthor("2", replies.get(2).at("/product_id"));
    assertEquals("false", replies.get(2).at("/is_active"));
    assertEquals("null", replies.get(3).json().get("product") + "");
  }

  @Test
  void twoCompaniesThatNameTheSameNewProductShareIt() {
    groups = Together.of(2);
    Client operator = groups.service.client(world.token(null, Role.OPERATOR));
    String body = "{'company': '%s', 'product': {'name': '%s', 'description': 'Dark'}}";
    List<Reply> replies =
        replies(operator, body.formatted(company, "NAME"), body.formatted(other, " NAME "));
    assertEquals(List.of(201, 201), Together.statuses(replies));
    String product = replies.get(0).at("/product_id");
    assertEquals(product, replies.get(1).at("/product_id"));
    assertEquals(1, Together.transactions(replies.get(0), replies.get(1)).size());
    assertEquals(1, Together.authors(product).size());
  }

  @Test
  void aRequestThatChangesAnExistingOneIsDoneAlone() {
    groups = Together.of(3);
    Client admin = admin(company);
    String body = "{'company': '" + company + "', 'product': {'name': 'NAME%s'}, 'is_active': %s}";
    List<Reply> replies =
        replies(
            admin, body.formatted("", true), body.formatted("", false), body.formatted(" 2", true));
    assertEquals(List.of(201, 201, 201), Together.statuses(replies));
    assertEquals(replies.get(0).id(), replies.get(1).id());
    assertEquals("true", replies.get(0).at("/is_active"));
    assertEquals("false", replies.get(1).at("/is_active"));
    assertEquals(1, Together.transactions(replies.get(2)).size());
    assertEquals(2, Together.transactions(replies.get(0)).size());
  }
}
