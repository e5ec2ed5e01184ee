package supplychain.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;
import static supplychain.history.Follower.CHANGES;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.OneCompany;
import supplychain.Reply;
import supplychain.core.Role;

/** A cursor says where to go on, and stays the same while the caller has nothing to read. */
class CursorTest extends OneCompany {
  private final UUID farmer = world.farmer(company);
  private final Client member = world.client(company, Role.MEMBER);
  private final Client reporter = world.client(company, Role.REPORTER);
  private final Follower follower = new Follower(reporter);

  private static String cursor(String path) {
    return path.replaceAll(".*after=", "");
  }

  private void rename(String name) {
    member.patch(FARMERS + farmer + "/", "{\"first_name\": \"" + name + "\"}").expect(200);
  }

  private void othersWrite() {
    UUID other = world.company("Other");
    for (int i = 0; i < 3; i++) {
      world.farmer(other);
    }
  }

  @Test
  void itStaysWhileOnlyOtherCompaniesWrite() {
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
  void aDamagedCursorIsAMistakeOrOfAnotherDatabase() {
    follower.readAll();
    rename("Akello");
    follower.readAll();
    byte[] bytes = Base64.getUrlDecoder().decode(cursor(follower.next()));
    List<Integer> statuses = new ArrayList<>();
    for (int i = 0; i < bytes.length; i++) {
      byte[] wrong = bytes.clone();
      wrong[i] ^= 1;
      String text = Base64.getUrlEncoder().withoutPadding().encodeToString(wrong);
      statuses.add(reporter.get(CHANGES + "?after=" + text).status());
    }
    String place = new String(bytes, StandardCharsets.UTF_8);
    int from = place.split(" ", -1)[3].length();
    // Another place in a transaction that the follower has read is a right cursor.
    assertEquals(from, Collections.frequency(statuses, 200), place);
    assertEquals(Set.of(200, 400, 409), Set.copyOf(statuses));
    assertRefused(cursor(follower.next()) + "AAAA");
    assertRefused(cursor(follower.next()).substring(4));
    assertRefused("");
  }

  private void assertRefused(String wrong) {
    Reply reply = reporter.get(CHANGES + "?after=" + wrong).expect(400);
    assertEquals(List.of("/after cursor"), reply.findings());
  }

  @Test
  void aPageMayEndWithinATransaction() {
    follower.readAll();
    Follower small = new Follower(reporter).with("limit=1");
    String body = "{\"first_name\": \"Ruth\", \"entity_card\": {\"card\": {\"card_id\": \"C-1\"}}}";
    member.post(FARMERS, body).expect(201);
    rename("Akello");
    assertEquals(4, small.readAll().size());
    assertEquals(follower.summaries(), small.all.stream().map(Follower::summary).toList());
    assertEquals(cursor(follower.next()), cursor(small.next()));
  }
}
