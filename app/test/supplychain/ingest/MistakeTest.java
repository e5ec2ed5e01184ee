package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import supplychain.Records;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.validation.Findings;

/** Every kind of mistake is named at its place, and a file that has one changes nothing. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MistakeTest {
  private final EmptyDatabase database = new EmptyDatabase();

  private void assertMistakes(String json, String... mistakes) {
    Map<String, Records.Content> content = database.content();
    assertEquals(List.of(mistakes), database.mistakes(json));
    assertEquals(content, database.content());
  }

  private void assertDetail(String detail, String json) {
    assertEquals(detail, database.refusal(json).findings().get(0).detail());
  }

  @Test
  void anUnknownKindIsAMistake() {
    String json =
        """
        {"products": [],
         "farmer": [{"ref": "f"}]}
        """;
    assertMistakes(json, "2 /farmer unknown_kind");
    assertDetail("There is no kind of record \"farmer\". Did you mean `farmers`?", json);
  }

  @Test
  void anUnknownFieldIsAMistake() {
    String json =
        """
        {"companies": [{"ref": "c", "name": "C"}],
         "farmers": [
           {"ref": "f", "first_name": "A", "buyer": "c"},
           {"ref": "g", "first_nam": "B", "first_name": "B", "buyer": "c"}]}
        """;
    assertMistakes(json, "4 /farmers/1/first_nam unknown_field");
    assertDetail("There is no field \"first_nam\". Did you mean `first_name`?", json);
  }

  @Test
  void everyMistakeOfEveryRecordIsNamed() {
    assertMistakes(
        """
        {"companies": [
           {"ref": "c", "name": ""},
           {"ref": "d", "currency": "XXY", "latitude": 91},
           {"name": "E"}],
         "farmers": [
           {"ref": "f", "buyer": "c", "last_name": 5},
           7],
         "products": [{"ref": "p", "name": "P", "is_active": "yes"}]}
        """,
        "2 /companies/0/name blank",
        "3 /companies/1/name required",
        "3 /companies/1/latitude range",
        "3 /companies/1/currency does_not_exist",
        "4 /companies/2/ref required",
        "6 /farmers/0/first_name required",
        "6 /farmers/0/last_name type",
        "7 /farmers/1 type",
        "8 /products/0/is_active not_a_choice");
  }

  @Test
  void aRefIsRequiredAndAShortText() {
    assertMistakes(
        """
        {"products": [
          {"ref": null, "name": "A"},
          {"ref": 5, "name": "B"},
          {"ref": "%s", "name": "C"},
          {"ref": " ", "name": "D"}]}
        """
            .formatted("x".repeat(Refs.MOST_LENGTH + 1)),
        "2 /products/0/ref required",
        "3 /products/1/ref type",
        "4 /products/2/ref too_long",
        "5 /products/3/ref blank");
  }

  @Test
  void aRepeatedRefIsAMistake() {
    String json =
        """
        {"products": [
          {"ref": "p", "name": "A"},
          {"ref": "q", "name": "B"},
          {"ref": "p", "name": "C"}]}
        """;
    assertMistakes(json, "4 /products/2/ref duplicate");
    assertDetail("An earlier record of this kind has the same ref.", json);
  }

  @Test
  void aRefOfAnEarlierLoadMayNotBeRepeatedEither() {
    database.load("{\"products\": [{\"ref\": \"earlier\", \"name\": \"Earlier\"}]}");
    assertMistakes(
        """
        {"products": [
          {"ref": "earlier", "name": "Earlier"},
          {"ref": "earlier", "name": "Later"}]}
        """,
        "3 /products/1/ref duplicate");
  }

  @Test
  void aReferenceToNoRecordIsAMistake() {
    assertMistakes(
        """
        {"companies": [
          {"ref": "c", "name": "C", "buyer": "nobody", "creator": "nobody"},
          {"ref": "d", "name": "D", "buyer": "019c0000-0000-7000-8000-00000000ffff"},
          {"ref": "e", "name": "E", "buyer": "f"},
          {"ref": "f", "name": "F"}],
         "transactions": [
          {"ref": "t", "source": "f", "destination": "x\\u0000y", "product": "f", "amount": "1",
           "parents": ["a", "b"], "transaction_payments": [{"premium": "z"}],
           "submissions": [{"form": "w"}]}]}
        """,
        "2 /companies/0/buyer does_not_exist",
        "2 /companies/0/creator does_not_exist",
        "3 /companies/1/buyer does_not_exist",
        "4 /companies/2/buyer does_not_exist",
        "7 /transactions/0/destination does_not_exist",
        "7 /transactions/0/product does_not_exist",
        "7 /transactions/0/parents/0 does_not_exist",
        "7 /transactions/0/parents/1 does_not_exist",
        "7 /transactions/0/transaction_payments/0/premium does_not_exist",
        "7 /transactions/0/submissions/0/form does_not_exist");
  }

  @Test
  void anUnknownRefOfManyRecordsIsOneMistakeBesideTheOthers() {
    String farmers =
        IntStream.range(0, Findings.MOST + 1)
            .mapToObj("{\"ref\": \"f%d\", \"first_name\": \"A\", \"buyer\": \"nobody\"}"::formatted)
            .collect(Collectors.joining(",\n"));
    String json =
        """
        {"farmers": [
        %s],
         "plots": [{"ref": "l", "farmer": "f5", "latitude": 91, "longitude": 34},
                   {"ref": "m", "farmer": "nobody", "latitude": 1, "longitude": 34}]}
        """;
    Problem refused = database.refusal(json.formatted(farmers));
    assertEquals("1003 mistakes. Nothing was recorded.", refused.getMessage());
    assertEquals(
        List.of(
            new Finding(
                "/2/farmers/0/buyer",
                "does_not_exist",
                "Lines 2–1002: There is no record of companies with the ref `nobody`."),
            new Finding("/1003/plots/0/latitude", "range", "91 must be a number from -90 to 90."),
            new Finding(
                "/1004/plots/1/farmer",
                "does_not_exist",
                "There is no record of farmers with the ref `nobody`.")),
        refused.findings());
  }

  @Test
  void theSameMistakeOfTwoRecordsOnOneLineIsTwo() {
    assertMistakes(
        "{\"products\": [{\"ref\": \"p\"}, {\"ref\": \"q\"}, {\"ref\": \"r\"}]}",
        "1 /products/0/name required",
        "1 /products/1/name required",
        "1 /products/2/name required");
  }

  @Test
  void aReferenceToTwoRecordsIsAMistake() {
    String json =
        """
        {"companies": [{"ref": "sipi", "name": "C"}],
         "products": [{"ref": "p", "name": "P"}],
         "farmers": [{"ref": "sipi", "first_name": "A", "buyer": "sipi"}],
         "transactions": [
           {"ref": "t", "source": "sipi", "destination": "companies/sipi", "product": "p",
            "amount": "1"}]}
        """;
    assertMistakes(json, "5 /transactions/0/source ambiguous");
    assertDetail("Two records have this ref. Write `farmers/sipi` or `companies/sipi`.", json);
  }

  @Test
  void aMistakeIsNotRepeatedByWhatNamesItsRecord() {
    assertMistakes(
        """
        {"companies": [{"ref": "c", "name": "C", "phone": 5}],
         "products": [{"ref": "p", "name": "P"}],
         "cards": [{"ref": "k", "company": "c", "card_id": "1"}],
         "farmers": [
           {"ref": "f", "first_name": "A", "buyer": "c", "entity_card": {"card": {"id": "k"}}},
           {"ref": "g", "first_name": "", "buyer": "c"}],
         "transactions": [{"ref": "t", "source": "f", "destination": "c", "product": "p",
                           "amount": "1", "card": "k", "company": "c"}],
         "payments": [{"ref": "y", "source": "c", "destination": "f", "transaction": "t"}]}
        """,
        "1 /companies/0/phone type",
        "6 /farmers/1/first_name blank");
  }

  @Test
  void conflictsWithRecordedDataAreNamed() {
    String stock =
        """
        {"companies": [{"ref": "c", "name": "C"}, {"ref": "d", "name": "D"}],
         "products": [{"ref": "p", "name": "P"}],
         "farmers": [
           {"ref": "f", "first_name": "A", "buyer": "c", "number": "1",
            "entity_card": {"card": {"card_id": "K"}}},
           {"ref": "g", "first_name": "B", "buyer": "c", "number": "1"},
           {"ref": "h", "first_name": "C", "buyer": "c", "entity_card": {"card": {"card_id": "K"}}},
           {"ref": "i", "first_name": "D", "buyer": "c"}],
         "visibilities": [
           {"ref": "v", "company": "c", "name": "email"},
           {"ref": "w", "company": "c", "name": "email"}],
         "transactions": [
           {"ref": "t", "source": "f", "destination": "c", "product": "p", "amount": "1",
            "quantity": "5"},
           {"ref": "u", "source": "c", "destination": "d", "product": "p", "amount": "1",
            "quantity": "5.000001", "parents": ["t"]},
           {"ref": "x", "source": "g", "destination": "c", "product": "p", "amount": "1",
            "company": "c"},
           {"ref": "z", "source": "i", "destination": "f", "product": "p", "amount": "1",
            "company": "c"}]}
        """;
    assertMistakes(
        stock,
        "6 /farmers/1/number taken",
        "7 /farmers/2/entity_card/card held",
        "11 /visibilities/1/name taken",
        "15 /transactions/1/parents/0 current_quantity",
        "19 /transactions/3/source forbidden",
        "19 /transactions/3/destination forbidden");
  }
}
