package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.ingest.LoadKind.CARDS;
import static supplychain.ingest.LoadKind.COMPANIES;
import static supplychain.ingest.LoadKind.FARMERS;
import static supplychain.ingest.LoadKind.PAYMENTS;
import static supplychain.ingest.LoadKind.PRODUCTS;
import static supplychain.ingest.LoadKind.TRANSACTIONS;
import static supplychain.ingest.LoadKind.USERS;
import static supplychain.schema.Tables.CARD;
import static supplychain.schema.Tables.COMPANY;
import static supplychain.schema.Tables.ENTITY_CARD;
import static supplychain.schema.Tables.FARMER;
import static supplychain.schema.Tables.PAYMENT_TRANSACTION;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.core.Caller;
import supplychain.ingest.LoadReport.Count;

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
        database.id(TRANSACTIONS, "t"),
        database.value(PAYMENT_TRANSACTION.TRANSACTION, PAYMENTS, "y"));
    assertEquals(database.id(USERS, "u"), database.value(FARMER.CREATOR, FARMERS, "f"));
    assertEquals(database.id(USERS, "u"), database.value(FARMER.UPDATER, FARMERS, "f"));
    assertEquals(Caller.SYSTEM, database.value(COMPANY.CREATOR, COMPANIES, "c"));
  }

  @Test
  void aFileLoadedTwiceChangesNothingTheSecondTime() {
    LoadReport first = database.load(COOPERATIVE);
    Map<String, String> content = database.content();
    LoadReport second = database.load(COOPERATIVE);
    assertEquals(content, database.content());
    assertEquals(new Count(1, 0), first.counts().get(FARMERS));
    assertEquals(new Count(0, 1), second.counts().get(FARMERS));
    assertFalse(first.changedNothing());
    assertTrue(second.changedNothing());
  }

  @Test
  void aKnownRefIsLeftAsItIsWhateverTheFileSaysOfIt() {
    database.load(COOPERATIVE);
    Map<String, String> content = database.content();
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
    assertEquals(database.id(COMPANIES, "c"), database.value(CARD.COMPANY, CARDS, "k"));
    assertEquals(
        database.id(PRODUCTS, "p"), database.value(PRODUCT_TRANSACTION.PRODUCT, TRANSACTIONS, "t"));
  }

  @Test
  void anIdOfAnExistingRecordStandsForItself() {
    database.load(COOPERATIVE);
    UUID company = database.id(COMPANIES, "c");
    UUID farmer = database.id(FARMERS, "f");
    UUID product = database.id(PRODUCTS, "p");
    database.load(
        """
        {"farmers": [{"ref": "g", "first_name": "Grace", "buyer": "%s", "creator": "%s"}],
         "transactions": [{"ref": "t", "source": "%s", "destination": "%s", "product": "%s",
                           "amount": "5"}]}
        """
            .formatted(company, Caller.SYSTEM, farmer, company, product));
    assertEquals(company, database.value(FARMER.BUYER, FARMERS, "g"));
    assertEquals(farmer, database.value(PRODUCT_TRANSACTION.SOURCE, TRANSACTIONS, "t"));
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
    assertEquals(database.id(COMPANIES, "b"), database.value(COMPANY.BUYER, COMPANIES, "c"));
    assertEquals(
        "2.25", database.value(PRODUCT_TRANSACTION.REMAINING, TRANSACTIONS, "t").toPlainString());
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
                    .where(ENTITY_CARD.ENTITY.eq(database.id(COMPANIES, "c")))
                    .fetch(ENTITY_CARD.CARD))
        .forEach(held::add);
    assertEquals(List.of(database.id(CARDS, "k")), held);
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
        database.id(COMPANIES, "c"),
        database.value(PRODUCT_TRANSACTION.COMPANY, TRANSACTIONS, "own"));
    assertEquals("OUTGOING", database.value(PRODUCT_TRANSACTION.TYPE, TRANSACTIONS, "own"));
    assertEquals(
        database.id(COMPANIES, "b"),
        database.value(PRODUCT_TRANSACTION.COMPANY, TRANSACTIONS, "theirs"));
    assertEquals("INCOMING", database.value(PRODUCT_TRANSACTION.TYPE, TRANSACTIONS, "theirs"));
  }

  @Test
  void whatTheInterfaceOnlyAnswersAFileMaySay() {
    database.load(
        """
        {"companies": [{"ref": "c", "name": "C", "image": "https://c.example/logo.png"}],
         "products": [{"ref": "p", "name": "Cherry", "is_active": "false"}],
         "farmers": [{"ref": "f", "first_name": "A", "buyer": "c", "image": "https://c.example/f"}],
         "transactions": [{"ref": "t", "source": "f", "destination": "c", "product": "p",
                           "amount": "1", "invoice": "https://c.example/1.pdf"}]}
        """);
    assertEquals("https://c.example/logo.png", database.value(COMPANY.IMAGE, COMPANIES, "c"));
    assertEquals("https://c.example/f", database.value(FARMER.IMAGE, FARMERS, "f"));
    assertEquals(
        "https://c.example/1.pdf", database.value(PRODUCT_TRANSACTION.INVOICE, TRANSACTIONS, "t"));
  }

  @Test
  void whatHasANameOfItsOwnIsOneRecordUnderTwoRefs() {
    database.load(
        """
        {"users": [{"ref": "u", "email": "a@example.org"}, {"ref": "v", "email": "A@example.org"}],
         "companies": [{"ref": "c", "name": "C"}],
         "products": [{"ref": "p", "name": "Cherry"}, {"ref": "q", "name": " cherry "}],
         "cards": [{"ref": "k", "company": "c", "card_id": "1"},
                   {"ref": "l", "company": "c", "card_id": "1"}]}
        """);
    assertEquals(database.id(USERS, "u"), database.id(USERS, "v"));
    assertEquals(database.id(PRODUCTS, "p"), database.id(PRODUCTS, "q"));
    assertEquals(database.id(CARDS, "k"), database.id(CARDS, "l"));
  }
}
