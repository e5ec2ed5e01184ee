package supplychain.records.company;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.schema.Tables.COMPANY_PRODUCT;
import static supplychain.schema.Tables.PRODUCT;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import supplychain.AtOnce;
import supplychain.Client;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** A company and a product make one record, however often they are sent. */
class RepeatTest {
  private final Sent sent = new Sent();
  private final World world = sent.world;
  private final UUID company = sent.company;
  private final UUID product = world.product("Cherry");

  @Test
  void aRepeatThatNamesNothingChangesNothing() {
    Reply first = full();
    Reply repeat = sent.post("'product_id': '%s'", product);
    assertEquals(201, repeat.status());
    assertEquals(first.json(), repeat.json());
    assertEquals(first.header("Location"), repeat.header("Location"));
  }

  @Test
  void aRepeatByNullsChangesNothing() {
    Reply first = full();
    Reply repeat =
        sent.post(
            "'product_id': '%s', 'is_active': null, 'forms': null, 'premiums': null", product);
    assertEquals(first.json(), repeat.json());
  }

  @Test
  void aRepeatSetsOnlyWhatItNames() {
    JsonNode first = full().json();
    UUID form = world.form(company, "TRANSACTION");
    JsonNode forms = sent.post("'product_id': '%s', 'forms': ['%s']", product, form).json();
    assertEquals("[\"" + form + "\"]", forms.get("forms").toString());
    assertEquals(first.get("premiums"), forms.get("premiums"));
    assertEquals("false", forms.get("is_active").toString());

    JsonNode active = sent.post("'product_id': '%s', 'is_active': true", product).json();
    assertEquals("true", active.get("is_active").toString());
    assertEquals(forms.get("forms"), active.get("forms"));
    assertEquals(first.get("premiums"), active.get("premiums"));

    JsonNode bare = sent.post("'product_id': '%s', 'premiums': []", product).json();
    assertEquals("[]", bare.get("premiums").toString());
    assertEquals("", bare.at("/product/premiums").asText());
    assertEquals(forms.get("forms"), bare.get("forms"));
    assertEquals("true", bare.get("is_active").toString());
  }

  @Test
  void aRepeatIsNotedWithItsUserAndATimeThatGrows() {
    JsonNode first = full().json();
    Client other = world.client(company, Role.ADMIN);
    JsonNode repeat =
        other.post(Sent.PATH, sent.json("'product_id': '%s', 'is_active': true", product)).json();
    assertEquals(first.get("id"), repeat.get("id"));
    assertEquals(first.get("creator"), repeat.get("creator"));
    assertEquals(first.get("created_on"), repeat.get("created_on"));
    assertNotEquals(first.get("updater"), repeat.get("updater"));
    assertTrue(time(repeat).isAfter(time(first)));
  }

  @Test
  void withoutAProductThereIsOneACompany() {
    Reply first = sent.post("");
    Reply repeat = sent.post("'product_id': null, 'product': null, 'is_active': false");
    assertEquals(first.id(), repeat.id());
    assertEquals("false", repeat.json().get("is_active").toString());
    UUID other = world.company("Other");
    Reply others =
        world.client(other, Role.ADMIN).post(Sent.PATH, "{\"company\": \"" + other + "\"}");
    assertNotEquals(first.id(), others.id());
  }

  @Test
  void anOperatorsRepeatIsTheSameRecord() {
    Reply first = full();
    Client operator = world.client(null, Role.OPERATOR);
    Reply repeat = operator.post(Sent.PATH, sent.json("'product_id': '%s'", product));
    assertEquals(first.json(), repeat.json());
  }

  @Test
  void fiftyRequestsAtOnceForOnePairMakeOneRecord() throws Exception {
    UUID form = world.form(company, "PRODUCT");
    List<Reply> replies =
        AtOnce.send(50, i -> sent.post("'product_id': '%s', 'forms': ['%s']", product, form));
    assertEquals(Set.of(201), statuses(replies));
    assertEquals(1, ids(replies, "id").size());
    assertEquals(1, Records.count(COMPANY_PRODUCT, COMPANY_PRODUCT.COMPANY.eq(company)));
  }

  @Test
  void fiftyRequestsAtOnceWithoutAProductMakeOneRecord() throws Exception {
    assertEquals(1, ids(AtOnce.send(50, i -> sent.post("")), "id").size());
  }

  @Test
  void fiftyRequestsAtOnceMakeANewProductOnce() throws Exception {
    String name = Sent.freshName();
    List<Reply> replies = AtOnce.send(50, i -> sent.post("'product': {'name': '%s'}", name));
    assertEquals(Set.of(201), statuses(replies));
    assertEquals(1, ids(replies, "product_id").size());
    assertEquals(1, ids(replies, "id").size());
    assertEquals(1, Records.count(PRODUCT, PRODUCT.NAME.eq(name)));
  }

  @Test
  void companiesAtOnceShareOneNewProduct() throws Exception {
    String name = Sent.freshName();
    List<UUID> companies =
        List.of(world.company("A"), world.company("B"), world.company("C"), world.company("D"));
    Client operator = world.client(null, Role.OPERATOR);
    List<Reply> replies =
        AtOnce.send(
            40,
            i ->
                operator.post(
                    Sent.PATH,
                    "{\"company\": \"%s\", \"product\": {\"name\": \"%s\"}}"
                        .formatted(companies.get(i % 4), name)));
    assertEquals(Set.of(201), statuses(replies));
    assertEquals(1, ids(replies, "product_id").size());
    assertEquals(4, ids(replies, "id").size());
  }

  private Reply full() {
    return sent.post(
        "'product_id': '%s', 'is_active': false, 'forms': ['%s'], 'premiums': ['%s']",
        product, world.form(company, "PRODUCT"), world.premium(company, "NORMAL", true));
  }

  private static OffsetDateTime time(JsonNode companyProduct) {
    return OffsetDateTime.parse(companyProduct.get("updated_on").asText());
  }

  private static Set<Integer> statuses(List<Reply> replies) {
    return replies.stream().map(Reply::status).collect(Collectors.toSet());
  }

  private static Set<String> ids(List<Reply> replies, String field) {
    return replies.stream().map(r -> r.json().get(field).asText()).collect(Collectors.toSet());
  }
}
