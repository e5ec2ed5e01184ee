package supplychain.records.company;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.schema.Tables.COMPANY_PRODUCT;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.AtOnce;
import supplychain.Client;
import supplychain.Records;
import supplychain.Reply;
import supplychain.Team;
import supplychain.World;
import supplychain.core.Caller;
import supplychain.core.Role;

/** Operation 5, create a company-product; and how one is changed. */
class CompanyProductTest {
  private final Team team = new Team(COMPANY_PRODUCTS, Role.ADMIN);
  private final World world = team.world;
  private final UUID company = team.company;
  private final UUID product = world.product("Cherry");
  private final UUID form = world.form(company, "PRODUCT");
  private final UUID premium = world.premium(company, "NORMAL", true);

  /** Sends the company and these members of an object, single quotes standing for double ones. */
  @SuppressWarnings("AnnotateFormatMethod")
  private Reply post(String members, Object... values) {
    return team.post("{'company': '" + company + "'" + members + "}", values);
  }

  /** A company-product that names everything it can. */
  private Reply full() {
    return post(
            ", 'product_id': '%s', 'is_active': false, 'forms': ['%s'], 'premiums': ['%s']",
            product, form, premium)
        .expect(201);
  }

  private static String freshName() {
    return "Honey " + World.unique(10);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ", 'product_id': '%1$s'",
        ", 'product': {'id': '%1$s'}",
        ", 'product_id': '%1$s', 'product': {'id': '%1$s', 'name': ' %2$s '}"
      })
  void anExistingProductIsNamedInAnyWay(String members) {
    String name = post(", 'product_id': '%s'", product).at("/product/name");
    Reply made = post(members, product, name).expect(201);
    assertEquals(product.toString(), made.at("/product_id"));
    assertEquals(product.toString(), made.at("/product/id"));
    assertEquals(Caller.SYSTEM.toString(), made.at("/product/creator"));
  }

  @Test
  void aBodyCannotChangeAnExistingProduct() {
    Reply made = post(", 'product_id': '%s'", product);
    JsonNode before = made.json().get("product");
    String differing = "'description': 'other', 'image': 'x', 'is_active': 'false'}";
    String id = ", 'product': {'id': '%s', " + differing;
    String name = ", 'product': {'name': '%s', " + differing;
    for (Reply reply :
        List.of(
            post(id, product),
            post(name, before.get("name").asText()),
            team.patch(made.id(), "{" + id.substring(1) + "}", product))) {
      reply.expect(
          400, "/product/description fixed", "/product/image fixed", "/product/is_active fixed");
    }
    assertEquals(before, post(", 'product': " + before).json().get("product"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"%s", " %s ", "\\t%s\\n", "\\u3000%s"})
  void aNameThatExistsIsThatProductCaseAndBlanksAside(String form) {
    String name = "Épice ŞEKER Ωλ " + World.unique(10);
    String product = product(name);
    assertEquals(product, product(form.formatted(name)));
    assertEquals(product, product(form.formatted(name.toLowerCase(Locale.ROOT))));
    assertEquals(product, product(name.replace(" ", "  ")));
    assertNotEquals(product, product(name.replace(" ", "")));
  }

  private String product(String name) {
    return post(", 'product': {'name': '%s'}", name).expect(201).at("/product_id");
  }

  @ParameterizedTest
  @CsvSource({"'''true''', true", "true, true", "null, true", "false, false"})
  void aNewProductIsActiveUnlessTheBodySaysOtherwise(String flag, String shown) {
    String body = ", 'product': {'name': '%s', 'is_active': %s, 'image': 'honey.jpg'}";
    Reply made = post(body, freshName(), flag);
    assertEquals('"' + shown + '"', made.json().at("/product/is_active").toString());
    assertEquals("honey.jpg", made.at("/product/image"));
  }

  @Test
  void theProductShowsTheCompanysOwnPremiumsOnly() {
    full();
    UUID other = world.company("Other");
    UUID foreign = world.premium(other, "NORMAL", true);
    String body = "{\"company\": \"%s\", \"product_id\": \"%s\", \"premiums\": [\"%s\"]}";
    Reply made =
        world
            .client(other, Role.ADMIN)
            .post(COMPANY_PRODUCTS, body.formatted(other, product, foreign));
    assertEquals(foreign.toString(), made.at("/product/premiums"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ", 'is_active': null, 'forms': null, 'premiums': null"})
  void aRepeatThatNamesNothingChangesNothing(String nulls) {
    Reply first = full();
    Reply repeat = post(", 'product_id': '%s'" + nulls, product).expect(201);
    assertEquals(first.json(), repeat.json());
    assertEquals(first.header("Location"), repeat.header("Location"));
  }

  @Test
  void aRepeatSetsOnlyWhatItNames() {
    JsonNode first = full().json();
    UUID other = world.form(company, "TRANSACTION");
    JsonNode forms = post(", 'product_id': '%s', 'forms': ['%s']", product, other).json();
    assertEquals("[\"" + other + "\"]", forms.get("forms").toString());
    assertEquals(first.get("premiums"), forms.get("premiums"));
    assertEquals("false", forms.get("is_active").toString());
    JsonNode bare = post(", 'product_id': '%s', 'premiums': []", product).json();
    assertEquals("[]", bare.get("premiums").toString());
    assertEquals("", bare.at("/product/premiums").asText());
    assertEquals(forms.get("forms"), bare.get("forms"));
  }

  @Test
  void aChangeCanNameItsProductOnlyByItsId() {
    Reply made = full();
    String name = made.at("/product/name");
    Reply refused = team.patch(made.id(), "{'product': {'name': '%s'}}", name);
    refused.expect(400, "/product type");
    assertEquals(
        "This value must be an id, or an object with its id.", refused.at("/errors/0/detail"));
    team.patch(made.id(), "{'product': {'id': '%s'}}", product).expect(200);
  }

  @Test
  void aChangeKeepsTheListsThatItOmitsAndNullClearsThem() {
    String id = full().id();
    JsonNode changed = team.changed(id, "{'premiums': null, 'is_active': true}");
    assertEquals(0, changed.get("premiums").size());
    assertEquals(form.toString(), changed.at("/forms/0").asText());
    assertEquals(true, changed.get("is_active").asBoolean());
  }

  @Test
  void withoutAProductThereIsOneACompany() {
    Reply first = post("");
    Reply repeat = post(", 'product_id': null, 'product': null, 'is_active': false");
    assertEquals(first.id(), repeat.id());
    assertEquals("false", repeat.json().get("is_active").toString());
    UUID other = world.company("Other");
    Client admin = world.client(other, Role.ADMIN);
    assertNotEquals(
        first.id(), admin.post(COMPANY_PRODUCTS, "{\"company\": \"" + other + "\"}").id());
  }

  @Test
  void fiftyRequestsAtOnceForOnePairMakeOneRecord() throws Exception {
    List<Reply> replies =
        AtOnce.send(50, i -> post(", 'product_id': '%s', 'forms': ['%s']", product, form));
    assertEquals(Set.of("201"), each(replies, reply -> "" + reply.status()));
    assertEquals(1, each(replies, Reply::id).size());
    assertEquals(1, Records.count(COMPANY_PRODUCT, COMPANY_PRODUCT.COMPANY.eq(company)));
  }

  @Test
  void companiesAtOnceShareOneNewProduct() throws Exception {
    String name = freshName();
    List<UUID> companies =
        List.of(world.company("A"), world.company("B"), world.company("C"), world.company("D"));
    Client operator = world.client(null, Role.OPERATOR);
    String body = "{\"company\": \"%s\", \"product\": {\"name\": \"%s\"}}";
    List<Reply> replies =
        AtOnce.send(
            40, i -> operator.post(COMPANY_PRODUCTS, body.formatted(companies.get(i % 4), name)));
    assertEquals(Set.of("201"), each(replies, reply -> "" + reply.status()));
    assertEquals(1, each(replies, reply -> reply.at("/product_id")).size());
    assertEquals(4, each(replies, Reply::id).size());
  }

  private static Set<String> each(List<Reply> replies, Function<Reply, String> what) {
    return replies.stream().map(what).collect(Collectors.toSet());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          'product_id': 'x'                                 | /product_id format
          'product_id': '019c0000-0000-7000-8000-00000000'  | /product_id format
          'product_id': 5                                   | /product_id type
          'product': []                                     | /product type
          'product': {}                                     | /product/name required
          'product': {'name': ' \\u200b\\t'}                | /product/name blank
          'product': {'name': 'a\\u0000'}                   | /product/name character
          'product': {'name': 'a\\ud800'}                   | /product/name character
          'product': {'id': 'x'}                            | /product/id format
          'product': {'name': 'x', 'description': '\\u0000'} | /product/description character
          'product': {'name': 'x', 'is_active': 'True'}     | /product/is_active not_a_choice
          'product': {'name': 'x', 'is_active': 1}          | /product/is_active not_a_choice
          'product': {'name': 'x', 'nam': 1}                | /product/nam unknown_field
          'is_active': 'true'                               | /is_active type
          'forms': 'x'                                      | /forms type
          'forms': [null]                                   | /forms/0 type
          'forms': ['x']                                    | /forms/0 format
          'premiums': [5]                                   | /premiums/0 type
          'owner': 5                                        | /owner unknown_field
          'product_id': '<cherry>', 'product': {'id': '<beans>'}        | /product_id mismatch
          'product_id': '<cherry>', 'product': {'name': '<beans name>'} | /product/name mismatch
          'product_id': '<cherry>', 'product': {'name': '<fresh>'}      | /product/name mismatch
          'product': {'id': '<cherry>', 'name': '<beans name>'}         | /product/name mismatch
          'forms': ['<form>', '<FORM>']                     | /forms/1 duplicate
          'premiums': ['<premium>', '<premium>']            | /premiums/1 duplicate
          'forms': ['<form>', '<farmer form>', '<foreign form>'], 'premiums': ['<foreign premium>'] \
          | /forms/2 does_not_exist, /premiums/0 does_not_exist, /forms/1 wrong_form
          """)
  void aMistakeIsNamedAtItsPlaceAndNothingIsWritten(String members, String findings) {
    UUID beans = world.product("Beans");
    UUID other = world.company("Other");
    String body =
        members
            .replace("<cherry>", product.toString())
            .replace("<beans>", beans.toString())
            .replace("<beans name>", post(", 'product_id': '%s'", beans).at("/product/name"))
            .replace("<fresh>", freshName())
            .replace("<form>", form.toString())
            .replace("<FORM>", form.toString().toUpperCase(Locale.ROOT))
            .replace("<farmer form>", world.form(company, "FARMER").toString())
            .replace("<foreign form>", world.form(other, "PRODUCT").toString())
            .replace("<premium>", premium.toString())
            .replace("<foreign premium>", world.premium(other, "NORMAL", true).toString());
    String before = Records.lastWrite();
    post(", " + body).expect(400, findings.split(", ", -1));
    assertEquals(before, Records.lastWrite());
  }
}
