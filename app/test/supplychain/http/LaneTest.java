package supplychain.http;

import static org.junit.jupiter.api.Assertions.*;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How the places of a lane are shared among callers. */
@Tag("unit")
class LaneTest {
  private static final int PLACES = 8;
  private static final int QUEUE_LIMIT = 20;

  private final Lane lane = new Lane(PLACES, QUEUE_LIMIT, Duration.ofMinutes(1));
  private final UUID one = UUID.randomUUID();
  private final UUID other = UUID.randomUUID();

  private List<Lane.Place> enter(UUID caller, int count) {
    return Stream.generate(() -> lane.enter(caller)).limit(count).toList();
  }

  private static long held(List<Lane.Place> places) {
    return places.stream().filter(Lane.Place::isHeld).count();
  }

  @Test
  void eachNewCallerGetsHalfOfTheFreePlaces() {
    enter(one, PLACES);
    assertEquals(2, held(enter(other, PLACES)));
    assertEquals(1, held(enter(UUID.randomUUID(), PLACES)));
    assertEquals(1, held(enter(UUID.randomUUID(), PLACES)));
    assertEquals(0, held(enter(UUID.randomUUID(), PLACES)));
  }

  @Test
  void theOnlyPlaceIsGivenToAnyCaller() {
    Lane narrow = new Lane(1, QUEUE_LIMIT, Duration.ofMinutes(1));
    assertTrue(narrow.enter(one).isHeld());
    assertFalse(narrow.enter(other).isHeld());
  }

  @Test
  void theQueuesOfTheCallersTakeTurns() {
    Lane narrow = new Lane(1, QUEUE_LIMIT, Duration.ofMinutes(1));
    List<Lane.Place> ours = Stream.generate(() -> narrow.enter(one)).limit(3).toList();
    Lane.Place theirs = narrow.enter(other);
    ours.get(0).close();
    assertTrue(ours.get(1).isHeld());
    ours.get(1).close();
    assertTrue(theirs.isHeld());
    assertTrue(theirs.granted().isDone());
    theirs.close();
    assertTrue(ours.get(2).isHeld());
  }

  @Test
  void aRequestThatLeavesTheQueueGetsNoPlace() {
    List<Lane.Place> places = enter(one, PLACES / 2 + 2);
    places.get(PLACES / 2).close();
    places.get(0).close();
    assertFalse(places.get(PLACES / 2).isHeld());
    assertTrue(places.get(PLACES / 2 + 1).isHeld());
  }

  @Test
  void aPlaceThatIsClosedTwiceIsFreedOnce() {
    Lane narrow = new Lane(1, QUEUE_LIMIT, Duration.ofMinutes(1));
    Lane.Place place = narrow.enter(one);
    place.close();
    place.close();
    assertTrue(narrow.enter(one).isHeld());
    assertFalse(narrow.enter(other).isHeld());
  }
}
