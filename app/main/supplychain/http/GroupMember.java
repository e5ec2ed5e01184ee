package supplychain.http;

import io.javalin.http.Context;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import supplychain.core.Caller;
import supplychain.database.Author;
import supplychain.http.Idempotency.Keeper;
import supplychain.validation.Body;

/** A request that waits to be recorded together with others, or that is in such a group. */
public final class GroupMember {
  /**
   * How it ended in the group. The first end counts.
   *
   * @param mayHinder whether the group failed, perhaps because of it
   */
  record End(Answer answer, RuntimeException failure, boolean mayHinder) {
    /** It was not recorded, and is done alone. */
    boolean isAlone() {
      return answer == null && failure == null;
    }
  }

  private final Context ctx;
  private final JsonRequest request;
  private final Keeper keeper;
  private final Author author;
  private final CompletableFuture<Void> taken = new CompletableFuture<>();
  private final CompletableFuture<End> end = new CompletableFuture<>();

  GroupMember(Context ctx, JsonRequest request, Keeper keeper) {
    this.ctx = ctx;
    this.request = request;
    this.keeper = keeper;
    this.author = Authentication.author(ctx);
  }

  Context ctx() {
    return ctx;
  }

  public Caller caller() {
    return keeper.caller();
  }

  /** Who shares a queue with it: its company, or an operator. */
  UUID account() {
    return caller().account();
  }

  public Author author() {
    return author;
  }

  /** The id in its path. */
  public UUID pathId() {
    return PathId.of(ctx);
  }

  public Keeper keeper() {
    return keeper;
  }

  JsonRequest request() {
    return request;
  }

  /** A new copy of its body each time: recording replaces names in a body. */
  public Body body() {
    return request.body();
  }

  /** It is recorded: the transaction is committed. */
  public void recorded(Answer answer) {
    end.complete(new End(answer, null, false));
  }

  /** It is refused, or its outcome is unknown. */
  public void failed(RuntimeException failure) {
    end.complete(new End(null, failure, false));
  }

  /** Nothing of it is recorded, and it must be done alone. */
  public void goAlone() {
    end.complete(new End(null, null, false));
  }

  /** Its group failed, perhaps because of it. It must be done alone. */
  public void goAloneAfterFailure() {
    end.complete(new End(null, null, true));
  }

  CompletableFuture<End> end() {
    return end;
  }

  /** A group has taken it. */
  void take() {
    taken.complete(null);
  }

  /** Does something if no group takes it within this time. */
  void unlessTaken(Duration time, Runnable work) {
    taken
        .orTimeout(time.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionally(
            late -> {
              work.run();
              return null;
            });
  }
}
