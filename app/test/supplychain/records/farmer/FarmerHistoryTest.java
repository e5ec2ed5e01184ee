package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.schema.Tables.HISTORY;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jooq.Record;
import org.junit.jupiter.api.Test;
import supplychain.Kept;
import supplychain.World;

/** Whoever asks what a farmer's record said before, and who changed it, finds it. */
class FarmerHistoryTest {
  private static final String UUID_7 =
      "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";

  private final FarmerScene scene = new FarmerScene();
  private final String request = World.unique(20);

  @Test
  void theHistoryKeepsUserTimeRequestBeforeAndAfterOfAChange() {
    OffsetDateTime before = OffsetDateTime.now(ZoneOffset.UTC);
    FarmerScene.ok(scene.patch("\"phone\": \"1\"", "X-Request-Id", request));
    Record row =
        FarmerScene.read(
            sql -> sql.selectFrom(HISTORY).where(HISTORY.CLIENT_REQUEST.eq(request)).fetchSingle());
    assertEquals(scene.user, row.get(HISTORY.APP_USER));
    assertEquals(scene.farmer, row.get(HISTORY.RECORD));
    assertFalse(row.get(HISTORY.AT).isBefore(before.minusSeconds(1)));
    assertFalse(row.get(HISTORY.AT).isAfter(OffsetDateTime.now(ZoneOffset.UTC).plusSeconds(1)));
    assertEquals(
        List.of(
            "UPDATE farmer {\"phone\": null, \"updater\": \"019c0000-0000-7000-8000-000000000001\"}"
                + " -> {\"phone\": \"1\", \"updater\": \"%s\"}".formatted(scene.user)),
        Kept.ofRequest(request));
  }

  @Test
  void theIdThatAClientGivesItsRequestIsKeptBesideTheServicesOwn() {
    String id = "019c0000-0000-7000-8000-0000000000aa";
    FarmerScene.ok(scene.patch("\"phone\": \"1\"", "X-Request-Id", id));
    FarmerScene.ok(scene.patch("\"phone\": \"2\""));
    List<String> kept =
        FarmerScene.read(
            sql ->
                sql.selectFrom(HISTORY)
                    .where(HISTORY.RECORD.eq(scene.farmer).and(HISTORY.OPERATION.eq("UPDATE")))
                    .orderBy(HISTORY.ID)
                    .fetch(
                        row ->
                            row.get(HISTORY.REQUEST).equals(id)
                                + " "
                                + row.get(HISTORY.REQUEST).matches(UUID_7)
                                + " "
                                + row.get(HISTORY.CLIENT_REQUEST)));
    assertEquals(List.of("false true " + id, "false true null"), kept);
  }

  @Test
  void anUnchangedFieldIsNoChangeInTheHistory() {
    scene.patched("\"phone\": \"1\"");
    FarmerScene.ok(scene.patch("\"phone\": \"1\"", "X-Request-Id", request));
    assertEquals(List.of(), Kept.ofRequest(request));
  }

  @Test
  void aRefusedRequestLeavesNoHistory() {
    assertEquals(
        400, scene.patch("\"phone\": \"1\", \"gender\": 7", "X-Request-Id", request).status());
    assertEquals(List.of(), Kept.ofRequest(request));
  }

  @Test
  void aClearedValueOfAFormIsKept() {
    UUID form = scene.world.form(scene.coop, "FARMER");
    UUID field = scene.world.field(form, "group", "TEXT", false, "[]");
    String submission =
        "\"submission\": {\"form\": \"%s\", \"values\": [{\"field\": \"group\", \"value\": %s}]}";
    scene.patched(submission.formatted(form, "\"North\""));
    FarmerScene.ok(scene.patch(submission.formatted(form, "null"), "X-Request-Id", request));
    List<String> kept = Kept.ofRequest(request);
    assertEquals(1, kept.size(), kept.toString());
    assertTrue(kept.get(0).startsWith("DELETE submission_value {\"id\": "), kept.toString());
    assertTrue(kept.get(0).contains("\"field\": \"" + field + "\""), kept.toString());
    assertTrue(kept.get(0).contains("\"value\": \"North\""), kept.toString());
    assertTrue(kept.get(0).endsWith(" -> null"), kept.toString());
  }

  @Test
  void aCardThatChangesHandsIsKept() {
    scene.world.card(scene.coop, scene.farmer);
    FarmerScene.ok(scene.patch("\"entity_card\": null", "X-Request-Id", request));
    List<String> kept = Kept.ofRequest(request);
    assertEquals(2, kept.size(), kept.toString());
    assertTrue(kept.get(1).startsWith("UPDATE entity_card {"), kept.toString());
    assertTrue(kept.get(1).contains("\"is_active\": false"), kept.toString());
  }
}
