package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.schema.Tables.*;

import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jooq.TableField;
import org.junit.jupiter.api.Test;
import supplychain.Records;
import supplychain.World;
import supplychain.core.Problem;
import supplychain.core.Progress;
import supplychain.history.Erasures;
import supplychain.ingest.Loader.Count;

/** The demo data, as it stands in the database. */
class DemoFileLoadTest {
  private final EmptyDatabase database = new EmptyDatabase();
  private final Demo demo = new Demo(database.database());

  private Set<String> all(TableField<?, String> column) {
    return database
        .database()
        .read(
            sql ->
                sql.selectDistinct(column)
                    .from(column.getTable())
                    .where(column.isNotNull())
                    .fetchSet(column));
  }

  @Test
  void theDemoHasRecordsOfEveryKindAndChoice() {
    Map<String, Count> counts = demo.load(Progress.NONE);
    assertEquals(new Count(2, 0, 0), counts.get("companies"));
    assertEquals(new Count(25, 0, 0), counts.get("farmers"));
    assertEquals(Set.of("GRANTED", "NOT_GRANTED", "UNKNOWN"), all(FARMER.CONSENT_STATUS));
    assertEquals(Set.of("NORMAL", "MANUAL", "OPTIONS", "RANGE"), all(PREMIUM.CALCULATION_TYPE));
    assertEquals(Set.of("TRANSACTION", "FARMER", "PAYMENT", "PRODUCT"), all(FORM.FORM_TYPE));
    assertEquals(10, all(FORM_FIELD.TYPE).size());
    assertEquals(
        Set.of("TRANSACTION", "PREMIUM", "TRANSACTION_PREMIUM"),
        all(PAYMENT_TRANSACTION.PAYMENT_TYPE));
    assertEquals(new Count(5, 0, 0), counts.get("plots"));
  }

  @Test
  void loadedTwiceItChangesNothing() {
    demo.load(Progress.NONE);
    Map<String, Records.Content> content = database.content();
    Map<String, String> names = demo.ids();
    assertTrue(EmptyDatabase.changedNothing(demo.load(Progress.NONE)));
    assertEquals(content, database.content());
    assertEquals(names, demo.ids());
  }

  @Test
  void theDemoKnowsItsFarmerAndCardAfterAnErasure() {
    demo.load(Progress.NONE);
    Map<String, String> names = demo.ids();
    UUID farmer = UUID.fromString(names.get("FARMER"));
    database
        .database()
        .write(Demo.AUTHOR, sql -> Erasures.erase(sql, World.OPERATOR, farmer, "asked for it"));
    assertTrue(EmptyDatabase.changedNothing(demo.load(Progress.NONE)));
    assertEquals(names, demo.ids());
  }

  @Test
  void everyTableButThoseOfRequestsHoldsSomething() {
    demo.load(Progress.NONE);
    Set<String> empty =
        database.content().entrySet().stream()
            .filter(table -> table.getValue().rows() == 0)
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet());
    assertEquals(
        Set.of(
            "token",
            "erasure",
            "estimate",
            "origin_file",
            "origin_file_content",
            "history_archive",
            "idempotency_key",
            "recorded_file",
            "payment_transaction_submission",
            "premium_range",
            "reversal"),
        empty,
        "Add a record of a new kind to the demo, or its table to this list.");
  }

  @Test
  void theDemoIsNotLoadedAmongOtherRecords() {
    database.load("{\"companies\": [{\"ref\": \"c\", \"name\": \"Theirs\"}]}");
    Map<String, Records.Content> content = database.content();
    assertThrows(Problem.class, () -> demo.load(Progress.NONE));
    assertEquals(content, database.content());
  }

  @Test
  void aFileMayBeLoadedAmongTheRecordsOfTheDemo() {
    demo.load(Progress.NONE);
    database.load("{\"companies\": [{\"ref\": \"c\", \"name\": \"Theirs\", \"buyer\": \"sipi\"}]}");
    assertTrue(EmptyDatabase.changedNothing(demo.load(Progress.NONE)));
  }
}
