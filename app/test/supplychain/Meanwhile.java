package supplychain;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jooq.DSLContext;
import supplychain.database.Database;

/** Sends a request in the midst of another change, which ends once the request waits for it. */
public final class Meanwhile {
  private Meanwhile() {}

  /** The answer to a request that comes when the other has written and is not committed yet. */
  public static <T> T during(Consumer<DSLContext> other, Supplier<T> request) {
    return during(other, request, reply -> {});
  }

  /** The same in another database. */
  public static <T> T during(Database database, Consumer<DSLContext> other, Supplier<T> request) {
    return during(database, other, request, reply -> {});
  }

  /** The same, with something more that happens while the request waits. */
  public static <T> T during(
      Consumer<DSLContext> other, Supplier<T> request, Consumer<CompletableFuture<T>> more) {
    return during(Installation.shared().database(), other, request, more);
  }

  private static <T> T during(
      Database database,
      Consumer<DSLContext> other,
      Supplier<T> request,
      Consumer<CompletableFuture<T>> more) {
    return database
        .write(
            World.AUTHOR,
            sql -> {
              other.accept(sql);
              CompletableFuture<T> reply = CompletableFuture.supplyAsync(request);
              Await.until(() -> reply.isDone() || isWaitedFor(sql));
              more.accept(reply);
              return reply;
            })
        .join();
  }

  /** Whether somebody waits for this very transaction. */
  public static boolean isWaitedFor(DSLContext sql) {
    return (boolean)
        sql.fetchValue(
            """
            select exists (select from pg_locks
                            where not granted and pg_backend_pid() = any(pg_blocking_pids(pid)))""");
  }

  /** Whether somebody waits for a transaction that itself waits for this one. */
  public static boolean isWaitedForInTurn(DSLContext sql) {
    return (boolean)
        sql.fetchValue(
            """
            select exists (select from pg_locks first join pg_locks next
                                        on first.pid = any(pg_blocking_pids(next.pid))
                            where not first.granted and not next.granted
                              and pg_backend_pid() = any(pg_blocking_pids(first.pid)))""");
  }
}
