package supplychain.records.company;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.schema.Tables.COMPANY_PRODUCT;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.AtOnce;
import supplychain.Client;
import supplychain.Records;
import supplychain.Reply;
import supplychain.Team;
import supplychain.World;
import supplychain.core.Caller;
import supplychain.core.Role;

/** Operation 5, create a company-product. */
class CompanyProductTest {
  private final Sent sent = new Sent();
  private final World world = sent.world;
  private final UUID company = sent.company;
  private final UUID product = world.product("Cherry");

  @Test
  void everyFieldIsWrittenAndReadBackInTheOrderOfTheTables() {
    UUID form = world.form(company, "PRODUCT");
    UUID other = world.form(company, "TRANSACTION");
    UUID premium = world.premium(company, "NORMAL", true);
    UUID inactive = world.premium(company, "OPTIONS", false);
    String name = "Forest honey 🍯 " + World.unique(10);
    Reply reply =
        sent.post(
                """
            'product': {'name': '%s', 'description': 'Dark \u00a0🌲', 'is_active': 'false'},
            'is_active': false, 'forms': ['%s', '%s'], 'premiums': ['%s', '%s']""",
                name, other, form, inactive, premium)
            .expect(201);
    JsonNode json = reply.json();
    assertEquals(Sent.PATH + reply.id() + "/", reply.header("Location"));
    Team.assertShown(
        """
        {"company": "%1$s", "id": "*", "product": {"name": "%3$s", "id": "*",
          "premiums": "%6$s,%5$s", "is_active": "false", "updated_on": "*", "created_on": "*",
          "description": "Dark \u00a0🌲", "image": "", "creator": "%4$s", "updater": "%4$s"},
         "product_id": "%2$s", "is_active": false, "creator": "%4$s", "updater": "%4$s",
         "forms": ["%8$s", "%7$s"], "premiums": ["%6$s", "%5$s"], "updated_on": "*",
         "created_on": "*"}"""
            .formatted(
                company,
                json.get("product_id").asText(),
                name,
                json.get("creator").asText(),
                premium,
                inactive,
                form,
                other),
        json);
    assertNotEquals(Caller.SYSTEM.toString(), json.get("creator").asText());
  }

  @Test
  void onlyTheCompanyIsRequired() {
    JsonNode json = sent.post("").json();
    Team.assertShown(
        """
        {"company": "%s", "id": "*", "product": null, "product_id": null, "is_active": true,
         "creator": "%2$s", "updater": "%2$s", "forms": [], "premiums": [], "updated_on": "*",
         "created_on": "*"}"""
            .formatted(company, json.get("creator").asText()),
        json);
  }

  @ParameterizedTest
  @ValueSource(strings = {"'product_id': '%s'", "'product': {'id': '%s'}"})
  void anExistingProductIsNamedByItsId(String member) {
    UUID product = world.product("Cherry");
    Reply reply = sent.post(member, product).expect(201);
    assertEquals(product.toString(), reply.at("/product_id"));
    assertEquals(product.toString(), reply.at("/product/id"));
    assertEquals(Caller.SYSTEM.toString(), reply.at("/product/creator"));
  }

  @Test
  void allNamesOfOneProductAgree() {
    UUID product = world.product("Cherry");
    String name = sent.post("'product_id': '%s'", product).at("/product/name");
    Reply reply =
        sent.post(
                "'product_id': '%s', 'product': {'id': '%s', 'name': ' %s '}",
                product, product, name)
            .expect(201);
    assertEquals(product.toString(), reply.at("/product_id"));
  }

  @Test
  void aBodyCannotChangeAnExistingProduct() {
    UUID product = world.product("Cherry");
    Reply reply = sent.post("'product_id': '%s'", product);
    JsonNode before = reply.json().get("product");
    String differing = "'description': 'other', 'image': 'x', 'is_active': 'false'}";
    List<String> findings =
        List.of("/product/description fixed", "/product/image fixed", "/product/is_active fixed");
    String id = "'product': {'id': '%s', " + differing;
    assertEquals(findings, sent.post(id, product).findings());
    String name = "'product': {'name': '%s', " + differing;
    assertEquals(findings, sent.post(name, before.get("name").asText()).findings());
    String path = Sent.PATH + reply.id() + "/";
    assertEquals(findings, sent.admin.patch(path, sent.json(id, product)).findings());
    Reply again = sent.admin.patch(path, "{\"product\": " + before + "}");
    assertEquals(before, again.json().get("product"), again.text());
    again = sent.post("'product': %s", before);
    assertEquals(before, again.json().get("product"), again.text());
  }

  @Test
  void theImageOfANewProductIsRecorded() {
    String body = "'product': {'name': '%s', 'image': 'https://e.example/honey.jpg'}";
    Reply reply = sent.post(body, Sent.freshName());
    assertEquals("https://e.example/honey.jpg", reply.at("/product/image"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"%s", " %s ", "\\t%s\\n", "\\u3000%s"})
  void aNameThatExistsIsThatProductCaseAndOuterBlanksAside(String form) {
    String name = "Épice ŞEKER Ωλ " + World.unique(10);
    String product = product(name);
    assertEquals(product, product(form.formatted(name)));
    assertEquals(product, product(form.formatted(name.toLowerCase(java.util.Locale.ROOT))));
    assertNotEquals(product, product(name.replace(" ", "  ")));
  }

  @Test
  void aNewProductIsActiveUnlessTheBodySaysOtherwise() {
    for (String flag : new String[] {"'true'", "true", "null"}) {
      Reply reply = sent.post("'product': {'name': '%s', 'is_active': %s}", Sent.freshName(), flag);
      assertEquals("\"true\"", reply.json().at("/product/is_active").toString(), flag);
    }
    Reply reply = sent.post("'product': {'name': '%s', 'is_active': false}", Sent.freshName());
    assertEquals("\"false\"", reply.json().at("/product/is_active").toString());
  }

  @Test
  void theProductShowsTheCompanysOwnPremiumsOnly() {
    UUID product = world.product("Cherry");
    UUID premium = world.premium(company, "NORMAL", true);
    UUID other = world.company("Other");
    UUID foreign = world.premium(other, "NORMAL", true);
    sent.post("'product_id': '%s', 'premiums': ['%s']", product, premium);
    Reply reply =
        world
            .client(other, Role.ADMIN)
            .post(
                Sent.PATH,
                "{\"company\": \"%s\", \"product_id\": \"%s\", \"premiums\": [\"%s\"]}"
                    .formatted(other, product, foreign));
    assertEquals(foreign.toString(), reply.at("/product/premiums"));
  }

  @Test
  void aDocumentCanBeSentBackAsRead() {
    UUID form = world.form(company, "PRODUCT");
    UUID premium = world.premium(company, "NORMAL", true);
    for (String product : new String[] {"", ", 'product': {'name': '" + Sent.freshName() + "'}"}) {
      Reply first = sent.post("'forms': ['%s'], 'premiums': ['%s']" + product, form, premium);
      Reply again = sent.admin.post(Sent.PATH, first.text()).expect(201);
      assertEquals(first.json().get("product"), again.json().get("product"));
      assertEquals(first.id(), again.id());
    }
  }

  private String product(String name) {
    Reply reply = sent.post("'product': {'name': '%s'}", name).expect(201);
    return reply.at("/product_id");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ", 'is_active': null, 'forms': null, 'premiums': null"})
  void aRepeatThatNamesNothingChangesNothing(String nulls) {
    Reply first = full();
    Reply repeat = sent.post("'product_id': '%s'" + nulls, product).expect(201);
    assertEquals(first.json(), repeat.json());
    assertEquals(first.header("Location"), repeat.header("Location"));
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
