package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.proof.Proof;

/** Farmers move from company to company while the old company reads and writes them. */
class FarmerMovesTest {
  private static final int MOVES = Proof.count(20, 200);
  private static final int READERS = 4;
  private static final String FARMERS = "/v1/supply-chains/farmers/";

  private final World world = new World();
  private final UUID old = world.company("Cooperative");
  private final UUID next = world.company("Exporter");
  private final Client member = world.client(old, Role.MEMBER);
  private final Client operator = world.client(null, Role.OPERATOR);

  @Test
  void theOldCompanyNeverReadsWhatTheNewCompanyWrites() {
    int leaks = 0;
    for (int i = 0; i < MOVES; i++) {
      String path = FARMERS + world.farmer(old) + "/";
      List<CompletableFuture<Boolean>> readers = new ArrayList<>();
      for (int reader = 0; reader < READERS; reader++) {
        readers.add(CompletableFuture.supplyAsync(() -> leaks(path)));
      }
      String move = "{\"first_name\": \"Grace\", \"phone\": \"secret\", \"buyer\": \"%s\"}";
      assertEquals(200, operator.patch(path, move.formatted(next)).status());
      leaks += readers.stream().anyMatch(CompletableFuture::join) ? 1 : 0;
    }
    assertEquals(0, leaks, leaks + " of " + MOVES + " moves leaked");
  }

  /** Reads the farmer until the farmer is gone; whether any answer told of the new company. */
  private boolean leaks(String path) {
    boolean leaks = false;
    Reply reply = member.get(path);
    while (reply.status() == 200) {
      leaks |= reply.text().contains("secret") || reply.text().contains(next.toString());
      reply = member.get(path);
    }
    return leaks;
  }
}
