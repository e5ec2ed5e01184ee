package supplychain.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import supplychain.Client;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** Every id in a body: one of another company is answered as one of nobody. */
class ReferencesTest {
  private static final String FARMER = "/v1/supply-chains/farmers/%s/";
  private static final String GOODS = "/v1/transactions/product-transactions/";
  private static final String PAYMENT = "/v1/transactions/payment-transactions/";
  private static final String HANDLED = "/v1/supply-chains/company-products/";

  private static final World WORLD = new World();
  private static UUID own;
  private static UUID farmer;
  private static UUID product;
  private static UUID form;
  private static UUID farmerForm;
  private static Map<String, UUID> foreign;

  @BeforeAll
  static void makeTwoCompanies() {
    own = WORLD.company("Own");
    farmer = WORLD.farmer(own);
    product = WORLD.product("Cherry");
    form = WORLD.form(own, "TRANSACTION");
    farmerForm = WORLD.form(own, "FARMER");
    UUID other = WORLD.company("Other");
    UUID othersFarmer = WORLD.farmer(other);
    UUID othersForm = WORLD.form(other, "TRANSACTION");
    Reply lot =
        WORLD
            .client(other, Role.MEMBER)
            .post(GOODS, fill(goods(""), Map.of("own", other, "farmer", othersFarmer)));
    assertEquals(201, lot.status(), lot.text());
    foreign =
        Map.of(
            "company", other,
            "farmer", othersFarmer,
            "card", WORLD.card(other, othersFarmer),
            "premium", WORLD.premium(other, "NORMAL", true),
            "form", othersForm,
            "farmer_form", WORLD.form(other, "FARMER"),
            "field", WORLD.field(othersForm, "grade", "TEXT", false, "[]"),
            "submission", WORLD.submission(other, othersForm),
            "transaction", UUID.fromString(lot.id()));
  }

  /** Path, body with {@code <ref>}, what of another company {@code <ref>} is, its pointer. */
  static Stream<Arguments> references() {
    return Stream.of(
        at(FARMER, farmer("'entity_card':{'card':{'id':'<ref>'}}"), "card", "/entity_card/card/id"),
        at(FARMER, farmer("'submission':{'form':'<ref>'}"), "farmer_form", "/submission/form"),
        at(
            FARMER,
            farmer("'submission':{'form':'<farmer_form>','product':'<ref>'}"),
            "",
            "/submission/product"),
        at(
            FARMER,
            farmer(
                "'submission':{'form':'<farmer_form>','values':[{'field':'<ref>','value':'x'}]}"),
            "field",
            "/submission/values/0/field"),
        at(GOODS, goods("").replace("<farmer>", "<ref>"), "farmer", "/source"),
        at(GOODS, goods("").replace("<own>", "<ref>"), "", "/destination"),
        at(GOODS, goods("").replace("<product>", "<ref>"), "", "/product"),
        at(GOODS, goods("'card':'<ref>'"), "card", "/card"),
        at(GOODS, goods("'currency':'<ref>'"), "", "/currency"),
        at(GOODS, goods("'parents':['<ref>']"), "transaction", "/parents/0"),
        at(GOODS, goods("'submissions':[{'form':'<ref>'}]"), "form", "/submissions/0/form"),
        at(
            GOODS,
            goods("'submissions':[{'form':'<form>','product':'<ref>'}]"),
            "",
            "/submissions/0/product"),
        at(
            GOODS,
            goods("'submissions':[{'form':'<form>','values':[{'field':'<ref>','value':'x'}]}]"),
            "field",
            "/submissions/0/values/0/field"),
        at(
            GOODS,
            goods("'transaction_payments':[{'source':'<ref>'}]"),
            "farmer",
            "/transaction_payments/0/source"),
        at(
            GOODS,
            goods("'transaction_payments':[{'destination':'<ref>'}]"),
            "farmer",
            "/transaction_payments/0/destination"),
        at(
            GOODS,
            goods("'transaction_payments':[{'premium':'<ref>'}]"),
            "premium",
            "/transaction_payments/0/premium"),
        at(
            GOODS,
            goods("'transaction_payments':[{'card':'<ref>'}]"),
            "card",
            "/transaction_payments/0/card"),
        at(
            GOODS,
            goods("'transaction_payments':[{'currency':'<ref>'}]"),
            "",
            "/transaction_payments/0/currency"),
        at(
            GOODS,
            goods("'transaction_payments':[{'submissions':['<ref>']}]"),
            "submission",
            "/transaction_payments/0/submissions/0"),
        at(PAYMENT, payment("").replace("<own>", "<ref>"), "", "/source"),
        at(PAYMENT, payment("").replace("<farmer>", "<ref>"), "farmer", "/destination"),
        at(PAYMENT, payment("'card':'<ref>'"), "card", "/card"),
        at(PAYMENT, payment("'currency':'<ref>'"), "", "/currency"),
        at(PAYMENT, payment("'premium':'<ref>'"), "premium", "/premium"),
        at(PAYMENT, payment("'transaction':'<ref>'"), "transaction", "/transaction"),
        at(PAYMENT, payment("'submissions':['<ref>']"), "submission", "/submissions/0"),
        at(HANDLED, "{'company':'<ref>'}", "company", "/company"),
        at(HANDLED, "{'company':'<own>','product_id':'<ref>'}", "", "/product_id"),
        at(HANDLED, "{'company':'<own>','product':{'id':'<ref>'}}", "", "/product/id"),
        at(HANDLED, "{'company':'<own>','forms':['<ref>']}", "form", "/forms/0"),
        at(HANDLED, "{'company':'<own>','premiums':['<ref>']}", "premium", "/premiums/0"));
  }

  @ParameterizedTest
  @MethodSource("references")
  void whatIsOfAnotherOrOfNobodyDoesNotExist(
      String path, String body, String whatOfAnother, String pointer) {
    List<String> answers = new ArrayList<>();
    List<UUID> ids = new ArrayList<>(List.of(UUID.randomUUID()));
    if (!whatOfAnother.isEmpty()) {
      ids.add(foreign.get(whatOfAnother));
    }
    for (Role role :
        path.equals(HANDLED) ? List.of(Role.ADMIN) : List.of(Role.MEMBER, Role.ADMIN)) {
      Client client = WORLD.client(own, role);
      for (UUID id : ids) {
        Map<String, String> before = Records.all();
        Reply reply = send(client, path.formatted(farmer), fill(body, Map.of("ref", id)));
        assertEquals(400, reply.status(), reply.text());
        assertEquals(List.of(pointer + " does_not_exist"), reply.findings());
        answers.add(reply.json().get("errors").toString());
        assertEquals(before, Records.all());
      }
    }
    assertEquals(1, answers.stream().distinct().count(), answers.toString());
  }

  @ParameterizedTest
  @MethodSource("references")
  void whatIsOfNobodyDoesNotExistForAnOperatorEither(
      String path, String body, String whatOfAnother, String pointer) {
    Client operator = WORLD.client(null, Role.OPERATOR);
    Reply reply =
        send(operator, path.formatted(farmer), fill(body, Map.of("ref", UUID.randomUUID())));
    assertEquals(400, reply.status(), reply.text());
    assertEquals(List.of(pointer + " does_not_exist"), reply.findings());
  }

  private static Arguments at(String path, String body, String whatOfAnother, String pointer) {
    return Arguments.of(path, body, whatOfAnother, pointer);
  }

  private static Reply send(Client client, String path, String body) {
    return path.contains("farmers") ? client.patch(path, body) : client.post(path, body);
  }

  private static String farmer(String more) {
    return "{'first_name':'Grace'," + more + "}";
  }

  private static String goods(String more) {
    String parties =
        "{'source':'<farmer>','destination':'<own>','product':'<product>','amount':'1'";
    return parties + (more.isEmpty() ? "" : "," + more) + "}";
  }

  private static String payment(String more) {
    String parties = "{'source':'<own>','destination':'<farmer>'";
    return parties + (more.isEmpty() ? "" : "," + more) + "}";
  }

  private static String fill(String body, Map<String, UUID> ids) {
    String filled = body;
    for (Map.Entry<String, UUID> id : ids.entrySet()) {
      filled = filled.replace("<" + id.getKey() + ">", id.getValue().toString());
    }
    return filled
        .replace("<own>", "" + own)
        .replace("<farmer>", "" + farmer)
        .replace("<product>", "" + product)
        .replace("<form>", "" + form)
        .replace("<farmer_form>", "" + farmerForm)
        .replace('\'', '"');
  }
}
