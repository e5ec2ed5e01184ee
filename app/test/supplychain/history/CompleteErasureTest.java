package supplychain.history;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.history.KnownFarmer.FARMERS;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import supplychain.Await;
import supplychain.Client;
import supplychain.Meanwhile;
import supplychain.Reply;
import supplychain.World;
import supplychain.backup.Room;
import supplychain.core.Json;

/** Each erasure erases everything, whatever came before it and however long it takes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CompleteErasureTest {
  @AutoClose private final Room room = Room.ofDemo();
  private KnownFarmer farmer;
  private Client admin;
  private String path;

  @BeforeEach
  void register() {
    farmer = new KnownFarmer(room);
    admin = farmer.admin;
    path = FARMERS + farmer.id + "/";
  }

  private List<String> found() {
    return farmer.found(room.database(), room.tables());
  }

  private void write(String sql, Object... values) {
    room.database().write(World.AUTHOR, dsl -> dsl.execute(sql, values));
  }

  @Test
  void eachErasureAlsoErasesWhatWasRecordedAfterTheLastOne() {
    JsonNode before = admin.get(path).expect(200).json();
    String form = "/v1/forms/submissions/" + before.at("/submission/id").asText() + "/";
    String card = "/v1/catalogs/connect-cards/" + before.at("/entity_card/card/id").asText() + "/";
    farmer.erase().expect(201);
    for (int times = 0; times < 2; times++) {
      String kin = "{\"values\": [{\"field\": \"kin\", \"value\": \"Kin $\"}]}";
      admin.patch(form, farmer.fill(kin)).expect(200);
      admin.patch(card, farmer.fill("{\"display_id\": \"Display $\"}")).expect(200);
      assertNotEquals(List.of(), found());
      farmer.erase().expect(201);
      assertEquals(List.of(), found());
    }
  }

  @Test
  void anErasureWaitsForAChangeOfACardThatIsInProgress() {
    String entityCard = admin.get(path).expect(200).at("/entity_card/card/id");
    Reply erased =
        room.database()
            .write(
                World.AUTHOR,
                sql -> {
                  sql.execute(
                      farmer.fill("update card set display_id = 'Late $' where id = {0}"),
                      UUID.fromString(entityCard));
                  CompletableFuture<Reply> reply = CompletableFuture.supplyAsync(farmer::erase);
                  Await.until(() -> reply.isDone() || Meanwhile.isWaitedFor(sql));
                  return reply;
                })
            .join();
    erased.expect(201);
    assertEquals(List.of(), found());
  }

  @Test
  void aRequestThatReadTheFarmerBeforeAnErasureStoresNothingPersonalAfterIt() {
    for (String location : new String[] {FARMERS + farmer.id + "/", null}) {
      String key = "late " + World.unique(12);
      room.database()
          .write(
              World.AUTHOR,
              sql -> {
                sql.execute(
                    "select claim_key({0}, {1}, {2}, now())",
                    UUID.fromString(farmer.id), UUID.fromString(farmer.id), key);
                CompletableFuture.supplyAsync(farmer::erase).join().expect(201);
                return sql.execute(
                    "insert into idempotency_key values ({0}, {0}, {1}, '', 201, {2}, {3})",
                    UUID.fromString(farmer.id), key, location, farmer.fill("{\"errors\": \"$\"}"));
              });
      assertEquals(List.of(), found());
    }
  }

  @Test
  void anErasureWaitsForAnAnswerThatIsBeingStored() {
    String key = "stored " + World.unique(12);
    Reply erased =
        room.database()
            .write(
                World.AUTHOR,
                sql -> {
                  UUID id = UUID.fromString(farmer.id);
                  sql.execute("select claim_key({0}, {0}, {1}, now())", id, key);
                  sql.execute(
                      "insert into idempotency_key values ({0}, {0}, {1}, '', 200, null, {2})",
                      id, key, farmer.fill("{\"errors\": \"$\"}"));
                  CompletableFuture<Reply> reply = CompletableFuture.supplyAsync(farmer::erase);
                  Await.until(() -> reply.isDone() || Meanwhile.isWaitedFor(sql));
                  return reply;
                })
            .join();
    erased.expect(201);
    assertEquals(List.of(), found());
  }

  @Test
  void shortNamesAndNamesWithQuotesLeaveTheStoredAnswers() {
    for (String name : List.of("\u0186\u1E84", "\u0187\"\u1E86", "\u0189\\\u1E88")) {
      String text = Json.MAPPER.getNodeFactory().textNode(name).toString();
      String number = World.unique(8);
      String body = "{\"first_name\": %s, \"number\": \"%s\"}".formatted(text, number);
      String id = admin.post(FARMERS, body, "Idempotency-Key", "one " + number).expect(201).id();
      keepHint(number, name);
      String data = FARMERS + id + "/personal-data/";
      assertEquals(2, admin.get(data).expect(200).json().get("stored_answers").size(), name);
      for (int times = 0; times < 2; times++) {
        admin.post(FARMERS + id + "/erasure/", "{\"reason\": \"Asked\"}").expect(201);
        String escaped = text.substring(1, text.length() - 1);
        String query = "select count(*) from idempotency_key where position({0} in body) > 0";
        Object left = room.database().read(sql -> sql.fetchValue(query, escaped));
        assertEquals(0L, left, name);
        admin.post(FARMERS, body, "Idempotency-Key", "one " + number).expectProblem(410, "erased");
        admin.patch(FARMERS + id + "/", "{\"first_name\": " + text + "}").expect(200);
        keepHint(number + times, name);
      }
    }
  }

  /** A stored answer to many records with a hint that names somebody. */
  private void keepHint(String key, String name) {
    String line =
        Json.MAPPER
            .createObjectNode()
            .put("line", 1)
            .put("status", "invalid")
            .put("errors", "Did you mean " + name + "?")
            .toString();
    write(
        "insert into idempotency_key select creator, buyer, {0}, '', 200, null, {1} from farmer"
            + " where id = {2}",
        "hint " + key, line + "\n" + line, UUID.fromString(farmer.id));
  }

  @Test
  void anErasureByARequestHasNoTimeLimit() {
    write(
        """
        create function require_no_limit() returns trigger language plpgsql as $$
        begin
          if current_setting('statement_timeout') <> '0' then
            raise exception 'an erasure has a time limit';
          end if;
          return new;
        end $$;
        create trigger require_no_limit before insert on erasure
          for each row execute function require_no_limit()\
        """);
    try {
      farmer.erase().expect(201);
    } finally {
      write("drop trigger require_no_limit on erasure; drop function require_no_limit");
    }
  }
}
