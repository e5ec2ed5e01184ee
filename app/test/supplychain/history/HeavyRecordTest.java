package supplychain.history;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.Bridge;
import supplychain.Client;
import supplychain.Installation;
import supplychain.OneCompany;
import supplychain.OwnService;
import supplychain.Reply;
import supplychain.core.Role;
import supplychain.records.Reads;

/** A company heavier than a page, changed among many light records. */
@Tag("proof")
class HeavyRecordTest extends OneCompany {
  private static final int HEAVY = 5 << 20;
  private static final int LIGHT = 60;

  private final String token = world.token(company, Role.ADMIN);
  private final Client admin = Installation.shared().client(token);

  private void change(String path, String type, String body, int status) {
    boolean isChange = path.endsWith(company + "/");
    Reply reply = admin.send(isChange ? "PATCH" : "POST", path, body, "Content-Type", type);
    assertEquals(status, reply.status(), reply.text());
  }

  @Test
  void aPageReadsItOnceAndEndsWithIt() throws IOException {
    UUID form = world.form(company, "FARMER");
    world.field(form, "k", "DROPDOWN", false, "[\"" + "x".repeat(HEAVY) + "\"]");
    Follower follower = new Follower(admin);
    for (int i = 0; i < 2; i++) {
      change(FARMERS, "text/csv", "first_name\n" + ("Grace " + i + "\n").repeat(LIGHT), 200);
      change(COMPANIES + company + "/", "application/json", "{\"name\": \"N" + i + "\"}", 200);
    }
    try (Bridge bridge = new Bridge(Installation.shared().postgres().url());
        OwnService other = OwnService.at(bridge.url())) {
      Client client = other.client(token);
      String next = follower.next() + "&limit=1000";
      List<List<String>> pages = new ArrayList<>();
      while (pages.isEmpty() || !pages.get(pages.size() - 1).isEmpty()) {
        long before = bridge.received();
        Reply reply = client.get(next);
        assertTrue(bridge.received() - before < HEAVY + Reads.MOST_PAGE_BYTES);
        pages.add(
            reply.json().valueStream().map(change -> change.get("resource").asText()).toList());
        next = reply.next();
      }
      List<String> page = new ArrayList<>(Collections.nCopies(LIGHT, "farmers"));
      page.add("companies");
      assertEquals(List.of(page, page, List.of()), pages);
    }
  }
}
