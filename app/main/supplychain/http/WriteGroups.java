package supplychain.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import supplychain.core.Problem;
import supplychain.database.Database;
import supplychain.database.RevokedException;
import supplychain.http.FairQueue.Permit;

/**
 * Requests that create or change one kind of record, recorded together. A group takes all requests
 * that wait, up to a limit; the callers take turns. While a group is recorded, the requests that
 * come make the next one. So a client that is alone never waits for others, and the more requests
 * wait, the more share a transaction.
 *
 * <p>A request that its group did not record is done alone: by the handler that records one request
 * in a transaction of its own.
 */
public final class WriteGroups {
  /** The most requests in a group. */
  public static final int MOST_MEMBERS = 32;

  /** The most groups of a route that are recorded at the same time. */
  public static final int MOST_GROUPS = 2;

  /** A request with a longer body is done alone, in bytes. */
  public static final int MOST_BYTES = 16 << 10;

  /**
   * How long a group waits for as many requests as there were before: the clients that were just
   * answered may send the next ones. A client that is alone never waits.
   */
  private static final Duration HOLD = Duration.ofNanos(400_000);

  /** How long the requests of a caller are done alone if one was slow after its group failed. */
  public static final Duration ASIDE = Duration.ofSeconds(10);

  private static final int MOST_ASIDE = 1_000;

  private final Admission admission;
  private final Idempotency idempotency;
  private final Size size;
  private final int mostGroups;
  private final Consumer<List<GroupMember>> recording;
  private final Alone alone;

  /** The groups take their permits as this caller. */
  private final UUID groupsAsCaller = UUID.randomUUID();

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition hasMore = lock.newCondition();
  private final Turns<GroupMember> queue = new Turns<>();

  /** Whether a thread gathers the members of the next group. */
  private boolean isGathering;

  /** How many groups are being recorded. */
  private int groups;

  /** The members of the last group, and those that waited when it ended. */
  private int expected;

  private BiPredicate<Context, JsonRequest> isException = (ctx, request) -> false;
  private BiConsumer<Context, Answer> sending = (ctx, answer) -> answer.send(ctx);

  /** The callers whose requests are done alone for {@link #ASIDE}. */
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
   * @param least the fewest requests in a group that does not wait for more
   * @param most the most requests in a group
   * @param hold how long a group waits for more requests
   */
  public record Size(int least, int most, Duration hold) {
    public static final Size USUAL = new Size(1, MOST_MEMBERS, HOLD);

    /** How many requests a group waits for if so many are expected. */
    int enough(int expected) {
      return Math.max(least, Math.min(expected, most));
    }
  }

  /**
   * Groups of one kind of record.
   *
   * @param mostGroups how many are recorded at the same time
   * @param recording records a group, and tells each member its end; throws nothing
   * @param alone records one request
   */
  public WriteGroups(
      Admission admission,
      Idempotency idempotency,
      Size size,
      int mostGroups,
      Consumer<List<GroupMember>> recording,
      Alone alone) {
    this.admission = admission;
    this.idempotency = idempotency;
    this.size = size;
    this.mostGroups = mostGroups;
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

  /**
   * Answers a request. It comes with a permit for short or long work, and holds none while it
   * waits: the thread that records a group takes one for all of it.
   */
  public void handle(Context ctx, JsonRequest request) throws Exception {
    if (goesAlone(ctx, request)) {
      alone.handle(ctx, request);
      return;
    }
    GroupMember member = idempotency.member(ctx, request);
    admission.leave(ctx);
    GroupMember.End end = record(member);
    if (end.isAlone()) {
      admission.enter(ctx);
      doAlone(member, end);
    } else if (end.failure() != null) {
      throw end.failure();
    } else {
      sending.accept(ctx, end.answer());
    }
  }

  private boolean goesAlone(Context ctx, JsonRequest request) {
    return Preferences.isDryRun(ctx)
        || isException.test(ctx, request)
        || request.bytes().length > MOST_BYTES
        || aside.getIfPresent(Authentication.caller(ctx).account()) != null;
  }

  /** Does a request that its group did not record, and notes its caller if it is a hindrance. */
  private void doAlone(GroupMember member, GroupMember.End end) throws Exception {
    member.ctx().appData(Metrics.KEY).doneAlone(member.ctx());
    long begin = System.nanoTime();
    boolean hasAnswer = false;
    try {
      alone.handle(member.ctx(), member.request());
      hasAnswer = true;
    } catch (Problem | RevokedException refused) {
      hasAnswer = true;
      throw refused;
    } finally {
      boolean isSlow = System.nanoTime() - begin > Database.GROUP_LOCK_WAIT.toNanos();
      if (end.groupFailed() && (isSlow || !hasAnswer)) {
        aside.put(member.account(), true);
      }
    }
  }

  /**
   * Waits until the request has its end. Meanwhile its thread records groups, if it may. The
   * request itself can be in a later group: the callers take turns.
   */
  private GroupMember.End record(GroupMember member) {
    long late = System.nanoTime() + admission.shortWait().toNanos();
    lock.lock();
    try {
      member.waitFor(lock.newCondition());
      queue.add(member.account(), member);
      hasMore.signal();
      while (member.end() == null) {
        if (member.isTaken()) {
          member.changed().awaitUninterruptibly();
        } else if (System.nanoTime() - late > 0 || Thread.currentThread().isInterrupted()) {
          queue.remove(member.account(), member);
          member.failed(FairQueue.busy());
        } else if (mustWait()) {
          awaitChange(member, late);
        } else {
          recordGroup();
        }
      }
      return member.end();
    } finally {
      if (!mustWait()) {
        queue.peek().ifPresent(next -> next.changed().signal());
      }
      lock.unlock();
    }
  }

  /**
   * Gathers and records the next group, and tells its members. The thread has the lock before and
   * after, but not while it waits for the permit and records.
   */
  private void recordGroup() {
    isGathering = true;
    hold();
    lock.unlock();
    List<GroupMember> group = List.of();
    try (Permit permit = admission.enterGroup(groupsAsCaller)) {
      group = take();
      Context first = group.get(0).ctx();
      first.appData(Metrics.KEY).group(first, group.size());
      recording.accept(group);
    } catch (RuntimeException | Error e) {
      // Nobody else would ever answer the requests of a group. Without a permit, there is no group
      // yet, and the requests go on waiting.
      RuntimeException failure = new IllegalStateException("a group failed", e);
      group.forEach(member -> member.failed(failure));
    } finally {
      lock.lock();
      if (group.isEmpty()) {
        isGathering = false;
      } else {
        groups--;
      }
      expected = group.size() + queue.size();
      group.forEach(member -> member.changed().signal());
    }
  }

  private boolean mustWait() {
    return isGathering || groups == mostGroups;
  }

  /** The members of the next group. The requests that still wait may make another one. */
  private List<GroupMember> take() {
    lock.lock();
    try {
      List<GroupMember> group = new ArrayList<>();
      Optional<GroupMember> next = queue.next(anybody -> true);
      while (next.isPresent()) {
        next.get().take();
        group.add(next.get());
        next = group.size() < size.most() ? queue.next(anybody -> true) : Optional.empty();
      }
      isGathering = false;
      groups++;
      queue.peek().ifPresent(one -> one.changed().signal());
      return group;
    } finally {
      lock.unlock();
    }
  }

  private void awaitChange(GroupMember member, long late) {
    try {
      while (member.end() == null
          && mustWait()
          && !member.isTaken()
          && late - System.nanoTime() > 0) {
        member.changed().awaitNanos(late - System.nanoTime());
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for more members, unless there are enough. */
  private void hold() {
    long left = size.hold().toNanos();
    try {
      while (left > 0 && queue.size() < size.enough(expected)) {
        left = hasMore.awaitNanos(left);
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }
}
