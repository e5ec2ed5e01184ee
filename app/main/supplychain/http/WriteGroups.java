package supplychain.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import supplychain.core.Problem;
import supplychain.database.Author;
import supplychain.database.Database;
import supplychain.http.FairQueue.Permit;
import supplychain.validation.Body;

/**
 * Requests that create or change one kind of record, recorded together. The more requests are here
 * at the same time, the more share a transaction. At most two groups are in progress, and each
 * takes its share of the requests, up to a limit. So while one group waits for the disk, the other
 * one computes. The callers take turns. When the others have left, the next 5 groups of a client
 * still wait for more.
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
  private final Consumer<List<Member>> recording;
  private final SingleWrite single;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition hasMore = lock.newCondition();
  private final Turns<Member> queue = new Turns<>();

  /** Whether a thread gathers the members of the next group. */
  private boolean isGathering;

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

  /** A request that waits to be recorded together with others, or that is in such a group. */
  public final class Member {
    private final Context ctx;
    private final JsonRequest request;
    private final AnswerKeeper keeper;

    /** Wakes its thread: the request has its ending, or the thread may record a group. */
    private final Condition changed = lock.newCondition();

    /** It is in a group, and no longer in the queue. */
    private boolean isTaken;

    /**
     * Returns the answer, throws the failure, or does the request alone; null before that is known.
     * The request's own thread calls it once, without the lock, when the whole group has ended.
     */
    private volatile Supplier<Answer> ending;

    private Member(Context ctx, JsonRequest request, AnswerKeeper keeper) {
      this.ctx = ctx;
      this.request = request;
      this.keeper = keeper;
    }

    /** The account whose requests share a queue: a company, or an operator. */
    private UUID account() {
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
      endWith(() -> answer);
    }

    /** Ends the request with this failure. It is not done alone. */
    public void fail(RuntimeException failure) {
      endWith(
          () -> {
            throw failure;
          });
    }

    /** Nothing of the request was recorded. Its thread does it alone when the group has ended. */
    public void goAlone() {
      endWith(() -> answerAlone(this, false));
    }

    /** The group failed, perhaps because of this request. Its thread does it alone. */
    public void goAloneAfterFailure() {
      endWith(() -> answerAlone(this, true));
    }

    /** The first ending counts: whoever learns of a failure later cannot change it. */
    private void endWith(Supplier<Answer> known) {
      if (ending == null) {
        ending = known;
      }
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
      Consumer<List<Member>> recording,
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
   * The answer to a request, which has a permit for short or long work. It holds none while it
   * waits: the thread that records a group takes one for all of it.
   */
  public Answer write(Context ctx, JsonRequest request) {
    if (mustGoAlone(ctx, request)) {
      return single.answer(ctx, request);
    }
    Member member = new Member(ctx, request, idempotency.keeper(ctx, request));
    admission.leave(ctx);
    awaitEnd(member);
    return member.ending.get();
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
  private Answer answerAlone(Member member, boolean hasGroupFailed) {
    admission.enter(member.ctx);
    member.ctx.appData(Metrics.KEY).doneAlone(member.ctx);
    long begin = System.nanoTime();
    boolean isFault = false;
    try {
      return single.answer(member.ctx, member.request);
    } catch (RuntimeException | Error e) {
      isFault = !(e instanceof Problem);
      throw e;
    } finally {
      boolean isSlow = System.nanoTime() - begin > Database.GROUP_LOCK_WAIT.toNanos();
      if (hasGroupFailed && (isSlow || isFault)) {
        aside.put(member.account(), true);
      }
    }
  }

  /**
   * Waits until the request has its ending. If its thread may record a group, the request is in it.
   */
  private void awaitEnd(Member member) {
    long deadline = System.nanoTime() + permits.patience().toNanos();
    lock.lock();
    try {
      queue.add(member.account(), member);
      hasMore.signal();
      while (member.ending == null) {
        if (member.isTaken) {
          member.changed.awaitUninterruptibly();
        } else if (System.nanoTime() - deadline > 0 || Thread.currentThread().isInterrupted()) {
          queue.remove(member.account(), member);
          member.fail(FairQueue.busy());
        } else if (mustWait()) {
          try {
            member.changed.awaitNanos(deadline - System.nanoTime());
          } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
          }
        } else {
          recordGroup(member);
        }
      }
    } finally {
      // The signal to record the next group may have come to this thread, which leaves.
      if (!mustWait()) {
        queue.peek().ifPresent(next -> next.changed.signal());
      }
      lock.unlock();
    }
  }

  /**
   * Gathers and records the next group, and tells its members. The thread has the lock before and
   * after, but not while it waits for the permit and records.
   */
  private void recordGroup(Member own) {
    isGathering = true;
    hold();
    lock.unlock();
    List<Member> group = new ArrayList<>();
    // In the queue of the permits, all of these groups are one caller.
    try (Permit permit = permits.take(this)) {
      take(own, group);
      Context first = group.get(0).ctx;
      first.appData(Metrics.KEY).group(first, group.size());
      recording.accept(group);
    } catch (RuntimeException | Error e) {
      if (group.isEmpty()) {
        LOG.warn("no group began, because no permit was free in time: {}", e.toString());
      }
      // Nobody else would ever answer the requests of a group.
      RuntimeException failure = new IllegalStateException("a group failed", e);
      group.forEach(member -> member.fail(failure));
    } finally {
      lock.lock();
      if (group.isEmpty()) {
        isGathering = false;
      } else {
        groups--;
        lastCounts[nextCount] = Math.min(inProgress + queue.size(), mostGroups * size.most());
        nextCount = (nextCount + 1) % LAST_GROUPS;
        inProgress -= group.size();
      }
      group.forEach(member -> member.changed.signal());
    }
  }

  private boolean mustWait() {
    return isGathering || groups == mostGroups;
  }

  /**
   * Takes the members of the next group. The requests that still wait may make another one: a
   * signal tells the first of them. Its thread waits for the signal, because a thread that records
   * has its own request in its group, and not in the queue.
   */
  private void take(Member own, List<Member> group) {
    lock.lock();
    try {
      int share = share();
      queue.remove(own.account(), own);
      group.add(own);
      while (group.size() < share && queue.size() > 0) {
        group.add(queue.next(anybody -> true).orElseThrow());
      }
      group.forEach(member -> member.isTaken = true);
    } finally {
      if (!group.isEmpty()) {
        isGathering = false;
        groups++;
        inProgress += group.size();
        queue.peek().ifPresent(one -> one.changed.signal());
      }
      lock.unlock();
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

  private void hold() {
    long left = size.hold().toNanos();
    try {
      while (left > 0 && isTooSmall()) {
        left = hasMore.awaitNanos(left);
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }
}
