package supplychain.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.eclipse.jetty.server.Request;
import supplychain.core.Problem;
import supplychain.database.Database;
import supplychain.http.FairQueue.Permit;

/**
 * Requests that create or change one kind of record, recorded together. There is one group at a
 * time. It takes all requests that wait, up to a limit; the callers take turns. So a request alone
 * never waits for others, and the more requests wait, the more share a transaction.
 *
 * <p>A request that its group did not record is done alone: by the handler that records one request
 * in a transaction of its own.
 */
public final class WriteGroups {
  /** The most requests in a group. */
  public static final int MOST_MEMBERS = 32;

  /** A request with a longer body is done alone, in bytes. */
  public static final int MOST_BYTES = 16 << 10;

  /** How long the requests of a caller are done alone if one was slow after its group failed. */
  public static final Duration ASIDE = Duration.ofSeconds(10);

  private static final int MOST_ASIDE = 1_000;

  private final Admission admission;
  private final Idempotency idempotency;
  private final Size size;
  private final Consumer<List<GroupMember>> recording;
  private final Alone alone;

  /** The name under which the groups take their permits. */
  private final UUID account = UUID.randomUUID();

  private final MemberQueue queue = new MemberQueue();
  private State state = State.IDLE;
  private BiPredicate<Context, JsonRequest> isException = (ctx, request) -> false;
  private BiConsumer<Context, Answer> sending = (ctx, answer) -> answer.send(ctx);

  private final Cache<UUID, Boolean> aside =
      Caffeine.newBuilder().maximumSize(MOST_ASIDE).expireAfterWrite(ASIDE).build();

  /** Records one request in a transaction of its own, and answers it. */
  @FunctionalInterface
  public interface Alone {
    void handle(Context ctx, JsonRequest request) throws Exception;
  }

  /**
   * The size of a group.
   *
   * @param most the most requests in a group
   * @param hold how long a group waits for more requests unless it is full
   */
  public record Size(int most, Duration hold) {
    /** A group waits for nobody. */
    public static final Size USUAL = new Size(MOST_MEMBERS, Duration.ZERO);
  }

  private enum State {
    IDLE,
    /** A group that is not full waits for more members. */
    HOLDING,
    /** A group waits for its permit, or is recorded. */
    BUSY
  }

  /**
   * Groups of one kind of record.
   *
   * @param recording records a group, and tells each member its end; throws nothing
   * @param alone records one request
   */
  public WriteGroups(
      Admission admission,
      Idempotency idempotency,
      Size size,
      Consumer<List<GroupMember>> recording,
      Alone alone) {
    this.admission = admission;
    this.idempotency = idempotency;
    this.size = size;
    this.recording = recording;
    this.alone = alone;
  }

  /** These requests are done alone, too. */
  public WriteGroups except(BiPredicate<Context, JsonRequest> isException) {
    this.isException = isException;
    return this;
  }

  /** Answers are sent in this way. */
  public WriteGroups sending(BiConsumer<Context, Answer> sending) {
    this.sending = sending;
    return this;
  }

  /** Answers a request whose body is JSON. It holds a permit for short or long work. */
  public void handle(Context ctx) throws Exception {
    JsonRequest request = JsonRequest.read(ctx);
    if (goesAlone(ctx, request)) {
      alone.handle(ctx, request);
      return;
    }
    GroupMember member = idempotency.member(ctx, request);
    Executor executor = Admission.executor(ctx);
    admission.leave(ctx);
    if (enter(member, executor)) {
      beginGroup(executor);
    }
    if (member.end().isDone() && !member.end().join().isAlone()) {
      answer(member, member.end().join());
    } else {
      limitWait(member);
      ctx.future(() -> ended(member, executor));
    }
  }

  private boolean goesAlone(Context ctx, JsonRequest request) {
    return Preferences.isDryRun(ctx)
        || isException.test(ctx, request)
        || request.bytes().length > MOST_BYTES
        || aside.getIfPresent(Authentication.caller(ctx).account()) != null;
  }

  /** Answers a member when its end is known, on a thread of the server. */
  private CompletableFuture<Void> ended(GroupMember member, Executor executor) {
    return member
        .end()
        .thenComposeAsync(
            end ->
                end.isAlone()
                    ? admission.readmit(member.ctx()).thenRun(() -> doAlone(member, end))
                    : CompletableFuture.runAsync(() -> answer(member, end), Runnable::run),
            executor);
  }

  private void answer(GroupMember member, GroupMember.End end) {
    if (end.failure() != null) {
      throw end.failure();
    }
    sending.accept(member.ctx(), end.answer());
  }

  /** Does a request that its group did not record, and notes its caller if it is a hindrance. */
  private void doAlone(GroupMember member, GroupMember.End end) {
    member.ctx().appData(Metrics.KEY).doneAlone(member.ctx());
    long begin = System.nanoTime();
    boolean hasAnswer = false;
    try {
      alone.handle(member.ctx(), member.request());
      hasAnswer = true;
    } catch (Problem refused) {
      hasAnswer = true;
      throw refused;
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new CompletionException(e);
    } finally {
      boolean isSlow = System.nanoTime() - begin > Database.GROUP_LOCK_WAIT.toNanos();
      if (end.mayHinder() && (isSlow || !hasAnswer)) {
        aside.put(member.account(), true);
      }
    }
  }

  /** Adds a member. Whether the thread that calls this must begin a group. */
  private synchronized boolean enter(GroupMember member, Executor executor) {
    queue.add(member);
    return state != State.BUSY && beginsNow(executor);
  }

  private synchronized boolean withdraw(GroupMember member) {
    return queue.remove(member);
  }

  /** Moves to the next state. Whether the thread that calls this must begin a group. */
  private synchronized boolean beginsNow(Executor executor) {
    if (queue.size() == 0) {
      state = State.IDLE;
    } else if (size.hold().isZero() || queue.size() >= size.most()) {
      state = State.BUSY;
    } else if (state != State.HOLDING) {
      state = State.HOLDING;
      CompletableFuture.delayedExecutor(size.hold().toNanos(), TimeUnit.NANOSECONDS, executor)
          .execute(() -> endHold(executor));
    }
    return state == State.BUSY;
  }

  private void endHold(Executor executor) {
    synchronized (this) {
      if (state != State.HOLDING) {
        return;
      }
      state = State.BUSY;
    }
    beginGroup(executor);
  }

  /** A member that no group takes in time gets 503, and one whose client has left leaves. */
  private void limitWait(GroupMember member) {
    member.unlessTaken(admission.shortWait(), () -> giveUp(member));
    Request.addCompletionListener(Server.request(member.ctx()), failure -> giveUp(member));
  }

  private void giveUp(GroupMember member) {
    if (withdraw(member)) {
      member.failed(FairQueue.busy());
    }
  }

  /** Begins a group, now or as soon as it has a permit. */
  private void beginGroup(Executor executor) {
    Permit permit = admission.enterGroup(account);
    if (permit.begin()) {
      recordNext(permit, executor);
      return;
    }
    permit
        .begin(executor)
        .thenRun(() -> recordNext(permit, executor))
        .exceptionally(
            late -> {
              // Without a permit, the members wait on, each to the end of its own time.
              beginNext(executor);
              return null;
            });
  }

  private void recordNext(Permit permit, Executor executor) {
    List<GroupMember> group = List.of();
    try (permit) {
      group = take();
      if (!group.isEmpty()) {
        Context first = group.get(0).ctx();
        first.appData(Metrics.KEY).group(first, group.size());
        recording.accept(group);
      }
    } catch (RuntimeException | Error e) {
      // Nobody else would ever answer these requests.
      RuntimeException failure = new IllegalStateException("a group failed", e);
      group.forEach(member -> member.failed(failure));
    } finally {
      beginNext(executor);
    }
  }

  private void beginNext(Executor executor) {
    if (beginsNow(executor)) {
      executor.execute(() -> beginGroup(executor));
    }
  }

  private synchronized List<GroupMember> take() {
    List<GroupMember> group = queue.take(size.most());
    group.forEach(GroupMember::take);
    return group;
  }
}
