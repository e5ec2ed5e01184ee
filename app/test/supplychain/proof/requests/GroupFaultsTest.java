package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.schema.Tables.PAYMENT_TRANSACTION;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Reply;
import supplychain.Together;
import supplychain.WatchedDriver;
import supplychain.WatchedDriver.Fault;
import supplychain.WatchedDriver.Hit;
import supplychain.World;
import supplychain.database.Database;
import supplychain.proof.Proof;

/**
 * Whichever statement of a group fails, and however: each member is recorded once. If nobody can
 * know whether the group was committed, each member gets a 503, and its repeat is recorded once.
 */
class GroupFaultsTest {
  @AutoClose
  private static final Database DATABASE =
      Installation.shared()
          .open(
              WatchedDriver.url(Installation.shared().postgres().url()), 8, Duration.ofSeconds(30));

  private final World world = new World();
  private final AtomicReference<Runnable> full = new AtomicReference<>(() -> {});
  @AutoClose private Together groups;
  private int size;
  private UUID company;
  private UUID farmer;
  private List<Client> members;

  private void groupsOf(int members) {
    size = members;
    groups = Together.on(DATABASE, size, () -> full.get().run());
  }

  /** Another company for each attempt: one that hindered a group is in none for some time. */
  private void newCompany() {
    company = world.company("Cooperative");
    farmer = world.farmer(company);
    members = IntStream.range(0, size).mapToObj(member -> groups.member(company)).toList();
  }

  /** Each member pays the farmer, with a key. */
  private List<Reply> pay(String key) {
    String body = "{\"source\": \"" + company + "\", \"destination\": \"" + farmer + "\"}";
    Stream<Supplier<Reply>> requests =
        members.stream().map(one -> () -> one.post(PAYMENTS, body, "Idempotency-Key", key));
    return groups.replies(requests.toList());
  }

  private int recorded() {
    return World.read(
        sql -> sql.fetchCount(PAYMENT_TRANSACTION, PAYMENT_TRANSACTION.COMPANY.eq(company)));
  }

  private static void assertStatus(int status, List<Reply> replies, String place) {
    assertEquals(Collections.nCopies(replies.size(), status), Together.statuses(replies), place);
  }

  private static boolean areRepeated(List<Reply> replies) {
    return replies.stream().allMatch(reply -> reply.header("Idempotent-Replayed") != null);
  }

  static Stream<Arguments> faults() {
    List<Fault> faults =
        List.of(
            Fault.CUT_AFTER, Fault.CUT_BEFORE, Fault.INTERNAL, Fault.CANCELLED, Fault.ROW_TOO_LONG);
    List<Integer> sizes = List.of(3, 1, 2, 8, 32).subList(0, Proof.count(1, 5));
    return sizes.stream().flatMap(size -> faults.stream().map(fault -> Arguments.of(size, fault)));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void eachMemberIsRecordedOnce(int size, Fault fault) {
    groupsOf(size);
    assertTrue(roundTrips(fault, false) > 1, "the company and the farmer are looked up");
    assertEquals(1, roundTrips(fault, true), "the company and the farmer are known");
  }

  private int roundTrips(Fault fault, boolean areKnown) {
    int failed = 0;
    while (fails(fault, failed + 1, areKnown)) {
      failed++;
    }
    return failed;
  }

  /** Whether the round trip of this number exists and so failed. */
  private boolean fails(Fault fault, int roundTrip, boolean areKnown) {
    String key = World.unique(12);
    String place = "round trip " + roundTrip;
    newCompany();
    if (areKnown) {
      assertStatus(201, pay(World.unique(12)), place);
    }
    int before = recorded();
    full.set(() -> WatchedDriver.arm(roundTrip, fault));
    List<Reply> replies = pay(key);
    full.set(() -> {});
    Optional<Hit> hit = WatchedDriver.disarm();
    boolean isUnknown = hit.isPresent() && !hit.get().isOfGroup();
    assertStatus(isUnknown ? 503 : 201, replies, place);
    boolean isNothing = isUnknown && !hit.get().isDone();
    assertEquals(before + (isNothing ? 0 : size), recorded(), place);
    List<Reply> repeats = pay(key);
    assertStatus(201, repeats, place);
    assertEquals(!isNothing, areRepeated(repeats), place);
    assertEquals(before + size, recorded(), place);
    return hit.isPresent();
  }

  @Test
  void aGroupThatAllMembersLeftBeginsNoTransaction() {
    groupsOf(1);
    int ofOne = statementsOfRepeat();
    groups.close();
    groupsOf(2);
    // A group claims the keys with one statement: first as if they were free, then to learn which
    // are not.
    assertEquals(2 * ofOne - 2, statementsOfRepeat());
  }

  private int statementsOfRepeat() {
    newCompany();
    String key = World.unique(12);
    assertStatus(201, pay(key), "first");
    int before = WatchedDriver.statements();
    assertTrue(areRepeated(pay(key)));
    return WatchedDriver.statements() - before;
  }
}
