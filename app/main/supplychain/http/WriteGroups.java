package supplychain.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.eclipse.jetty.util.thread.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import supplychain.core.Problem;
import supplychain.database.Database;
import supplychain.http.FairQueue.Permit;

/**
 * Requests that create or change one kind of record, recorded together. The more requests are here
 * at the same time, the more share a transaction. At most two groups are in progress, and each
 * takes its share of the requests, up to a limit. So while one group waits for the disk, the other
 * one computes. The callers take turns. After other clients have left, the next 5 groups still wait
 * for them.
 *
 * <p>The thread of the last request that a group needs records it, and sends the answers. The
 * others wait without a thread. Only the thread of the first one waits, up to {@link #HOLD}: if too
 * few come, it records them.
 *
 * <p>Some requests are done alone after their group ({@link #answerAlone}). {@code
 * GroupTransaction} says which, and what happens if a group fails. A request whose group does not
 * begin in time is refused ({@link #refuseLate}).
 */
public final class WriteGroups {
  /** The most requests in a group. */
  public static final int MOST_MEMBERS = 16;

  /** The most groups of a route that are recorded at the same time. */
  public static final int MOST_GROUPS = 2;

  /** A request with a longer body is in no group, in bytes. */
  public static final int MOST_BYTES = 16 << 10;

  /**
   * How long a group that is smaller than its share waits: the clients that were just answered may
   * send the next requests. It does not wait once as many as {@link #expected} are here.
   */
  private static final Duration HOLD = Duration.ofNanos(700_000);

  /** So many of the last groups count for {@link #expected}. */
  private static final int LAST_GROUPS = 5;

  /**
   * How long the requests of an account stay out of these groups. It had a request in a group that
   * failed. Alone, the request took longer than a group waits for a lock, or failed other than by a
   * {@link Problem}.
   */
  public static final Duration ASIDE = Duration.ofSeconds(10);

  private static final int MOST_ASIDE = 1_000;
  private static final Logger LOG = LoggerFactory.getLogger(WriteGroups.class);

  private final Admission admission;
  private final FairQueue permits;
  private final Idempotency idempotency;
  private final Size size;
  private final int mostGroups;
  private final Consumer<List<GroupMember>> recording;
  private final SingleWrite single;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition begun = lock.newCondition();
  private final Turns<GroupMember> queue = new Turns<>();

  /** Whether a thread begins the next group: it waits for the permit of the group. */
  private boolean isBeginning;

  /** The request whose thread waits for more, or a thread without a request; null if none does. */
  private Object holder;

  /** Whether a timer refuses the requests that wait too long in the queue. */
  private boolean isWatched;

  /** How many groups are being recorded. */
  private int groups;

  /** The members of these groups. */
  private int inProgress;

  /** How many requests were here at the end of each of the last groups. */
  private final int[] lastCounts = new int[LAST_GROUPS];

  /** The place of the next of these numbers. */
  private int nextCount;

  /** The accounts whose requests are in no group for {@link #ASIDE}. */
  private final Cache<UUID, Boolean> aside =
      Caffeine.newBuilder().maximumSize(MOST_ASIDE).expireAfterWrite(ASIDE).build();

  /** Writes what one request sends, in a transaction of its own. */
  @FunctionalInterface
  public interface SingleWrite {
    Answer answer(Context ctx, JsonRequest request);
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

    /** The share of one of the groups in so many requests. */
    int share(int requests, int groups) {
      return Math.max(least, Math.min((requests + groups - 1) / groups, most));
    }
  }

  /**
   * Groups of one kind of record.
   *
   * @param mostGroups how many are recorded at the same time, if there are permits for them
   * @param recording records a group, and tells each member its ending; it throws only an {@code
   *     Error}, and then the members without an ending get it
   * @param single does one request alone
   */
  public WriteGroups(
      Admission admission,
      Idempotency idempotency,
      Size size,
      int mostGroups,
      Consumer<List<GroupMember>> recording,
      SingleWrite single) {
    this.admission = admission;
    this.permits = admission.shortWork();
    this.idempotency = idempotency;
    this.size = size;
    this.mostGroups = Math.min(mostGroups, permits.mostOfOne());
    this.recording = recording;
    this.single = single;
  }

  /**
   * Does a request, and sends its answer, or lets another thread do so later. Before the request
   * waits, it gives its permit to use the database back: a group has one for all its requests.
   */
  public void write(Context ctx, JsonRequest request, Consumer<Answer> send) {
    if (mustGoAlone(ctx, request)) {
      send.accept(single.answer(ctx, request));
      return;
    }
    long deadline = System.nanoTime() + permits.patience().toNanos();
    GroupMember member =
        new GroupMember(this, ctx, request, idempotency.keeper(ctx, request), deadline);
    admission.leave(ctx);
    List<GroupMember> recorded =
        mayRecord(member) ? recordGroup(member, Admission.executor(ctx)) : List.of();
    if (recorded.contains(member)) {
      send.accept(member.end());
    } else {
      admission.endLater(ctx, () -> member.sent(send));
    }
  }

  private boolean mustGoAlone(Context ctx, JsonRequest request) {
    return Preferences.isDryRun(ctx)
        || request.bytes().length > MOST_BYTES
        || aside.getIfPresent(Authentication.caller(ctx).account()) != null;
  }

  /**
   * Does the request alone. If its group failed, and the request is slow or ends in a fault, its
   * account is set aside.
   */
  Answer answerAlone(GroupMember member, boolean hasGroupFailed) {
    admission.enter(member.ctx());
    long begin = System.nanoTime();
    boolean isFault = false;
    try {
      member.ctx().appData(Metrics.KEY).doneAlone(member.ctx());
      return single.answer(member.ctx(), member.request());
    } catch (RuntimeException | Error e) {
      isFault = !(e instanceof Problem);
      throw e;
    } finally {
      admission.leave(member.ctx());
      boolean isSlow = System.nanoTime() - begin > Database.GROUP_LOCK_WAIT.toNanos();
      if (hasGroupFailed && (isSlow || isFault)) {
        aside.put(member.account(), true);
      }
    }
  }

  /** Adds a request to the queue, and returns whether its thread records the next group. */
  private boolean mayRecord(GroupMember member) {
    lock.lock();
    try {
      queue.add(member.account(), member);
      if (!isWatched) {
        isWatched = true;
        refuseLate(Server.request(member.ctx()).getComponents().getScheduler());
      }
      return mayBegin(member);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns true if this thread must gather and record the next group. A group that is too small
   * waits for more requests, and one thread with it. The thread of the last request that the group
   * needs records it, or, when the wait is over, the thread that waited.
   *
   * @param own the request of this thread, or the thread itself if it has none
   */
  private boolean mayBegin(Object own) {
    if (queue.size() == 0 || mustWait() || (isTooSmall() && !hold(own))) {
      return false;
    }
    isBeginning = true;
    if (holder != null) {
      holder = null;
      begun.signal();
    }
    return true;
  }

  private boolean mustWait() {
    return isBeginning || groups == mostGroups;
  }

  /** Waits for more requests. Returns false if another thread does so, or has begun the group. */
  private boolean hold(Object own) {
    if (holder != null) {
      return false;
    }
    holder = own;
    try {
      long left = size.hold().toNanos();
      while (left > 0 && holder == own) {
        left = begun.awaitNanos(left);
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
    boolean hasWaitedToTheEnd = holder == own;
    if (hasWaitedToTheEnd) {
      holder = null;
    }
    return hasWaitedToTheEnd;
  }

  /** Refuses the requests that waited too long in the queue, until it is empty. */
  private void refuseLate(Scheduler scheduler) {
    List<GroupMember> late;
    lock.lock();
    try {
      long now = System.nanoTime();
      late =
          queue.all().filter(member -> member != holder && member.deadline() - now <= 0).toList();
      late.forEach(member -> queue.remove(member.account(), member));
      OptionalLong next =
          queue
              .all()
              .mapToLong(member -> member.deadline() - now)
              .map(left -> left > 0 ? left : permits.patience().toNanos())
              .min();
      isWatched = next.isPresent();
      next.ifPresent(
          left -> scheduler.schedule(() -> refuseLate(scheduler), left, TimeUnit.NANOSECONDS));
    } finally {
      lock.unlock();
    }
    late.forEach(member -> member.fail(FairQueue.busy()));
    late.forEach(GroupMember::tell);
  }

  /**
   * Gathers and records the next group, and tells its members.
   *
   * @param own the request of this thread, which is not told; null if it has none
   * @param threads the threads of the server
   * @return the members
   */
  private List<GroupMember> recordGroup(GroupMember own, Executor threads) {
    List<GroupMember> group = new ArrayList<>();
    boolean hasBegun = false;
    // In the queue of the permits, all of these groups are one caller.
    try (Permit permit = permits.take(this)) {
      gather(group, own);
      hasBegun = true;
      recordNext(threads);
      if (!group.isEmpty()) {
        Context first = group.get(0).ctx();
        first.appData(Metrics.KEY).group(first, group.size());
        recording.accept(group);
      }
    } catch (RuntimeException | Error e) {
      if (!hasBegun) {
        LOG.warn("no group began, and its requests wait for another one: {}", e.toString());
      }
      // Nobody else would ever answer the requests of a group.
      RuntimeException failure = new IllegalStateException("a group failed", e);
      group.forEach(member -> member.fail(failure));
    } finally {
      end(group, hasBegun);
      recordNext(threads);
      group.stream().filter(member -> member != own).forEach(GroupMember::tell);
    }
    return group;
  }

  /**
   * Takes the members of the group from the queue, first the request of this thread: its answer
   * would wait for the group.
   */
  private void gather(List<GroupMember> group, GroupMember own) {
    lock.lock();
    try {
      if (own != null && queue.remove(own.account(), own)) {
        group.add(own);
      }
      int share = share();
      while (group.size() < share && queue.size() > 0) {
        group.add(queue.next(anybody -> true).orElseThrow());
      }
      isBeginning = false;
      groups++;
      inProgress += group.size();
    } finally {
      lock.unlock();
    }
  }

  private void end(List<GroupMember> group, boolean hasBegun) {
    lock.lock();
    try {
      if (hasBegun) {
        groups--;
        lastCounts[nextCount] = Math.min(inProgress + queue.size(), mostGroups * size.most());
        nextCount = (nextCount + 1) % LAST_GROUPS;
        inProgress -= group.size();
      } else {
        isBeginning = false;
      }
    } finally {
      lock.unlock();
    }
  }

  /** Another thread records the next group, if requests wait and no thread is about to. */
  private void recordNext(Executor threads) {
    lock.lock();
    try {
      if (queue.size() == 0 || mustWait() || holder != null) {
        return;
      }
    } finally {
      lock.unlock();
    }
    Admission.execute(threads, () -> recordWaiting(threads));
  }

  private void recordWaiting(Executor threads) {
    boolean mayRecord;
    lock.lock();
    try {
      mayRecord = mayBegin(Thread.currentThread());
    } finally {
      lock.unlock();
    }
    if (mayRecord) {
      recordGroup(null, threads);
    }
  }

  /** How many requests may be here soon. */
  private int expected() {
    return IntStream.of(lastCounts).max().getAsInt();
  }

  /** How many requests the next group should have. */
  private int share() {
    return size.share(Math.max(expected(), inProgress + queue.size()), mostGroups);
  }

  /** Whether the next group should wait for more requests. */
  private boolean isTooSmall() {
    boolean mayMoreCome = inProgress + queue.size() < expected();
    return queue.size() < size.least() || (mayMoreCome && queue.size() < share());
  }
}
