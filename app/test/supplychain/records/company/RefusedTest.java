package supplychain.records.company;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;

/** What a company-product must not say; nothing of it is written. */
class RefusedTest {
  private final Sent sent = new Sent();
  private final World world = sent.world;
  private final UUID company = sent.company;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          'product_id': ''                                 | /product_id format
          'product_id': 'x'                                | /product_id format
          'product_id': 5                                  | /product_id type
          'product_id': {}                                 | /product_id type
          'product_id': '019c0000-0000-7000-8000-00000000' | /product_id format
          'product': 'Honey'                               | /product type
          'product': []                                    | /product type
          'product': {}                                    | /product/name required
          'product': {'name': null}                        | /product/name required
          'product': {'name': ''}                          | /product/name blank
          'product': {'name': ' \\u200b\\t'}               | /product/name blank
          'product': {'name': 5}                           | /product/name type
          'product': {'name': 'a\\u0000'}                  | /product/name character
          'product': {'name': 'a\\ud800'}                  | /product/name character
          'product': {'id': 'x'}                           | /product/id format
          'product': {'name': 'x', 'description': 5}       | /product/description type
          'product': {'name': 'x', 'description': '\\u0000'} | /product/description character
          'product': {'name': 'x', 'is_active': 'yes'}     | /product/is_active not_a_choice
          'product': {'name': 'x', 'is_active': 'True'}    | /product/is_active not_a_choice
          'product': {'name': 'x', 'is_active': 1}         | /product/is_active not_a_choice
          'product': {'name': 'x', 'is_active': []}        | /product/is_active not_a_choice
          'product': {'name': 'x', 'nam': 1}               | /product/nam unknown_field
          'is_active': 'true'                              | /is_active type
          'is_active': 1                                   | /is_active type
          'forms': 'x'                                     | /forms type
          'forms': {}                                      | /forms type
          'forms': [null]                                  | /forms/0 type
          'forms': ['x']                                   | /forms/0 format
          'premiums': 'x,y'                                | /premiums type
          'premiums': [5]                                  | /premiums/0 type
          'owner': 5                                       | /owner unknown_field
          """)
  void aMistakeIsNamedAtItsPlace(String members, String finding) {
    refused(List.of(finding), members.replace("%", "%%"));
  }

  @Test
  void theCompanyIsRequired() {
    for (String body : new String[] {"{}", "{\"company\": null}"}) {
      sent.admin.post(Sent.PATH, body).expect(400, "/company required");
    }
  }

  @Test
  void withoutACompanyNothingIsSaidOfItsFormsAndPremiums() {
    String body =
        "{\"forms\": [\"%s\"], \"premiums\": [\"%s\"]}"
            .formatted(world.form(company, "PRODUCT"), world.premium(company, "NORMAL", true));
    sent.admin.post(Sent.PATH, body).expect(400, "/company required");
  }

  @Test
  void twoNamesForTwoProductsAreAMistake() {
    UUID cherry = world.product("Cherry");
    UUID beans = world.product("Beans");
    String beansName = sent.post("'product_id': '%s'", beans).at("/product/name");
    String fresh = Sent.freshName();
    refused(
        List.of("/product_id mismatch"),
        "'product_id': '%s', 'product': {'id': '%s'}",
        cherry,
        beans);
    refused(
        List.of("/product/name mismatch"),
        "'product_id': '%s', 'product': {'name': '%s'}",
        cherry,
        beansName);
    refused(
        List.of("/product/name mismatch"),
        "'product_id': '%s', 'product': {'name': '%s'}",
        cherry,
        fresh);
    refused(
        List.of("/product/name mismatch"),
        "'product': {'id': '%s', 'name': '%s'}",
        cherry,
        beansName);
  }

  @Test
  void onlyFormsForProductsAndTransactionsCanBePutOnAProduct() {
    refused(
        List.of("/forms/1 wrong_form", "/forms/2 wrong_form"),
        "'forms': ['%s', '%s', '%s', '%s']",
        world.form(company, "PRODUCT"),
        world.form(company, "FARMER"),
        world.form(company, "PAYMENT"),
        world.form(company, "TRANSACTION"));
  }

  @Test
  void aRepeatedFormOrPremiumIsADuplicate() {
    UUID form = world.form(company, "PRODUCT");
    UUID premium = world.premium(company, "NORMAL", true);
    refused(
        List.of("/forms/1 duplicate", "/premiums/1 duplicate"),
        "'forms': ['%1$s', '%1$s'], 'premiums': ['%2$s', '%3$s']",
        form,
        premium,
        premium.toString().toUpperCase(java.util.Locale.ROOT));
  }

  @Test
  void allMistakesAreNamedAtOnce() {
    refused(
        List.of(
            "/product_id format",
            "/product/name blank",
            "/product/is_active not_a_choice",
            "/forms/0 format",
            "/is_active type",
            "/premiums/0 does_not_exist",
            "/premium unknown_field"),
        """
        'product_id': 'x', 'product': {'name': '', 'is_active': 'x'}, 'forms': ['x'],
        'is_active': 'x', 'premiums': ['%s'], 'premium': 'x'""",
        UUID.randomUUID());
  }

  private void refused(List<String> findings, String members, Object... values) {
    Map<String, String> before = Records.all();
    Reply reply = sent.post(members, values).expect(400);
    assertEquals(findings.stream().sorted().toList(), reply.findings().stream().sorted().toList());
    assertEquals(before, Records.all());
  }
}
