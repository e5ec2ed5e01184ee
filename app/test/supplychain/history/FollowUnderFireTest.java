package supplychain.history;

import static org.jooq.impl.DSL.*;
import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.schema.Tables.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Goods;
import supplychain.Installation;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Caller;
import supplychain.core.Role;
import supplychain.database.Database;
import supplychain.database.Ids;
import supplychain.proof.Proof;

/** Many clients write at the same time, and a follower reads every change once. */
@Tag("proof")
class FollowUnderFireTest {
  private static final int WRITERS = 16;
  private static final int ROUNDS = Proof.count(6, 200);

  private final World world = new World();
  private final UUID coop = world.company("Cooperative");
  private final UUID exporter = world.company("Exporter");
  private final UUID product = world.product("Cherry");
  private final Database database = Installation.shared().database();
  private final Client member = world.client(coop, Role.MEMBER);
  private final Follower ofCoop = new Follower(member).with("limit=3");
  private final Follower ofExporter =
      new Follower(world.client(exporter, Role.REPORTER)).with("limit=2");
  private final Client operator = world.client(null, Role.OPERATOR);
  private final Follower ofAll = new Follower(operator).with("limit=7");
  private final List<UUID> farmers =
      IntStream.range(0, 5).mapToObj(i -> world.farmer(coop)).toList();

  @Test
  void aTransactionOfManyRecordsComesInPages() {
    ofCoop.readAll();
    int many = ChangeQueries.TOGETHER + 1_500;
    UUID[] ids = Stream.generate(Ids::next).limit(many).toArray(UUID[]::new);
    database.write(
        World.AUTHOR,
        sql -> {
          sql.execute("insert into entity select id, 'FARMER' from unnest({0}) id", DSL.val(ids));
          return sql.execute(
              """
              insert into farmer (id, buyer, number, first_name, creator, updater)
              select id, {1}, 'M' || row_number() over (), 'Grace', {2}, {2} from unnest({0}) id
              """,
              DSL.val(ids), DSL.val(coop), DSL.val(Caller.SYSTEM));
        });
    Follower pages = new Follower(member, ofCoop.next().replace("limit=3", "limit=700"));
    List<String> came = Follower.paths(pages.readAll());
    assertEquals(Stream.of(ids).map(id -> FARMERS + id + "/").toList(), came);
  }

  private static int rename(DSLContext sql, UUID farmer, String name) {
    return sql.update(FARMER).set(FARMER.FIRST_NAME, name).where(FARMER.ID.eq(farmer)).execute();
  }

  @Test
  void aFollowerEndsWithTheRecordsOfTheLists() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    Phaser writing = new Phaser(WRITERS);
    List<Future<Void>> work = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      int writer = i;
      work.add(threads.submit(() -> write(writer, writing)));
    }
    for (Follower follower : List.of(ofCoop, ofExporter, ofAll)) {
      work.add(
          threads.submit(
              (Callable<Void>)
                  () -> {
                    while (!writing.isTerminated()) {
                      follower.read();
                    }
                    follower.readAll();
                    return null;
                  }));
    }
    for (Future<Void> done : work) {
      done.get();
    }
    threads.shutdown();
    for (String list : List.of(FARMERS, GOODS, CARDS, ENTITY_CARDS)) {
      assertEquals(list(member, list), below(ofCoop.copy, list), list);
    }
    Client buyer = world.client(exporter, Role.REPORTER);
    assertEquals(list(buyer, GOODS), below(ofExporter.copy, GOODS));
    assertEquals(list(operator, FARMERS + "?buyer=" + coop), ofCoopAlone(ofAll.copy));
    for (Follower follower : List.of(ofCoop, ofAll)) {
      assertEachChangeCameOnce(follower);
    }
  }

  private Map<String, JsonNode> ofCoopAlone(Map<String, JsonNode> copy) {
    Map<String, JsonNode> own = below(copy, FARMERS);
    own.values().removeIf(farmer -> !farmer.get("buyer").asText().equals(coop.toString()));
    return own;
  }

  private Void write(int writer, Phaser writing) {
    Random random = new Random(writer);
    for (int i = 0; i < ROUNDS; i++) {
      UUID farmer = farmers.get(random.nextInt(farmers.size()));
      switch (writer % 4) {
        case 0 -> member.patch(FARMERS + farmer + "/", "{\"first_name\": \"" + i + "\"}");
        case 1 -> trade(farmer);
        case 2 -> holdOpen(random, i);
        default ->
            member.patch(
                FARMERS + farmer + "/",
                "{\"first_name\": \"G\", \"entity_card\": {\"card\": {\"card_id\": \"%s\"}}}"
                    .formatted(World.unique(8)));
      }
    }
    writing.arriveAndDeregister();
    return null;
  }

  private void trade(UUID farmer) {
    Reply lot = member.post(GOODS, Goods.moved(farmer, coop, product, "9"));
    member.post(GOODS, Goods.moved(coop, exporter, product, "9", lot.id()));
  }

  /** Writes two farmers with a pause between, and rolls back every third time. */
  private void holdOpen(Random random, int round) {
    List<UUID> two = new ArrayList<>(farmers);
    Collections.shuffle(two, random);
    List<UUID> inOrder = two.subList(0, 2).stream().sorted().toList();
    database.write(
        World.AUTHOR,
        round % 3 == 0,
        sql -> {
          rename(sql, inOrder.get(0), "held " + round);
          sql.fetch("select pg_sleep(0.02)");
          return rename(sql, inOrder.get(1), "held " + random.nextInt());
        });
  }

  private static Map<String, JsonNode> list(Client client, String path) {
    Map<String, JsonNode> records = new TreeMap<>();
    String bare = path.replaceFirst("\\?.*", "");
    String next = path + (path.contains("?") ? "&" : "?") + "limit=1000";
    while (next != null) {
      Reply page = client.get(next);
      page.json().forEach(record -> records.put(bare + record.get("id").asText() + "/", record));
      next = page.next();
    }
    return records;
  }

  private static Map<String, JsonNode> below(Map<String, JsonNode> copy, String list) {
    Map<String, JsonNode> some = new TreeMap<>(copy);
    some.keySet().removeIf(path -> !path.startsWith(list));
    return some;
  }

  private void assertEachChangeCameOnce(Follower follower) {
    Map<String, List<String>> times = new HashMap<>();
    for (JsonNode change : follower.all) {
      boolean isOwn = farmers.toString().contains(change.get("id").asText());
      if (isOwn && change.get("resource").asText().equals("farmers")) {
        times
            .computeIfAbsent(change.get("id").asText(), id -> new ArrayList<>())
            .add(change.get("at").asText());
      }
    }
    for (UUID farmer : farmers) {
      List<String> came = times.get(farmer.toString());
      int transactions =
          database.read(
              sql ->
                  sql.select(countDistinct(field("transaction")))
                      .from(HISTORY)
                      .where(HISTORY.RECORD.eq(farmer))
                      .or(HISTORY.PART_OF.eq(farmer))
                      .fetchSingle()
                      .value1());
      assertEquals(transactions, came.size());
      assertEquals(came.stream().distinct().toList(), came);
    }
    assertTrue(times.size() == farmers.size());
  }
}
