package supplychain.history;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.commons.lang3.ArrayUtils;
import org.jooq.DSLContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.Meanwhile;
import supplychain.OwnService;
import supplychain.Reply;
import supplychain.World;
import supplychain.cli.CommandRun;
import supplychain.core.Json;
import supplychain.core.Progress;
import supplychain.core.Role;
import supplychain.database.Database;
import supplychain.database.SqlFile;
import supplychain.http.AnswerKeeper;
import supplychain.ingest.Demo;
import supplychain.postgres.EmbeddedPostgres;
import supplychain.postgres.TemporaryFolder;

/**
 * Each erasure erases everything, whatever came before it and however long it takes: also every
 * file.
 */
class CompleteErasureTest extends ErasureScene {
  private static final Duration WAIT = Duration.ofSeconds(30);

  private final Path temp = TemporaryFolder.made("erased-disk");
  private final Path data = temp.resolve("data");

  @Test
  void eachErasureAlsoErasesWhatWasRecordedAfterTheLastOne() {
    JsonNode before = admin.get(path).expect(200).json();
    String form = SUBMISSIONS + before.at("/submission/id").asText() + "/";
    String card = CARDS + before.at("/entity_card/card/id").asText() + "/";
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

  private void eraseDuring(Consumer<DSLContext> other) {
    Meanwhile.during(room.database(), other, farmer::erase).expect(201);
    assertEquals(List.of(), found());
  }

  @Test
  void anErasureWaitsForAChangeOfACardThatIsInProgress() {
    UUID card = UUID.fromString(admin.get(path).expect(200).at("/entity_card/card/id"));
    String change = farmer.fill("update card set display_id = 'Late $' where id = {0}");
    eraseDuring(sql -> sql.execute(change, card));
  }

  @Test
  void anErasureWaitsForAnAnswerThatIsBeingStored() {
    String insert = "insert into idempotency_key values ({0}, {0}, {1}, '', 200, null, {2})";
    UUID id = UUID.fromString(farmer.demo.get("COMPANY"));
    String key = "stored " + World.unique(12);
    eraseDuring(
        sql -> {
          noteErasures(sql);
          sql.execute(insert, id, key, farmer.fill("{\"errors\": \"$\"}"));
        });
  }

  /** A request with a key does so first. */
  private static void noteErasures(DSLContext sql) {
    SqlFile.beside(AnswerKeeper.class, "idempotency.sql").call("note_erasures").fetch(sql);
  }

  @Test
  void aRequestThatReadTheFarmerBeforeAnErasureStoresNothingPersonalAfterIt() {
    for (String location : new String[] {FARMERS + farmer.id + "/", null}) {
      storeLate(location, "late " + World.unique(12));
      assertEquals(List.of(), found());
    }
  }

  @Test
  void anAnswerThatReplacesAnOldOneAfterAnErasureHasNothingPersonalEither() {
    String key = "late " + World.unique(12);
    room.database().write(World.AUTHOR, sql -> store(sql, null, key, "{}"));
    storeLate(null, key);
    assertEquals(List.of(), found());
  }

  /** Stores an answer that names the farmer, in a transaction that began before the erasure. */
  private void storeLate(String location, String key) {
    room.database()
        .write(
            World.AUTHOR,
            sql -> {
              noteErasures(sql);
              CompletableFuture.supplyAsync(farmer::erase).join().expect(201);
              return store(sql, location, key, farmer.fill("{\"errors\": \"$\"}"));
            });
  }

  private int store(DSLContext sql, String location, String key, String body) {
    return sql.execute(
        "insert into idempotency_key values ({0}, {0}, {1}, '', 201, {2}, {3})"
            + " on conflict (app_user, company, key)"
            + " do update set body = excluded.body, created_on = excluded.created_on",
        UUID.fromString(farmer.id), key, location, body);
  }

  @Test
  void storedAnswersLoseEveryNameFormValueAndPlotOfTheFarmer() {
    for (int times = 0; times < 2; times++) {
      farmer.change();
      farmer.plot();
      keepHints();
      assertEquals(farmer.words(), farmer.wordsIn(storedAnswers()));
      farmer.erase().expect(201);
      assertEquals(List.of(), farmer.wordsIn(storedAnswers()));
      assertTrue(storedAnswers().contains("\"status\": 400"));
    }
  }

  /** Stored answers about many records, with a hint for each word. */
  private void keepHints() {
    for (String word : farmer.words()) {
      ObjectNode line = Json.MAPPER.createObjectNode().put("line", 1).put("status", 400);
      line.putArray("errors").addObject().put("detail", "Did you mean " + word + "?");
      room.write(
          "insert into idempotency_key select creator, buyer, {0}, '', 200, null, {1} from farmer"
              + " where id = {2}",
          World.unique(12), line + "\n" + line, UUID.fromString(farmer.id));
    }
  }

  private String storedAnswers() {
    return (String) room.value("select string_agg(body, '\n') from idempotency_key");
  }

  @Test
  void otherCompaniesKeepTheirStoredAnswers() {
    UUID other = UUID.fromString(farmer.demo.get("BUYER"));
    String answer = "{\"line\":1,\"status\":400,\"errors\":[{\"detail\":\"Not a date.\"}]}\n";
    room.write(
        "insert into idempotency_key values ({0}, {0}, 'other', '', 200, null, {1})",
        other, answer);
    farmer.erase().expect(201);
    assertEquals(answer, room.value("select body from idempotency_key where key = 'other'"));
  }

  @Test
  void aRepeatedErasureWithItsKeyGetsTheFirstAnswer() {
    String[] key = {"Idempotency-Key", World.unique(12)};
    String reason = "{\"reason\": \"Asked for it\"}";
    Reply first = admin.post(path + "erasure/", reason, key).expect(201);
    assertEquals(first.json(), admin.post(path + "erasure/", reason, key).expect(201).json());
  }

  @Test
  void anErasureByARequestHasNoTimeLimit() {
    room.write(
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
      room.write("drop trigger require_no_limit on erasure; drop function require_no_limit");
    }
  }

  private CommandRun run(String... words) {
    return CommandRun.of(ArrayUtils.addAll(words, "--data", data.toString())).requireExit(0);
  }

  @Test
  @Tag("proof")
  void noFileHasAnythingPersonalAfterEachErasureAndACompaction() throws IOException {
    KnownFarmer farmer;
    try (EmbeddedPostgres postgres = EmbeddedPostgres.open(data, true);
        Database database = World.open(postgres, 5, WAIT)) {
      database.schema().migrate();
      new Demo(database).load(Progress.NONE);
      UUID company = UUID.fromString(new Demo(database).ids().get("COMPANY"));
      String token = new World(database).token(company, Role.ADMIN);
      try (OwnService service = OwnService.on(database)) {
        farmer = new KnownFarmer(database, service.client(token));
        for (int times = 0; times < 2; times++) {
          record(database, farmer, temp.resolve("old-" + times + ".jsonl.gz"));
          requireEveryWord(farmer, found(farmer, data));
          requireEveryWord(farmer, foundInBackup(farmer));
          run("erase", farmer.id, "--reason", "Asked for it", "--yes", "--compact");
          assertEquals(Map.of(), foundInBackup(farmer));
          assertEquals(Map.of(), found(farmer, data));
        }
      }
    }
    assertEquals(Map.of(), found(farmer, data));
  }

  /** Everything that can leave traces: changes, stored answers, a load, statistics, an archive. */
  private void record(Database database, KnownFarmer farmer, Path archive) throws IOException {
    farmer.plot();
    farmer.change();
    database.maintain("analyze");
    database.maintain("vacuum");
    String goods =
        """
        {"transactions": [{"ref": "ref $", "source": "FARMER", "destination": "<COMPANY>",
          "product": "<PRODUCT>", "amount": "1", "quantity": "2"}]}
        """;
    Path file = temp.resolve("load.json");
    Files.writeString(file, farmer.fill(goods).replace("FARMER", farmer.id));
    run("load", file.toString());
    String now = "select to_char(now() at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')";
    String moment = (String) database.read(sql -> sql.fetchValue(now));
    run("history", "archive", "--before", moment, archive.toString());
    farmer.change();
  }

  private static void requireEveryWord(KnownFarmer farmer, Map<String, List<String>> found) {
    Set<String> words = new HashSet<>();
    found.values().forEach(words::addAll);
    assertEquals(Set.copyOf(farmer.words()), words);
  }

  /** The words in each file of a folder. */
  private static Map<String, List<String>> found(KnownFarmer farmer, Path root) throws IOException {
    Map<String, List<String>> found = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        found.put(file.toString(), farmer.wordsIn(content(file)));
      }
    }
    found.values().removeIf(List::isEmpty);
    return found;
  }

  /** PostgreSQL, which goes on, replaces some of its files; one that is gone has nothing. */
  private static byte[] content(Path file) throws IOException {
    try {
      return Files.readAllBytes(file);
    } catch (NoSuchFileException gone) {
      return new byte[0];
    }
  }

  /** The words in each table of a new backup, also in the archives that it contains. */
  private Map<String, List<String>> foundInBackup(KnownFarmer farmer) throws IOException {
    Path backup = temp.resolve(World.unique(8) + ".zip");
    run("backup", backup.toString());
    return farmer.wordsInBackup(backup);
  }
}
