package supplychain.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
 * one computes. The callers take turns. When the others have left, the next 5 groups of a client
 * still wait for more.
 *
 * <p>A request whose group can begin at once records it in its own thread. The others wait without
 * a thread: the thread that recorded their group sends their answers.
 *
 * <p>Some requests are done alone after their group, in a transaction of their own. {@code
 * GroupTransaction} says which, and what happens if a group fails.
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
  private final Condition hasMore = lock.newCondition();
  private final Turns<GroupMember> queue = new Turns<>();

  /** Whether a thread gathers the members of the next group. */
  private boolean isGathering;

  /** 1 while the thread that gathers has a request of its own, which is not in the queue. */
  private int ofGathering;

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
   * Does a request, which has a permit for short or long work, and sends its answer. It holds none
   * while it waits: the thread that records a group takes one for all of it.
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
    if (mayRecordNow(member)) {
      recordGroup(new ArrayList<>(List.of(member)), Admission.executor(ctx));
      send.accept(member.answer());
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

  /** Whether the thread may record the next group. Otherwise its request is now in the queue. */
  private boolean mayRecordNow(GroupMember member) {
    lock.lock();
    try {
      boolean mayRecord = !mustWait();
      if (mayRecord) {
        isGathering = true;
        ofGathering = 1;
      } else {
        queue.add(member.account(), member);
        hasMore.signal();
        if (!isWatched) {
          isWatched = true;
          refuseLate(Server.request(member.ctx()).getComponents().getScheduler());
        }
      }
      return mayRecord;
    } finally {
      lock.unlock();
    }
  }

  private boolean mustWait() {
    return isGathering || groups == mostGroups;
  }

  /** Refuses the requests that waited too long in the queue, until it is empty. */
  private void refuseLate(Scheduler scheduler) {
    List<GroupMember> late;
    lock.lock();
    try {
      long now = System.nanoTime();
      late = queue.all().filter(member -> member.deadline() - now <= 0).toList();
      late.forEach(member -> queue.remove(member.account(), member));
      isWatched = queue.size() > 0;
      queue
          .all()
          .mapToLong(member -> member.deadline() - now)
          .min()
          .ifPresent(
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
   * @param group the request of this thread, or nothing; then all members
   * @param threads the threads of the server
   */
  private void recordGroup(List<GroupMember> group, Executor threads) {
    int own = group.size();
    boolean hasBegun = false;
    try (Permit permit = awaitPermit()) {
      gather(group);
      hasBegun = true;
      recordNext(threads);
      if (!group.isEmpty()) {
        Context first = group.get(0).ctx();
        first.appData(Metrics.KEY).group(first, group.size());
        recording.accept(group);
      }
    } catch (RuntimeException | Error e) {
      // Nobody else would ever answer the requests of a group.
      RuntimeException failure = new IllegalStateException("a group failed", e);
      if (!hasBegun) {
        LOG.warn("no group began, because no permit was free in time: {}", e.toString());
        failure = FairQueue.busy();
      }
      fail(group, failure);
    } finally {
      end(group, hasBegun);
      recordNext(threads);
      group.stream().skip(own).forEach(GroupMember::tell);
    }
  }

  private Permit awaitPermit() {
    hold();
    // In the queue of the permits, all of these groups are one caller.
    return permits.take(this);
  }

  private void fail(List<GroupMember> group, RuntimeException failure) {
    group.forEach(member -> member.fail(failure));
  }

  /** Takes the other members of the group from the queue. */
  private void gather(List<GroupMember> group) {
    lock.lock();
    try {
      int share = share();
      while (group.size() < share && queue.size() > 0) {
        group.add(queue.next(anybody -> true).orElseThrow());
      }
      isGathering = false;
      ofGathering = 0;
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
        lastCounts[nextCount] = Math.min(inProgress + waiting(), mostGroups * size.most());
        nextCount = (nextCount + 1) % LAST_GROUPS;
        inProgress -= group.size();
      } else {
        isGathering = false;
        ofGathering = 0;
      }
    } finally {
      lock.unlock();
    }
  }

  /** Another thread records the next group, if requests wait and no group is in its way. */
  private void recordNext(Executor threads) {
    lock.lock();
    try {
      if (queue.size() == 0 || mustWait()) {
        return;
      }
      isGathering = true;
    } finally {
      lock.unlock();
    }
    Admission.execute(threads, () -> recordGroup(new ArrayList<>(), threads));
  }

  /** How many requests are in no group yet. */
  private int waiting() {
    return queue.size() + ofGathering;
  }

  /** How many requests may be here soon. */
  private int expected() {
    return IntStream.of(lastCounts).max().getAsInt();
  }

  /** How many requests the next group should have. */
  private int share() {
    return size.share(Math.max(expected(), inProgress + waiting()), mostGroups);
  }

  /** Whether the next group should wait for more requests. */
  private boolean isTooSmall() {
    boolean mayMoreCome = inProgress + waiting() < expected();
    return waiting() < size.least() || (mayMoreCome && waiting() < share());
  }

  private void hold() {
    long left = size.hold().toNanos();
    lock.lock();
    try {
      while (left > 0 && isTooSmall()) {
        left = hasMore.awaitNanos(left);
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }
}
