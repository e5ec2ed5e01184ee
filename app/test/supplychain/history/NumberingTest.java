package supplychain.history;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.history.Follower.CHANGES;

import io.javalin.Javalin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Main;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.database.Database;
import supplychain.postgres.EmbeddedPostgres;

/** Numbers are given by one at a time, and who waits for them holds up nobody. */
@Tag("proof")
class NumberingTest {
  private static final String FARMERS = "/v1/supply-chains/farmers/";
  private static final int FOLLOWERS = 10;

  /** As if a batch took several goes, of which the last is left. */
  private static final String BEGUN =
      "update change_feed set until = pg_current_snapshot(), taken = (select max(id) from history)";

  private final World world = new World();
  private final UUID company = world.company("Cooperative");
  private final UUID farmer = world.farmer(company);
  private final String token = world.token(company, Role.MEMBER);
  private final Client here = Installation.shared().client(token);
  private final Follower follower = new Follower(here);
  private final CountDownLatch arrived = new CountDownLatch(FOLLOWERS);
  private final Database few = open();
  private final Javalin other = serve();
  private final Client there = new Client("http://127.0.0.1:" + other.port(), token);
  private final ExecutorService threads = Executors.newCachedThreadPool();

  private static Database open() {
    EmbeddedPostgres postgres = Installation.shared().postgres();
    return Database.open(
        postgres.url(), postgres.user(), postgres.password(), 2, Duration.ofSeconds(30));
  }

  private Javalin serve() {
    return Main.service(
            few, config -> config.routes.before("/v1/changes/", ctx -> arrived.countDown()))
        .start("127.0.0.1", 0);
  }

  @AfterEach
  void stop() {
    threads.shutdown();
    other.stop();
    few.close();
  }

  private void rename(String name) {
    String body = "{\"first_name\": \"" + name + "\"}";
    assertEquals(200, here.patch(FARMERS + farmer + "/", body).status());
  }

  /** Does something while another instance numbers, however long that takes. */
  private void whileAnotherNumbers(Runnable work) {
    Installation.shared()
        .database()
        .write(
            World.AUTHOR,
            sql -> {
              sql.select(field("pg_advisory_xact_lock({0})", inline(Numbering.LOCK))).fetch();
              work.run();
              return 0;
            });
  }

  private CompletableFuture<Reply> ask(String path) {
    return CompletableFuture.supplyAsync(() -> there.get(path), threads);
  }

  @Test
  void whoWaitsForNumbersHoldsNoConnectionAndIsAnsweredWhenTheTimeIsOver() {
    rename("Akello");
    whileAnotherNumbers(
        () -> {
          List<CompletableFuture<Reply>> all = new ArrayList<>();
          CompletableFuture<Reply> page = ask(follower.next());
          for (int i = 1; i < FOLLOWERS; i++) {
            all.add(ask(CHANGES + "?after=now"));
          }
          await();
          assertEquals(200, there.get(FARMERS + farmer + "/").status());
          assertTrue(all.stream().noneMatch(CompletableFuture::isDone));
          for (CompletableFuture<Reply> each : all) {
            assertEquals(503, each.join().status(), each.join().text());
            assertEquals("1", each.join().header("Retry-After"));
            assertEquals("/problems/unavailable", each.join().json().get("type").asText());
          }
          assertEquals("[]", page.join().text());
          assertEquals("1", page.join().header("Retry-After"));
          assertEquals(follower.next(), Follower.next(page.join()));
        });
    assertEquals(List.of("CHANGED farmers [first_name,updater]"), follower.summaries());
  }

  private void await() {
    try {
      assertTrue(arrived.await(1, TimeUnit.MINUTES));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whoWaitsForAChangeIsAnsweredWhenItsTimeIsOverThoughAnotherNumbers() {
    rename("Akello");
    whileAnotherNumbers(
        () -> {
          Reply reply = there.get(follower.next() + "&wait=2");
          assertEquals("[]", reply.text());
          assertEquals(follower.next(), Follower.next(reply).replace("wait=2&", ""));
        });
    assertEquals(1, follower.readAll().size());
  }

  @Test
  void whatWasCommittedAfterABatchWasBegunIsInTheSameAnswer() {
    Installation.shared().database().write(World.AUTHOR, sql -> sql.execute(BEGUN));
    rename("Akello");
    assertEquals(1, follower.read().size());
  }

  @Test
  void noMoreStandInLineThanTheLimitSays() throws Exception {
    rename("Akello");
    Numbering numbering = new Numbering(Installation.shared().database());
    long never = System.nanoTime() + Duration.ofHours(1).toNanos();
    List<CompletableFuture<Numbering.Reach>> line = new ArrayList<>();
    whileAnotherNumbers(
        () -> {
          for (int i = 0; i <= Numbering.MOST_IN_LINE; i++) {
            line.add(CompletableFuture.supplyAsync(() -> numbering.goOn(never), threads));
          }
          while (numbering.inLine() < Numbering.MOST_IN_LINE) {
            Thread.onSpinWait();
          }
          assertEquals(Numbering.Reach.LATE, numbering.goOn(never));
        });
    for (CompletableFuture<Numbering.Reach> each : line) {
      assertEquals(Numbering.Reach.ALL, each.get(1, TimeUnit.MINUTES));
    }
  }
}
