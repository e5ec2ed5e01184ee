package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static supplychain.records.farmer.FarmerScene.body;
import static supplychain.records.farmer.FarmerScene.path;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Reply;
import supplychain.core.Role;
import supplychain.database.Ids;

/** What is another company's looks as if it were not there, in the path and in every reference. */
class FarmerIsolationTest {
  private final FarmerScene ours = new FarmerScene();
  private final FarmerScene theirs = new FarmerScene();

  @ParameterizedTest
  @EnumSource(names = {"MEMBER", "ADMIN"})
  void aForeignAndAnAbsentFarmerAnswerTheSame(Role role) {
    Client client = ours.world.client(ours.coop, role);
    assertEquals(200, client.patch(path(ours.farmer), body("")).status());
    JsonNode before = theirs.stored();
    for (String sent : List.of(body("\"city\": \"Mbale\""), body("\"latitude\": 91"), "{}", "[]")) {
      Reply foreign = client.patch(path(theirs.farmer), sent);
      assertEquals(404, foreign.status(), foreign.text());
      assertFalse(foreign.json().get("detail").asText().contains(theirs.farmer.toString()));
      assertEquals(withoutPlace(foreign), withoutPlace(client.patch(path(Ids.next()), sent)));
      assertEquals(withoutPlace(foreign), withoutPlace(client.patch(path(theirs.coop), sent)));
      assertEquals(withoutPlace(foreign), withoutPlace(client.patch(path(ours.coop), sent)));
    }
    assertEquals(before, theirs.stored());
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "1", "00000000-0000-0000-0000-000000000000", "%27", "null", "%00a"})
  void anIdThatNothingCanBearIsNotFound(String id) {
    Reply reply = ours.member.patch(path(id), body(""));
    assertEquals(id.equals("%00a") ? 400 : 404, reply.status(), reply.text());
  }

  @Test
  void anIdIsTakenInEitherCaseAndThePathWithoutItsSlash() {
    String upperCase = ours.farmer.toString().toUpperCase(Locale.ROOT);
    assertEquals(200, ours.member.patch(path(upperCase), body("")).status());
    String bare = path(ours.farmer).replaceAll("/$", "");
    assertEquals(200, ours.member.patch(bare, body("")).status());
  }

  @Test
  void anOperatorChangesAnybodysFarmerAndIsItsUpdater() {
    UUID user = ours.world.member(null);
    Client operator = Installation.shared().client(ours.world.token(user, null, Role.OPERATOR));
    for (FarmerScene scene : List.of(ours, theirs)) {
      Reply reply = operator.patch(path(scene.farmer), body(""));
      assertEquals(user.toString(), FarmerScene.ok(reply).get("updater").asText());
      assertEquals(scene.coop.toString(), reply.json().get("buyer").asText());
    }
    assertEquals(404, operator.patch(path(Ids.next()), body("")).status());
  }

  @Test
  void anOperatorMixesNoCompaniesEither() {
    UUID card = theirs.world.card(theirs.coop, null);
    UUID form = theirs.world.form(theirs.coop, "FARMER");
    String sent =
        "\"entity_card\": {\"card\": {\"id\": \"%s\"}}, \"submission\": {\"form\": \"%s\"}";
    ours.refused(
        400,
        () -> ours.operator().patch(path(ours.farmer), body(sent.formatted(card, form))),
        "/submission/form does_not_exist",
        "/entity_card/card/id does_not_exist");
  }

  @Test
  void aReporterChangesNoFarmerWhoseverItIs() {
    Client reporter = ours.world.client(ours.coop, Role.REPORTER);
    for (Object farmer : List.of(ours.farmer, theirs.farmer, Ids.next(), "x")) {
      ours.refused(403, () -> reporter.patch(path(farmer), body("")));
    }
  }

  @Test
  void aForeignAndAnAbsentCardLookTheSame() {
    UUID held = theirs.world.card(theirs.coop, theirs.farmer);
    UUID free = theirs.world.card(theirs.coop, null);
    String named = "\"entity_card\": {\"card\": {\"id\": \"%s\", \"card_id\": \"guess\"}}";
    sameForEach("/entity_card/card/id does_not_exist", named, held, free, Ids.next());
  }

  @Test
  void aForeignAndAnAbsentFormLookTheSame() {
    String named = "\"submission\": {\"form\": \"%s\", \"values\": [{\"field\": \"a\"}]}";
    sameForEach(
        "/submission/form does_not_exist",
        named,
        theirs.world.form(theirs.coop, "FARMER"),
        theirs.world.form(theirs.coop, "PAYMENT"),
        Ids.next());
  }

  @Test
  void aForeignAndAnAbsentFieldLookTheSame() {
    UUID form = ours.world.form(ours.coop, "FARMER");
    UUID foreign = theirs.world.form(theirs.coop, "FARMER");
    String named =
        "\"submission\": {\"form\": \"" + form + "\", \"values\": [{\"field\": \"%s\"}]}";
    sameForEach(
        "/submission/values/0/field does_not_exist",
        named,
        theirs.world.field(foreign, "a", "TEXT", false, "[]"),
        Ids.next());
  }

  @Test
  void aForeignAndAnAbsentCompanyAndAFarmerLookTheSameAsBuyer() {
    Object[] ids = {theirs.coop, theirs.farmer, ours.farmer, Ids.next()};
    JsonNode first = null;
    for (Object id : ids) {
      String sent = "\"buyer\": \"%s\"".formatted(id);
      ours.refused(403, () -> ours.patch(sent), "/buyer forbidden");
      JsonNode answer = withoutPlace(ours.patch(sent));
      assertEquals(first == null ? answer : first, answer);
      first = answer;
    }
  }

  @Test
  void aNumberOrACardIdThatAnotherCompanyUsesIsNoHint() {
    theirs.patched("\"number\": \"A-1\", \"entity_card\": {\"card\": {\"card_id\": \"C-1\"}}");
    ours.patched("\"number\": \"A-1\", \"entity_card\": {\"card\": {\"card_id\": \"C-1\"}}");
  }

  private void sameForEach(String finding, String named, Object... ids) {
    JsonNode first = null;
    for (Object id : ids) {
      ours.refused(named.formatted(id), finding);
      JsonNode answer = withoutPlace(ours.patch(named.formatted(id)));
      assertEquals(first == null ? answer : first, answer);
      first = answer;
    }
  }

  /** A problem without what names the request itself. */
  private static JsonNode withoutPlace(Reply reply) {
    ObjectNode problem = reply.json().deepCopy();
    problem.remove(List.of("instance", "request_id"));
    return problem;
  }
}
