package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.schema.Tables.*;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import supplychain.Records;
import supplychain.World;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.core.Progress;

/** The structure of a file to load, its records, and how they name each other. */
class LoadTest {
  private static final String COOPERATIVE =
      """
      {"companies": [{"ref": "c", "name": "Cooperative", "currency": "UGX"}],
       "products": [{"ref": "p", "name": "Cherry"}],
       "farmers": [{"ref": "f", "first_name": "Amina", "buyer": "c"}]}
      """;

  private final EmptyDatabase database = new EmptyDatabase();

  @Test
  void theOrderOfTheKindsInAFileDoesNotMatter() {
    database.load(
        """
        {"payments": [{"ref": "y", "source": "c", "destination": "f", "transaction": "t"}],
         "transactions": [{"ref": "t", "source": "f", "destination": "c", "product": "p",
                           "amount": "5"}],
         "farmers": [{"ref": "f", "first_name": "Amina", "buyer": "c", "creator": "u"}],
         "products": [{"ref": "p", "name": "Cherry"}],
         "companies": [{"ref": "c", "name": "Cooperative"}],
         "users": [{"ref": "u", "email": "amina@example.org"}]}
        """);
    assertEquals(
        database.id("transactions", "t"),
        database.value(PAYMENT_TRANSACTION.TRANSACTION, "payments", "y"));
    assertEquals(database.id("users", "u"), database.value(FARMER.CREATOR, "farmers", "f"));
    assertEquals(database.id("users", "u"), database.value(FARMER.UPDATER, "farmers", "f"));
    assertEquals(Caller.SYSTEM, database.value(COMPANY.CREATOR, "companies", "c"));
  }

  @Test
  void companyProductsOfOneFileShareANewProductAndARepeatChangesTheFirst() {
    database.load(
        """
        {"companies": [{"ref": "c", "name": "Cooperative"}, {"ref": "d", "name": "Mill"}],
         "company-products": [
           {"ref": "1", "company": "c", "product": {"name": "Honey"}},
           {"ref": "2", "company": "d", "product": {"name": " honey "}},
           {"ref": "3", "company": "c", "product": {"name": "HONEY"}, "is_active": false},
           {"ref": "4", "company": "d"},
           {"ref": "5", "company": "d", "is_active": false}]}
        """);
    String kind = "company-products";
    assertEquals(database.id(kind, "1"), database.id(kind, "3"));
    assertEquals(database.id(kind, "4"), database.id(kind, "5"));
    assertEquals(false, database.value(COMPANY_PRODUCT.IS_ACTIVE, kind, "1"));
    assertEquals(true, database.value(COMPANY_PRODUCT.IS_ACTIVE, kind, "2"));
    assertEquals(false, database.value(COMPANY_PRODUCT.IS_ACTIVE, kind, "4"));
    assertEquals(
        database.value(COMPANY_PRODUCT.PRODUCT, kind, "1"),
        database.value(COMPANY_PRODUCT.PRODUCT, kind, "2"));
    assertEquals(1, database.content().get("product").rows());
  }

  @Test
  void aKnownRefIsLeftAsItIsWhateverTheFileSaysOfIt() {
    database.load(COOPERATIVE);
    Map<String, Records.Content> content = database.content();
    database.load(
        """
        {"companies": [{"ref": "c", "name": "Another", "no_such_field": 1}]}
        """);
    assertEquals(content, database.content());
  }

  @Test
  void aFileOfPlotsInAnyFormIsTheSameTheSecondTime() {
    String plots = World.fileBeside(LoadTest.class, "plots-of-tools.json");
    assertEquals(new Loader.Count(5, 0, 0), database.load(plots).get("plots"));
    assertEquals(new Loader.Count(0, 5, 0), database.load(plots).get("plots"));
    String other = plots.replace("34.1234567", "34.1234547").replace("0.123456789", "0.1235");
    assertEquals(new Loader.Count(0, 5, 1), database.load(other).get("plots"));
  }

  @Test
  void aLaterFileNamesTheRecordsOfAnEarlierOne() {
    database.load(COOPERATIVE);
    database.load(
        """
        {"cards": [{"ref": "k", "company": "c", "card_id": "K-1"}],
         "transactions": [{"ref": "t", "source": "farmers/f", "destination": "companies/c",
                           "product": "p", "amount": "5", "quantity": "1"}]}
        """);
    assertEquals(database.id("companies", "c"), database.value(CARD.COMPANY, "cards", "k"));
    assertEquals(
        database.id("products", "p"),
        database.value(PRODUCT_TRANSACTION.PRODUCT, "transactions", "t"));
  }

  @Test
  void anIdOfAnExistingRecordStandsForItself() {
    database.load(COOPERATIVE);
    UUID company = database.id("companies", "c");
    UUID farmer = database.id("farmers", "f");
    UUID product = database.id("products", "p");
    database.load(
        """
        {"farmers": [{"ref": "g", "first_name": "Grace", "buyer": "%s", "creator": "%s"}],
         "transactions": [{"ref": "t", "source": "%s", "destination": "%s", "product": "%s",
                           "amount": "5"}]}
        """
            .formatted(company, Caller.SYSTEM, farmer, company, product));
    assertEquals(company, database.value(FARMER.BUYER, "farmers", "g"));
    assertEquals(farmer, database.value(PRODUCT_TRANSACTION.SOURCE, "transactions", "t"));
  }

  @Test
  void aRecordNamesAnEarlierOneOfItsOwnKind() {
    database.load(
        """
        {"companies": [{"ref": "b", "name": "Buyer"}, {"ref": "c", "name": "C", "buyer": "b"}],
         "products": [{"ref": "p", "name": "Cherry"}],
         "farmers": [{"ref": "f", "first_name": "Amina", "buyer": "c"}],
         "transactions": [
           {"ref": "t", "source": "f", "destination": "c", "product": "p", "amount": "5",
            "quantity": "3.50"},
           {"ref": "u", "source": "c", "destination": "b", "product": "p", "amount": "9",
            "quantity": "1.25", "parents": ["t"]}]}
        """);
    assertEquals(database.id("companies", "b"), database.value(COMPANY.BUYER, "companies", "c"));
    assertEquals(
        "2.25", database.value(PRODUCT_TRANSACTION.REMAINING, "transactions", "t").toPlainString());
  }

  @Test
  void aCompanyMayHoldACardThatIsARecordOfItsOwn() {
    database.load(
        """
        {"companies": [
           {"ref": "c", "name": "C", "entity_card": {"card": {"id": "k"}}},
           {"ref": "d", "name": "D", "entity_card": {"card": {"card_id": "D-1"}}}],
         "cards": [{"ref": "k", "company": "c", "card_id": "C-1", "display_id": "1"}]}
        """);
    UUID holder = database.id("companies", "c");
    UUID held =
        database
            .database()
            .read(sql -> sql.fetchValue(ENTITY_CARD.CARD, ENTITY_CARD.ENTITY.eq(holder)));
    assertEquals(database.id("cards", "k"), held);
    assertEquals(2, database.database().<Integer>read(sql -> sql.fetchCount(ENTITY_CARD)));
  }

  @Test
  void aTransactionIsOfTheCompanyThatItNames() {
    database.load(COOPERATIVE);
    database.load(
        """
        {"companies": [{"ref": "b", "name": "Buyer"}],
         "transactions": [
           {"ref": "own", "source": "c", "destination": "b", "product": "p", "amount": "1"},
           {"ref": "theirs", "source": "c", "destination": "b", "product": "p", "amount": "1",
            "company": "b"}]}
        """);
    assertEquals(
        database.id("companies", "c"),
        database.value(PRODUCT_TRANSACTION.COMPANY, "transactions", "own"));
    assertEquals("OUTGOING", database.value(PRODUCT_TRANSACTION.TYPE, "transactions", "own"));
    assertEquals(
        database.id("companies", "b"),
        database.value(PRODUCT_TRANSACTION.COMPANY, "transactions", "theirs"));
    assertEquals("INCOMING", database.value(PRODUCT_TRANSACTION.TYPE, "transactions", "theirs"));
  }

  @Test
  void aFileMaySetFieldsThatTheApiOnlyAnswers() {
    database.load(
        """
        {"companies": [{"ref": "c", "name": "C", "image": "https://c.example/logo.png"}],
         "products": [{"ref": "p", "name": "Cherry", "is_active": "false"}],
         "farmers": [{"ref": "f", "first_name": "A", "buyer": "c", "image": "https://c.example/f"}],
         "transactions": [{"ref": "t", "source": "f", "destination": "c", "product": "p",
                           "amount": "1", "invoice": "https://c.example/1.pdf"}]}
        """);
    assertEquals("https://c.example/logo.png", database.value(COMPANY.IMAGE, "companies", "c"));
    assertEquals("https://c.example/f", database.value(FARMER.IMAGE, "farmers", "f"));
    assertEquals(
        "https://c.example/1.pdf",
        database.value(PRODUCT_TRANSACTION.INVOICE, "transactions", "t"));
  }

  @Test
  void recordsWithTheSameNaturalNameAreOneRecord() {
    database.load(
        """
        {"users": [{"ref": "u", "email": "a@example.org"}, {"ref": "v", "email": "A@example.org"}],
         "companies": [{"ref": "c", "name": "C"}],
         "products": [{"ref": "p", "name": "Cherry"}, {"ref": "q", "name": " cherry "}],
         "cards": [{"ref": "k", "company": "c", "card_id": "1"},
                   {"ref": "l", "company": "c", "card_id": "1"}]}
        """);
    assertEquals(database.id("users", "u"), database.id("users", "v"));
    assertEquals(database.id("products", "p"), database.id("products", "q"));
    assertEquals(database.id("cards", "k"), database.id("cards", "l"));
  }

  static List<Arguments> notJson() {
    return List.of(
        Arguments.of("{\"products\": [{\"ref\": \"p\",\n \"name\": P}]}", 2, "Column 10"),
        Arguments.of("{\"products\": [{\"ref\": \"p\", \"name\": \"P\"}", 1, "ends too early"),
        Arguments.of(
            "{\"products\": []} {}", 1, "There is more text after the end of the document."),
        Arguments.of("{\"products\": [],\n\"products\": []}", 2, "Duplicate"),
        Arguments.of("{\"users\": [{\"ref\": \"p\", \"ref\": \"q\"}]}", 1, "Duplicate"),
        Arguments.of("{\"products\": [\n{\"ref\": 1e99999999999}]}", 2, "exponent"),
        Arguments.of("ref,name", 1, "Column"));
  }

  @ParameterizedTest
  @MethodSource("notJson")
  void invalidJsonIsOneMistakeWithItsPlace(String text, long line, String detail) {
    List<Finding> findings = database.refusal(text).findings();
    assertEquals(List.of("not_json"), findings.stream().map(Finding::code).toList());
    assertEquals("/" + line, findings.get(0).pointer().substring(0, 2));
    String told = findings.get(0).detail();
    assertTrue(told.contains(detail), told);
  }

  @Test
  void aFileThatIsNotUtf8IsNotJson() {
    byte[] latin = "{\"products\": [{\"ref\": \"café\"}]}".getBytes(StandardCharsets.ISO_8859_1);
    Problem refusal =
        assertThrows(
            Problem.class,
            () ->
                Loader.load(
                    database.database(),
                    World.AUTHOR,
                    false,
                    () -> new ByteArrayInputStream(latin),
                    Progress.NONE));
    assertEquals("not_json", refusal.findings().get(0).code());
  }

  @Test
  void anEmptyFileIsNoObject() {
    assertEquals(List.of("1  type"), database.mistakes(""));
    assertEquals(List.of("1  type"), database.mistakes("[]"));
    assertEquals(List.of("1  type"), database.mistakes("null"));
  }

  @Test
  void aKindIsAnArray() {
    assertEquals(
        List.of("1 /farmers type", "1 /users type"),
        database.mistakes("{\"farmers\": {\"ref\": \"f\"}, \"users\": 5, \"cards\": null}"));
  }

  @Test
  void aFileWithoutRecordsLoadsNothing() {
    assertTrue(EmptyDatabase.changedNothing(database.load("{}")));
    assertTrue(EmptyDatabase.changedNothing(database.load("\uFEFF{\"farmers\": []}")));
  }

  @Test
  void aRecordMayBeAsLargeAsARequest() {
    String most = record(SourceRecord.MOST_LENGTH);
    String tooLarge = record(SourceRecord.MOST_LENGTH + 1);
    assertEquals(
        List.of("1 /products/0/description too_long"),
        database.mistakes("{\"products\": [" + most + "]}"));
    assertEquals(
        List.of("1 /products/0 too_large"),
        database.mistakes("{\"products\": [" + tooLarge + "]}"));
  }

  /** A record of that many bytes. */
  private static String record(int bytes) {
    String start = "{\"ref\": \"p\", \"name\": \"P\", \"description\": \"";
    String end = "\"}";
    return start + "x".repeat(bytes - start.length() - end.length()) + end;
  }
}
