package supplychain.http;

import io.javalin.http.Context;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import supplychain.database.Author;
import supplychain.validation.Body;

/** A request that waits to be recorded together with others, or that is in such a group. */
public final class GroupMember {
  /**
   * How a request ends.
   *
   * @param isAnswer whether the answer is there; otherwise the request fails, or is done alone
   */
  private record Ending(boolean isAnswer, Supplier<Answer> answer) {}

  private final WriteGroups groups;
  private final Context ctx;
  private final JsonRequest request;
  private final AnswerKeeper keeper;

  /** When it has waited too long in the queue, in nanoseconds of the JVM. */
  private final long deadline;

  /** Null before it is known. */
  private Ending ending;

  /** Completes when the whole group has ended. */
  private final CompletableFuture<Void> told = new CompletableFuture<>();

  GroupMember(
      WriteGroups groups, Context ctx, JsonRequest request, AnswerKeeper keeper, long deadline) {
    this.groups = groups;
    this.ctx = ctx;
    this.request = request;
    this.keeper = keeper;
    this.deadline = deadline;
  }

  Context ctx() {
    return ctx;
  }

  JsonRequest request() {
    return request;
  }

  long deadline() {
    return deadline;
  }

  /** The account whose requests share a queue: a company, or an operator. */
  UUID account() {
    return keeper.caller().account();
  }

  public AnswerKeeper keeper() {
    return keeper;
  }

  public Author author() {
    return Authentication.author(ctx);
  }

  /** The id in its path. */
  public UUID pathId() {
    return PathId.of(ctx);
  }

  /** A new copy of its body each time: recording replaces names in a body. */
  public Body body() {
    return request.body();
  }

  /** Ends the request with the answer of its transaction, which is committed. */
  public void finish(Answer answer) {
    endWith(true, () -> answer);
  }

  /** Ends the request with this failure. It is not done alone. */
  public void fail(RuntimeException failure) {
    endWith(
        false,
        () -> {
          throw failure;
        });
  }

  /** Nothing of the request was recorded. It is done alone when the group has ended. */
  public void goAlone() {
    endWith(false, () -> groups.answerAlone(this, false));
  }

  /** The group failed, perhaps because of this request. It is done alone. */
  public void goAloneAfterFailure() {
    endWith(false, () -> groups.answerAlone(this, true));
  }

  /** The first ending counts: whoever learns of a failure later cannot change it. */
  private void endWith(boolean isAnswer, Supplier<Answer> answer) {
    if (ending == null) {
      ending = new Ending(isAnswer, answer);
    }
  }

  /**
   * Lets the request end. This thread sends an answer that is there. A failure and a request that
   * is done alone take a thread of their own, because they can wait.
   */
  void tell() {
    if (ending.isAnswer()) {
      told.complete(null);
    } else {
      Admission.execute(Admission.executor(ctx), () -> told.complete(null));
    }
  }

  /** The answer, or the exception of a failure. A request that goes alone is done now. */
  Answer end() {
    return ending.answer().get();
  }

  /** Completes when the answer is sent: by this thread, if the request may end already. */
  CompletableFuture<Void> sent(Consumer<Answer> send) {
    return told.thenAccept(now -> send.accept(end()));
  }
}
