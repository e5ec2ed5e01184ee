package supplychain.eudr;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.eudr.Harvest.UGANDAN;
import static supplychain.schema.Tables.ORIGIN_FILE;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.AtOnce;
import supplychain.Client;
import supplychain.Meanwhile;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** A file of origins that is kept stays as it was, and its summary with it. */
class KeptOriginsTest {
  private final Harvest harvest = new Harvest();

  private Reply keep(Client client, UUID lot, String body, String... headers) {
    return client.post(GOODS + lot + "/origin-files/", body, headers);
  }

  private Reply kept(UUID lot) {
    Reply reply = keep(harvest.ofCoop, lot, "{}").expect(201);
    assertEquals(ORIGIN_FILES + reply.id() + "/", reply.header("Location"));
    return reply;
  }

  private static int files(UUID lot) {
    return Records.count(ORIGIN_FILE, ORIGIN_FILE.PRODUCT_TRANSACTION.eq(lot));
  }

  private static String content(Reply kept) {
    return ORIGIN_FILES + kept.id() + "/origins.geojson";
  }

  private static String sha256(String text) throws Exception {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  @Test
  void aKeptFileHasTheSummaryOfItsMoment() throws Exception {
    UUID farmer = harvest.farmer();
    harvest.plot(farmer, "1.5", Harvest.SQUARE);
    UUID first = harvest.buy(farmer);
    UUID neighbour = harvest.farmer("Ruth", Harvest.UGANDAN);
    harvest.plot(neighbour, "2", Harvest.POINT.replace("34.1", "34.2"));
    UUID second = harvest.buy(neighbour);
    UUID lot = harvest.sell("120.50", first, second);
    Reply file = harvest.ofCoop.get(Harvest.file(lot));
    ObjectNode summary = (ObjectNode) harvest.ofCoop.get(Harvest.summary(lot)).json();
    assertEquals(
        """
        {"product_transaction":"%s","is_complete":true,"net_mass_kg":"120.50","product":"%s",\
        "plots":3,"producers":2,"countries":["UG"],"bytes":%d,"sha256":"%s",\
        "transactions":["%s","%s","%s"],"blockers_total":0,"blockers":[],"warnings_total":0,\
        "warnings":[]}\
        """
            .formatted(
                lot,
                harvest.cherry,
                file.text().getBytes(StandardCharsets.UTF_8).length,
                sha256(file.text()),
                first,
                second,
                lot),
        summary.toString());
    Reply kept = kept(lot);
    ObjectNode own = (ObjectNode) kept.json();
    assertEquals(harvest.coop.toString(), own.get("company").asText());
    own.remove(List.of("id", "company", "created_on", "updated_on", "creator", "updater"));
    assertEquals(summary, own);
  }

  @Test
  void theBytesOfAKeptFileStayWhenItsPlotsChange() {
    UUID farmer = harvest.farmer();
    UUID lot = harvest.buy(farmer);
    String before = harvest.ofCoop.get(Harvest.file(lot)).text();
    Reply kept = kept(lot);
    World.write("update plot set area = 3, is_active = false where farmer = ?", farmer);
    World.write("update farmer set consent_status = 'GRANTED' where id = ?", farmer);
    harvest.plot(farmer, "1", Harvest.SQUARE);
    assertNotEquals(before, harvest.ofCoop.get(Harvest.file(lot)).text());
    Reply content = harvest.ofCoop.get(content(kept)).expect(200);
    assertEquals(before, content.text());
    assertEquals("application/geo+json", content.header("Content-Type"));
    harvest.ofCoop.get(content(kept), "If-None-Match", content.header("ETag")).expect(304);
    assertEquals(kept.text(), harvest.ofCoop.get(ORIGIN_FILES + kept.id() + "/").text());
    assertNotEquals(kept.json().get("sha256"), kept(lot).json().get("sha256"));
  }

  @Test
  void anIncompleteFileIsKeptOnlyOnRequest() {
    UUID lot = harvest.named("lot", harvest.buy(harvest.farmer("Grace", UGANDAN)));
    for (String body : List.of("{}", "{\"incomplete\": false}")) {
      Reply refused = keep(harvest.ofCoop, lot, body).expect(409);
      assertEquals(1, refused.json().get("blockers_total").asInt());
    }
    assertEquals(0, files(lot));
    Reply part = keep(harvest.ofCoop, lot, "{\"incomplete\": true}").expect(201);
    assertEquals(false, part.json().get("is_complete").asBoolean());
    assertEquals(
        harvest.ofCoop.get(Harvest.incomplete(lot)).text(),
        harvest.ofCoop.get(content(part)).text());
  }

  @Test
  void anUnchangedFileIsKeptOnce() {
    UUID farmer = harvest.farmer("Grace", UGANDAN);
    UUID plot = harvest.plot(farmer, "4", Harvest.POINT);
    UUID lot = harvest.buy(farmer);
    Reply first = kept(lot);
    Reply again = kept(lot);
    assertEquals(first.text(), again.text());
    assertEquals(1, files(lot));
    // The same bytes, and a warning that was not there.
    World.write("update plot set area = null where id = ?", plot);
    Reply warned = kept(lot);
    assertEquals(first.json().get("sha256"), warned.json().get("sha256"));
    assertEquals(1, warned.json().get("warnings_total").asInt());
    World.write("update plot set area = 3 where id = ?", plot);
    Reply other = kept(lot);
    assertEquals(3, files(lot));
    assertEquals(3, Set.of(first.id(), warned.id(), other.id()).size());
    World.write("update plot set area = 4 where id = ?", plot);
    assertEquals(first.text(), kept(lot).text());
    Reply ofOperator = keep(harvest.world.client(null, Role.OPERATOR), lot, "{}");
    assertTrue(ofOperator.json().get("company").isNull());
    assertEquals(4, files(lot));
  }

  @Test
  void concurrentRequestsKeepOneFile() throws Exception {
    UUID lot = harvest.buy(harvest.farmer());
    List<Reply> replies = AtOnce.send(2, i -> kept(lot));
    assertEquals(replies.get(0).text(), replies.get(1).text());
    assertEquals(1, files(lot));
  }

  @Test
  void aKeptFileShowsOneInstantDespiteConcurrentChanges() {
    UUID farmer = harvest.farmer();
    UUID lot = harvest.buy(farmer);
    String before = harvest.ofCoop.get(Harvest.file(lot)).text();
    Reply reply =
        Meanwhile.during(
                sql -> {
                  sql.execute("lock table plot in access exclusive mode");
                  sql.execute("update farmer set first_name = 'Ruth' where id = ?", farmer);
                  sql.execute("update plot set area = 3 where farmer = ?", farmer);
                },
                () -> keep(harvest.ofCoop, lot, "{}"))
            .expect(201);
    assertEquals(before, harvest.ofCoop.get(content(reply)).text());
    String after = harvest.ofCoop.get(Harvest.file(lot)).text();
    assertNotEquals(before, after);
    assertEquals(after, harvest.ofCoop.get(content(kept(lot))).text());
  }

  @Test
  void aRepeatIsAnsweredAsBeforeAlsoWhereTheFileCouldNoLongerBeMade() {
    UUID farmer = harvest.farmer();
    UUID lot = harvest.buy(farmer);
    String[] key = {"Idempotency-Key", "kept"};
    Reply first = keep(harvest.ofCoop, lot, "{}", key).expect(201);
    World.write("update plot set is_active = false where farmer = ?", farmer);
    keep(harvest.ofCoop, lot, "{}").expect(409);
    Reply again = keep(harvest.ofCoop, lot, "{}", key);
    assertEquals(first.text(), again.text());
    assertEquals("true", again.header("Idempotent-Replayed"));
  }

  @Test
  void aThousandFilesOfALotAreKeptOfACompanyAndNoMore() {
    UUID farmer = harvest.farmer();
    UUID lot = harvest.sell("1", harvest.buy(farmer));
    Reply first = kept(lot);
    World.write(
        """
        with other as (
          insert into origin_file
          select (jsonb_populate_record(origin_file, jsonb_build_object(
                   'id', gen_random_uuid(), 'bytes', length(i::text),
                   'sha256', encode(sha256(i::text::bytea), 'hex')))).*
            from origin_file, generate_series(1, ?) i
           where id = ?
          returning id, sha256
        )
        insert into origin_file_content (origin_file, content)
        select id, i::text::bytea
          from other join generate_series(1, ?) i on sha256 = encode(sha256(i::text::bytea), 'hex')\
        """,
        OriginQueries.MOST_OF_LOT - 2,
        UUID.fromString(first.id()),
        OriginQueries.MOST_OF_LOT - 2);
    World.write("update plot set area = 1 where farmer = ?", farmer);
    Reply last = kept(lot);
    World.write("update plot set area = 3 where farmer = ?", farmer);
    Reply refused = keep(harvest.ofCoop, lot, "{}").expect(409);
    assertEquals("/problems/conflict", refused.at("/type"));
    assertEquals(
        "The service already keeps 1000 files of this lot for you, which is the limit. Download"
            + " the file from origins.geojson, and keep it yourself.",
        refused.at("/detail"));
    assertEquals(OriginQueries.MOST_OF_LOT, files(lot));
    harvest.shares(harvest.coop);
    keep(harvest.ofExporter, lot, "{}").expect(201);
    kept(harvest.buy(farmer));
    World.write("update plot set area = 1 where farmer = ?", farmer);
    assertEquals(last.id(), kept(lot).id());
  }

  @Test
  void aKeptFileIsVisibleToItsCompanyOnly() {
    UUID lot = harvest.sell("1", harvest.buy(harvest.farmer()));
    Reply kept = kept(lot);
    Client operator = harvest.world.client(null, Role.OPERATOR);
    Reply ofOperator = keep(operator, lot, "{}");
    assertTrue(ofOperator.json().get("company").isNull());
    for (Client other : List.of(harvest.ofExporter, harvest.ofRoaster)) {
      other.get(ORIGIN_FILES + kept.id() + "/").expect(404);
      other.get(content(kept)).expect(404);
      assertEquals("[]\n", other.get(ORIGIN_FILES).text());
    }
    harvest.ofCoop.get(content(ofOperator)).expect(404);
    operator.get(content(kept)).expect(200);
    String of = "?product_transaction=" + lot;
    assertEquals(List.of(kept.id()), harvest.ofCoop.get(ORIGIN_FILES + of).ids());
    assertEquals(List.of(kept.id(), ofOperator.id()), operator.get(ORIGIN_FILES + of).ids());
    assertEquals(List.of(), harvest.ofCoop.get(ORIGIN_FILES + "?is_complete=false").ids());
  }

  @Test
  void aListLeavesOutWhatCanBeLong() {
    UUID lot = harvest.named("lot", harvest.buy(harvest.farmer("Grace", UGANDAN)));
    Reply kept = keep(harvest.ofCoop, lot, "{\"incomplete\": true}");
    ObjectNode listed = (ObjectNode) kept.json();
    assertEquals(1, listed.get("blockers_total").asInt());
    listed.remove(List.of("transactions", "blockers", "warnings"));
    assertEquals("[" + listed + "]", harvest.ofCoop.get(ORIGIN_FILES).json().toString());
    Reply lines = harvest.ofCoop.get(ORIGIN_FILES, "Accept", "application/x-ndjson");
    assertEquals(listed, lines.json());
    assertEquals(kept.text(), harvest.ofCoop.get(ORIGIN_FILES + kept.id() + "/").text());
  }

  @Test
  void theHistoryOfAKeptFileDoesNotContainTheFile() {
    UUID id = UUID.fromString(kept(harvest.buy(harvest.farmer())).id());
    List<String> changes =
        World.read(
            sql ->
                sql.fetch("select kind || ' ' || operation from history where record = ?", id)
                    .map(row -> row.get(0, String.class)));
    assertEquals(List.of("origin_file INSERT"), changes);
  }
}
