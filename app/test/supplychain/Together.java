package supplychain;

import static supplychain.schema.Tables.HISTORY;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import supplychain.core.Role;
import supplychain.database.Database;
import supplychain.http.Limits;
import supplychain.http.WriteGroups;

/** A service whose groups of requests begin when they have a number of members, and not before. */
public final class Together implements AutoCloseable {
  /** Longer than any test. */
  private static final Duration HOLD = Duration.ofMinutes(5);

  public final OwnService service;
  private final AtomicInteger arrived = new AtomicInteger();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  private Together(Database database, int size, Runnable full) {
    Limits limits = OwnService.limits(one -> one.groups = new WriteGroups.Size(size, size, HOLD));
    service =
        OwnService.configured(
            database,
            limits,
            config ->
                config.routes.beforeMatched(
                    ctx -> {
                      if (arrived.incrementAndGet() % size == 0) {
                        full.run();
                      }
                    }));
  }

  /** Starts a service whose groups begin with this many members. */
  public static Together of(int size) {
    return new Together(Installation.shared().database(), size, () -> {});
  }

  /**
   * The same on another database, which stays open.
   *
   * @param full runs when the last member of a group has arrived, before the group begins
   */
  public static Together on(Database database, int size, Runnable full) {
    return new Together(database, size, full);
  }

  /** A member of a company. */
  public Client member(UUID company) {
    return service.client(new World().token(company, Role.MEMBER));
  }

  /** Sends a request, and returns when it has arrived. */
  public CompletableFuture<Reply> begin(Supplier<Reply> request) {
    int before = arrived.get();
    CompletableFuture<Reply> reply = CompletableFuture.supplyAsync(request, threads);
    Await.until(() -> arrived.get() > before);
    return reply;
  }

  /** The answers to requests that all arrive before the first is answered. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public final List<Reply> replies(Supplier<Reply>... requests) {
    return replies(List.of(requests));
  }

  public List<Reply> replies(List<Supplier<Reply>> requests) {
    return requests.stream().map(this::begin).toList().stream()
        .map(CompletableFuture::join)
        .toList();
  }

  public static List<Integer> statuses(List<Reply> replies) {
    return replies.stream().map(Reply::status).toList();
  }

  /** The transactions that have written these records. */
  public static Set<Long> transactions(Reply... recorded) {
    UUID[] ids = Stream.of(recorded).map(reply -> UUID.fromString(reply.id())).toArray(UUID[]::new);
    return World.read(
        sql ->
            sql.select(HISTORY.TRANSACTION)
                .from(HISTORY)
                .where(HISTORY.RECORD.in(ids))
                .fetchSet(HISTORY.TRANSACTION));
  }

  /** User and client's id of the request of each change of a record, and of its parts. */
  public static List<String> authors(String record) {
    UUID id = UUID.fromString(record);
    return World.read(
        sql ->
            sql.select(HISTORY.APP_USER, HISTORY.CLIENT_REQUEST)
                .from(HISTORY)
                .where(HISTORY.RECORD.eq(id).or(HISTORY.PART_OF.eq(id)))
                .orderBy(HISTORY.ID)
                .fetch(row -> row.value1() + " " + row.value2()));
  }

  @Override
  public void close() {
    threads.shutdown();
    service.close();
  }
}
