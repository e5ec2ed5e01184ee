package supplychain.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static supplychain.history.Follower.CHANGES;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.http.Tokens;

/** A cursor says where to go on, and nothing else: neither how much others write nor when. */
class CursorTest {
  private static final String FARMERS = "/v1/supply-chains/farmers/";
  private static final int KIND_BYTES = 8;
  private static final int INSTALLATION_BYTES = 4;

  private final World world = new World();
  private final UUID company = world.company("Cooperative");
  private final UUID farmer = world.farmer(company);
  private final Client member = world.client(company, Role.MEMBER);
  private final Client reporter = world.client(company, Role.REPORTER);
  private final Follower follower = new Follower(reporter);

  private static String cursor(String path) {
    return path.replaceAll(".*after=", "");
  }

  private void rename(String name) {
    assertEquals(
        200, member.patch(FARMERS + farmer + "/", "{\"first_name\": \"" + name + "\"}").status());
  }

  private void othersWrite() {
    UUID other = world.company("Other");
    for (int i = 0; i < 3; i++) {
      world.farmer(other);
    }
  }

  @Test
  void itStaysAsLongAsThereIsNothingToTellHoweverMuchOthersWrite() {
    rename("Akello");
    follower.readAll();
    String before = follower.next();
    othersWrite();
    assertEquals(List.of(), follower.read());
    assertEquals(before, follower.next());
    String now = new Follower(reporter).next();
    othersWrite();
    assertEquals(now, new Follower(reporter).next());
    assertEquals(before, now);
  }

  @Test
  void whoWasNeverToldAnythingHasOneTooThatStays() {
    Client stranger = world.client(world.company("Other"), Role.MEMBER);
    Follower first = new Follower(stranger);
    String before = first.next();
    othersWrite();
    assertEquals(List.of(), first.read());
    assertEquals(before, first.next());
  }

  @Test
  void whatFollowsOneAnotherLooksLikeNothing() {
    Set<String> beginnings = new HashSet<>();
    Set<Byte> ends = new HashSet<>();
    int count = 16;
    for (int i = 0; i < count; i++) {
      rename("G" + i);
      follower.readAll();
      byte[] bytes = Base64.getUrlDecoder().decode(cursor(follower.next()));
      beginnings.add(Arrays.toString(Arrays.copyOfRange(bytes, KIND_BYTES, KIND_BYTES + 4)));
      ends.add(bytes[bytes.length - 1]);
    }
    assertEquals(count, beginnings.size());
    assertNotEquals(1, ends.size());
  }

  @Test
  void whereAByteIsAnotherItIsNoneOrOfAnotherInstallation() {
    byte[] bytes = Base64.getUrlDecoder().decode(cursor(follower.next()));
    for (int i = 0; i < bytes.length; i++) {
      byte[] wrong = bytes.clone();
      wrong[i] ^= 1;
      String text = Base64.getUrlEncoder().withoutPadding().encodeToString(wrong);
      if (i / INSTALLATION_BYTES == 1) {
        assertEquals(409, reporter.get(CHANGES + "?after=" + text).status());
      } else {
        assertRefused(text);
      }
    }
    assertRefused(cursor(follower.next()) + "AAAA");
    assertRefused(cursor(follower.next()).substring(4));
    assertRefused("");
  }

  private void assertRefused(String wrong) {
    Reply reply = reporter.get(CHANGES + "?after=" + wrong);
    assertEquals(400, reply.status(), reply.text());
    assertEquals(List.of("/after cursor"), reply.findings());
  }

  @Test
  void oneOfBeforeTheyWereSealedLeadsOn() {
    follower.readAll();
    rename("Akello");
    Mark mark =
        Installation.shared()
            .database()
            .read(sql -> ChangeQueries.mark(sql, ChangeQueries.last(sql)).orElseThrow());
    byte[] kind = Arrays.copyOf(Tokens.hash("changes"), KIND_BYTES);
    byte[] bytes =
        ByteBuffer.allocate(KIND_BYTES + 2 * Long.BYTES)
            .put(kind)
            .putLong(mark.position())
            .putLong(mark.check())
            .array();
    String open = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    Follower old = new Follower(reporter, CHANGES + "?after=" + open);
    assertEquals(1, old.readAll().size());
    assertEquals(follower.readAll().size(), 1);
    assertEquals(follower.next(), old.next());
    bytes[bytes.length - 1] ^= 1;
    String forged = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    assertEquals(409, reporter.get(CHANGES + "?after=" + forged).status());
  }
}
