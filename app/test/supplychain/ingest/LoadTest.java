package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.schema.Tables.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Records;
import supplychain.core.Caller;

/** Records of a file, and how they name each other. */
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
    List<UUID> held = new ArrayList<>();
    database
        .database()
        .read(
            sql ->
                sql.selectFrom(ENTITY_CARD)
                    .where(ENTITY_CARD.ENTITY.eq(database.id("companies", "c")))
                    .fetch(ENTITY_CARD.CARD))
        .forEach(held::add);
    assertEquals(List.of(database.id("cards", "k")), held);
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
}
