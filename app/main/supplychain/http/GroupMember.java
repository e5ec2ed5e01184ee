package supplychain.http;

import io.javalin.http.Context;
import java.util.UUID;
import java.util.concurrent.locks.Condition;
import supplychain.core.Caller;
import supplychain.database.Author;
import supplychain.http.Idempotency.Keeper;
import supplychain.validation.Body;

/** A request that waits to be recorded together with others, or that is in such a group. */
public final class GroupMember {
  /**
   * How it ended in the group. The first end counts.
   *
   * @param groupFailed whether the group failed, perhaps because of this member
   */
  record End(Answer answer, RuntimeException failure, boolean groupFailed) {
    /** It was not recorded, and is done alone. */
    boolean isAlone() {
      return answer == null && failure == null;
    }
  }

  private final Context ctx;
  private final JsonRequest request;
  private final Keeper keeper;
  private final Author author;
  private Condition changed;
  private boolean isTaken;
  private volatile End end;

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
    end(new End(answer, null, false));
  }

  /** It is answered with this failure, and is not done alone. */
  public void failed(RuntimeException failure) {
    end(new End(null, failure, false));
  }

  /** Nothing of it is recorded, and it must be done alone. */
  public void goAlone() {
    end(new End(null, null, false));
  }

  /** Its group failed, perhaps because of it. It must be done alone. */
  public void goAloneAfterFailure() {
    end(new End(null, null, true));
  }

  private void end(End known) {
    if (end == null) {
      end = known;
    }
  }

  /** Its end; null while it waits or is recorded. */
  End end() {
    return end;
  }

  /** It begins to wait. A signal tells it that it has ended, or that it may record a group. */
  void waitFor(Condition signal) {
    changed = signal;
  }

  Condition changed() {
    return changed;
  }

  /** A group has taken it. */
  void take() {
    isTaken = true;
  }

  boolean isTaken() {
    return isTaken;
  }
}
