package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.records.farmer.FarmerScene.count;
import static supplychain.records.farmer.FarmerScene.ok;

import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import supplychain.AtOnce;
import supplychain.Reply;

/** The number by which people name a farmer: kept, free or taken within its company. */
class FarmerNumberTest {
  private final FarmerScene scene = new FarmerScene();

  @Test
  void aNumberIsKeptWhenItIsNullEmptyOrLeftOut() {
    String number = scene.stored().get("number").asText();
    assertEquals(number, scene.patched("").get("number").asText());
    assertEquals(number, scene.patched("\"number\": null").get("number").asText());
    assertEquals(number, scene.patched("\"number\": \"\"").get("number").asText());
    scene.refused("\"number\": \" \"", "/number blank");
    assertEquals("A-1", scene.patched("\"number\": \"A-1\"").get("number").asText());
    assertEquals("A-1", scene.patched("\"number\": \"A-1\"").get("number").asText());
  }

  @Test
  void aNumberOfAnotherFarmerOfTheCompanyIsTaken() {
    UUID other = scene.world.farmer(scene.coop);
    ok(scene.patch(other, "\"number\": \"A-1\""));
    scene.refused(
        409, () -> scene.patch("\"number\": \"A-1\", \"city\": \"Mbale\""), "/number taken");
    ok(scene.patch(other, "\"number\": \"A-2\""));
    assertEquals("A-1", scene.patched("\"number\": \"A-1\"").get("number").asText());
  }

  @Test
  void aNumberOfAFarmerOfAnotherCompanyIsFree() {
    FarmerScene elsewhere = new FarmerScene();
    elsewhere.patched("\"number\": \"A-1\"");
    assertEquals("A-1", scene.patched("\"number\": \"A-1\"").get("number").asText());
  }

  @Test
  void ofTwentyFarmersWhoTakeOneNumberAtOnceOneGetsIt() throws Exception {
    List<UUID> farmers = Stream.generate(() -> scene.world.farmer(scene.coop)).limit(20).toList();
    List<Reply> replies = AtOnce.send(20, i -> scene.patch(farmers.get(i), "\"number\": \"A-1\""));
    assertEquals(1, count(replies, 200), replies::toString);
    assertEquals(19, count(replies, 409));
  }
}
