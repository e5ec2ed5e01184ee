package supplychain.history;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.history.Follower.CHANGES;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import supplychain.Await;
import supplychain.Client;
import supplychain.Goods;
import supplychain.OneCompany;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.records.registry.RecordKinds;

/** The content of a change, its readers, and the cursor after it. */
class ChangesTest extends OneCompany {
  private static final String UUID_7 =
      "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";

  private final UUID user = world.member(company);
  private final Client member = world.client(user, company, Role.MEMBER);
  private final UUID farmer = world.farmer(company);
  private final Follower follower = new Follower(member);

  @Test
  void aChangeNamesTheRecordAndShowsItAsItIs() {
    Reply changed =
        member.patch(
            FARMERS + farmer + "/",
            "{\"first_name\": \"Akello\", \"phone\": \"+256 1\"}",
            "X-Request-Id",
            "r-1");
    List<JsonNode> changes = follower.readAll();
    assertEquals(1, changes.size(), changes.toString());
    JsonNode change = changes.get(0);
    assertEquals("farmers", change.get("resource").asText());
    assertEquals(farmer.toString(), change.get("id").asText());
    assertEquals(FARMERS + farmer + "/", change.get("path").asText());
    assertEquals("CHANGED farmers [first_name,phone,updater]", Follower.summary(change));
    assertEquals(user.toString(), change.get("user").asText());
    assertTrue(change.get("request_id").asText().matches(UUID_7), change.toString());
    assertEquals("r-1", change.get("client_request_id").asText());
    assertEquals(changed.json(), change.get("record"));
    assertEquals(List.of(), follower.readAll());
  }

  @Test
  void aNewRecordIsOneChangeWithAllItsPartsAndOneOfEachOtherRecordThatItMakes() {
    Reply made =
        member
            .post(
                FARMERS,
                "{\"first_name\": \"Ruth\", \"entity_card\": {\"card\": {\"card_id\": \"C-1\"}}}")
            .expect(201);
    assertEquals(
        List.of("CREATED connect-cards []", "CREATED entity-cards []", "CREATED farmers []"),
        follower.summaries().stream().sorted().toList());
    assertEquals(made.json(), follower.copy.get(made.header("Location")));
  }

  @Test
  void aPartIsNamedAsTheFieldInWhichItStands() {
    UUID form = world.form(company, "FARMER");
    UUID field = world.field(form, "size", "TEXT", false, "[]");
    String value =
        "{\"first_name\": \"Grace\", \"submission\": {\"form\": \"%s\","
            + " \"values\": [{\"field\": \"%s\", \"value\": \"%s\"}]}}";
    member.patch(FARMERS + farmer + "/", value.formatted(form, field, "1"));
    assertEquals(
        List.of(
            "CREATED forms []",
            "CHANGED forms [fields]",
            "CHANGED farmers [submission,updater]",
            "CREATED submissions []"),
        follower.summaries());
    member.patch(FARMERS + farmer + "/", value.formatted(form, field, "2"));
    assertEquals(
        List.of("CHANGED farmers [submission]", "CHANGED submissions [values]"),
        follower.summaries().stream().sorted().toList());
  }

  @Test
  void newPremiumsOfACompanyProductAreAChangeOfTheirField() {
    Client admin = world.client(company, Role.ADMIN);
    String body =
        "{\"company\": \"%s\", \"product_id\": \"%s\", \"premiums\": [\"%s\"]}"
            .formatted(company, world.product("Cherry"), world.premium(company, "NORMAL", true));
    String path = admin.post(COMPANY_PRODUCTS, body).expect(201).header("Location");
    follower.readAll();
    admin.patch(path, "{\"premiums\": null}").expect(200);
    assertEquals(List.of("CHANGED company-products [premiums]"), follower.summaries());
    assertEquals("[]", follower.copy.get(path).get("premiums").toString());
  }

  @Test
  void aDrawFromALotIsAChangeForItsHolder() {
    UUID exporter = world.company("Exporter");
    Follower buyer = new Follower(world.client(exporter, Role.REPORTER));
    UUID product = world.product("Cherry");
    Reply lot = member.post(GOODS, Goods.moved(farmer, company, product, "100")).expect(201);
    follower.readAll();
    assertEquals(List.of("CREATED products []"), buyer.summaries());
    Reply sale =
        member.post(GOODS, Goods.moved(company, exporter, product, "30", lot.id())).expect(201);
    assertEquals(
        List.of(
            "CHANGED product-transactions [current_quantity]", "CREATED product-transactions []"),
        follower.summaries().stream().sorted().toList());
    assertEquals("70", follower.copy.get(GOODS + lot.id() + "/").get("current_quantity").asText());
    List<JsonNode> bought = buyer.readAll();
    assertEquals(List.of(GOODS + sale.id() + "/"), Follower.paths(bought));
    assertTrue(bought.get(0).get("user").isNull(), bought.toString());
    assertTrue(bought.get(0).get("request_id").isNull(), bought.toString());
    ObjectNode shown = sale.json().deepCopy();
    shown.putNull("creator").putNull("updater");
    assertEquals(shown, bought.get(0).get("record"), "the users of the seller are its own");
  }

  @Test
  void theNewCompanyReceivesNoChangesFromBeforeAMove() {
    UUID other = world.company("Other");
    Follower there = new Follower(world.client(other, Role.REPORTER));
    member.patch(FARMERS + farmer + "/", "{\"first_name\": \"Akello\"}");
    Client operator = world.client(null, Role.OPERATOR);
    operator.patch(
        FARMERS + farmer + "/", "{\"first_name\": \"Grace\", \"buyer\": \"%s\"}".formatted(other));
    assertEquals(1, there.readAll().size());
    assertEquals(
        List.of("GONE", "GONE"),
        follower.readAll().stream().map(change -> change.get("operation").asText()).toList());
  }

  @Test
  void tokensAreForAnAdminAndUsersForAnOperator() {
    UUID other = world.company("Other");
    Follower stranger = new Follower(world.client(other, Role.ADMIN));
    Follower admin = new Follower(world.client(company, Role.ADMIN), Follower.CHANGES);
    // The feed shows the admin's own token once no older write is in progress.
    Await.until(() -> admin.summaries().contains("CREATED tokens []"));
    follower.readAll();
    world.token(user, company, Role.REPORTER);
    Client operator = world.client(null, Role.OPERATOR);
    Follower ofAll = new Follower(operator);
    operator.patch(USERS + user + "/", "{\"email\": \"" + user + "@b.org\"}");
    List<String> toAdmin = new ArrayList<>();
    Await.until(() -> toAdmin.addAll(admin.summaries()));
    assertEquals(List.of("CREATED tokens []"), toAdmin);
    assertEquals(List.of(), follower.readAll());
    assertTrue(ofAll.summaries().contains("CHANGED users [email,updater]"));
    assertEquals(List.of(), stranger.readAll());
  }

  @Test
  void aPageHasNoMoreThanItsLimitAndLeadsOnToTheNext() {
    Follower small = new Follower(member).with("limit=2");
    for (int i = 0; i < 5; i++) {
      member.patch(FARMERS + farmer + "/", "{\"first_name\": \"G" + i + "\"}");
    }
    world.farmer(world.company("Other"));
    assertEquals(2, small.read().size());
    assertEquals(2, small.read().size());
    assertEquals(1, small.read().size());
    assertEquals(0, small.read().size());
    assertTrue(small.next().contains("limit=2&after="), small.next());
    assertEquals("G4", small.copy.get(FARMERS + farmer + "/").get("first_name").asText());
  }

  @Test
  void linesAreOneChangeEach() {
    Follower start = new Follower(member);
    member.patch(FARMERS + farmer + "/", "{\"first_name\": \"Akello\"}");
    Reply array = member.get(start.next());
    Reply lines = member.get(start.next(), "Accept", "application/x-ndjson");
    assertEquals("application/x-ndjson", lines.header("Content-Type"));
    assertEquals(array.json().get(0), lines.json());
    assertTrue(lines.text().endsWith("}\n"), lines.text());
    assertEquals("", member.get(lines.next(), "Accept", "application/x-ndjson").text());
    assertEquals("", member.send("HEAD", start.next() + "&wait=30", null).text());
  }

  @Test
  void everyMistakeOfTheQueryIsNamed() {
    Reply reply = member.get(CHANGES + "?after=x&limit=0&wait=31&kind=farmer&wait=1");
    assertEquals(
        List.of(
            "/wait duplicate",
            "/after cursor",
            "/limit range",
            "/wait range",
            "/kind unknown_parameter"),
        reply.findings());
    String cursor = follower.next().replaceAll(".*after=", "");
    member.get(CHANGES + "?limit=1000&wait=0&after=" + cursor).expect(200);
    assertEquals(List.of("/limit range"), member.get(CHANGES + "?limit=1001").findings());
  }

  /** Users and tokens are not part of a copy; plots are, without changes of their own. */
  @Test
  void theProgramOfTheManualCopiesEachKindThatHasChanges() {
    String page = assertDoesNotThrow(() -> Files.readString(Path.of("app/manual/copy.md")));
    String lists = page.replaceFirst("(?s).*\nLISTS = \"\"\"(.*?)\"\"\".*", "$1");
    Set<String> listed = new TreeSet<>();
    Arrays.stream(lists.split("\\s+")).forEach(list -> listed.add("/v1/" + list + "/"));
    Set<String> copied = new TreeSet<>(Set.of(PLOTS));
    Pattern.compile("\\('[a-z_]+', '([a-z-]+)'\\)")
        .matcher(World.fileBeside(Changes.class, "changes.sql"))
        .results()
        .forEach(kind -> copied.add(RecordKinds.named(kind.group(1)).path()));
    copied.removeAll(Set.of(USERS, TOKENS));
    Set<String> absent = new TreeSet<>(copied);
    absent.removeAll(listed);
    assertEquals(Set.of(), absent, "Add these to LISTS in copy.md.");
    listed.removeAll(copied);
    assertEquals(Set.of(), listed, "Add these to history/changes.sql, or remove them from LISTS.");
  }
}
