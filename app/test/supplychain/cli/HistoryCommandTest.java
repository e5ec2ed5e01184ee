package supplychain.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.schema.Tables.CARD;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.lang3.ArrayUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Client;
import supplychain.World;
import supplychain.core.Json;
import supplychain.core.Role;

/** An operator asks who changed what. */
class HistoryCommandTest {
  private static final String TIME = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z";

  private final World world = new World();
  private final UUID coop = world.company("Cooperative");
  private final UUID farmer = world.farmer(coop);
  private final UUID user = world.member(coop);
  private final Client member = world.client(user, coop, Role.MEMBER);
  private final String request = World.unique(20);

  @TempDir private Path folder;

  @Test
  void aChangeShowsItsUserAndTheValueBefore() {
    patch("\"phone\": \"+256 772 000111\"", "first");
    patch("\"phone\": \"+256 772 000222\"", request);
    CommandRun run = history("--request", request);
    assertEquals("", run.err());
    List<String> lines = run.out().lines().toList();
    assertEquals(2, lines.size(), run.out());
    String head =
        "changed farmer %s by %s@example.org, request [0-9a-f-]{36} \\(client's %s\\)"
            .formatted(farmer, user, request);
    assertTrue(lines.get(0).matches(TIME + " " + head), run.out());
    assertEquals("    phone: \"+256 772 000111\" -> \"+256 772 000222\"", lines.get(1));
  }

  @Test
  void aRecordIsShownWithItsPartsNewestFirst() {
    UUID form = world.form(coop, "FARMER");
    world.field(form, "group", "TEXT", false, "[]");
    world.field(form, "house", "TEXT", false, "[]");
    world.card(coop, farmer);
    String values =
        "\"submission\": {\"form\": \"%s\", \"values\": [{\"field\": \"%s\", \"value\": %s}]}";
    patch(values.formatted(form, "group", "\"North\""), "fills");
    patch(values.formatted(form, "house", "\"7\""), "adds");
    patch(values.formatted(form, "group", "\"South\""), "changes");
    patch(values.formatted(form, "group", "null"), "clears");
    patch("\"submission\": null", "parts");
    CommandRun run = history(farmer.toString());
    assertEquals(
        List.of(
            "changed submission",
            "removed submission_value (field group)",
            "changed submission_value (field group)",
            "created submission_value (field house)",
            "created submission",
            "changed farmer",
            "created entity_card",
            "created farmer"),
        heads(run));
    assertTrue(run.out().contains("    values: {\"group\":\"North\"}\n"), run.out());
    assertTrue(run.out().contains("    value: \"North\" -> \"South\"\n"), run.out());
    assertTrue(run.out().contains("    farmer: \"" + farmer + "\" -> null\n"), run.out());
  }

  @Test
  void aRecordIsNamedByItsNumberCardOrName() {
    String number = World.unique(10);
    String name = World.unique(20);
    UUID card = world.card(coop, farmer);
    String cardId = World.read(sql -> sql.fetchValue(CARD.CARD_ID, CARD.ID.eq(card)));
    patch("\"number\": \"%s\", \"last_name\": \"%s\"".formatted(number, name), "names");
    String changes = history(farmer.toString()).out();
    assertEquals(changes, history(number).out());
    assertEquals(changes, history("grace " + name).out());
    assertEquals(history(card.toString()).out(), history(cardId).out());
    UUID second = world.farmer(world.company("Other"));
    World.write("update farmer set number = ? where id = ?", number, second);
    String several = "\"" + number + "\" means several records: give the id, farmer ";
    history("--kind", "farmer", number).requireExit(1, several, "farmer " + farmer);
    history("F-nobody").requireExit(1, "No record has the number or name \"F-nobody\".");
  }

  /** The kind of each change and its record, without times, ids and users. */
  private static List<String> heads(CommandRun run) {
    return run.out()
        .lines()
        .filter(line -> line.matches(TIME + ".*"))
        .map(line -> line.replaceAll("^\\S+ | by .*| of [0-9a-f-]{36}| [0-9a-f-]{36}", ""))
        .toList();
  }

  @Test
  void forScriptsEachChangeIsAJsonObjectInALine() throws JsonProcessingException {
    patch("\"phone\": \"1\"", "first");
    patch("\"phone\": \"\\u00e9\"", request);
    CommandRun run = history("--request", request, "--json");
    assertTrue(run.out().matches("[ -~]*\n"), run.out());
    JsonNode change = Json.MAPPER.readTree(run.out());
    assertTrue(change.get("id").asLong() > 0);
    assertTrue(change.get("at").asText().matches(TIME));
    assertEquals(
        """
        {"user":"%s","email":"%s@example.org","client_request":"%s","operation":"changed",\
        "kind":"farmer","record":"%s","part_of":null,"field":null,\
        "before":{"phone":"1"},"after":{"phone":"é"}}\
        """
            .formatted(user, user, request, farmer),
        change.<ObjectNode>deepCopy().remove(List.of("id", "at", "request")).toString());
  }

  @Test
  void controlCharactersInRecordsAreEscaped() {
    String nasty = "\\u001b[2J\\u009b2J\\u202e\\n\\u007f";
    patch("\"phone\": \"" + nasty + "\"", request);
    for (String form : List.of("--request", "--json --request")) {
      String out = history((form + " " + request).split(" ", -1)).out();
      assertTrue(
          out.codePoints().allMatch(c -> c == '\n' || (c >= ' ' && c < 0x7f)), "raw: " + out);
      assertTrue(
          out.toLowerCase(Locale.ROOT).contains("\\u001b[2j\\u009b2j\\u202e\\n\\u007f"), out);
    }
  }

  @Test
  void changesAreFoundByUserAndTime() {
    patch("\"phone\": \"1\"", "first");
    patch("\"phone\": \"2\"", "second");
    String email = user.toString().toUpperCase(Locale.ROOT) + "@EXAMPLE.ORG";
    assertEquals(List.of("changed farmer", "changed farmer"), heads(history("--user", email)));
    assertEquals(2, heads(history("--user", email, "--since", "2020-01-01")).size());
    CommandRun none = history("--user", email, "--until", "2020-01-01T00:00:00Z");
    assertEquals("", none.out());
    assertEquals("No change matches.", none.err().strip());
  }

  @Test
  void aDateIsADayOfTheTimeZoneThatTheCommandIsGiven() throws Exception {
    Path file = folder.resolve("history.jsonl.gz");
    String change = "{\"at\": \"2026-11-20T%s.000000Z\"}\n";
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write((change.formatted("21:00:00") + change.formatted("20:59:59")).getBytes(UTF_8));
    }
    String command = "history --since 2026-11-21 --time-zone Africa/Kampala --json --from " + file;
    try (ServiceProcess history = ServiceProcess.start(Map.of(), command.split(" ", -1))) {
      assertEquals(0, history.exitCode());
      assertEquals(change.formatted("21:00:00"), Files.readString(history.out()));
    }
  }

  @Test
  void changesBeyondTheLimitAreAnnounced() {
    patch("\"phone\": \"1\"", "first");
    patch("\"phone\": \"2\"", "second");
    CommandRun one = history(farmer.toString(), "--limit", "1");
    assertEquals(List.of("changed farmer"), heads(one));
    assertTrue(one.out().contains("phone: \"1\" -> \"2\""), one.out());
    assertEquals("There are more changes. Use a larger --limit to see them.", one.err().strip());
    CommandRun all = history(farmer.toString(), "--limit", "3");
    assertEquals(3, heads(all).size());
    assertEquals("", all.err());
  }

  @Test
  void moreThanAPageIsShownOnceAndInOrder() {
    World.write(
        sql -> {
          for (int i = 0; i < 205; i++) {
            String email = "N" + i + user + "@example.org";
            sql.execute("update app_user set email = {0} where id = {1}", email, user);
          }
          return sql;
        });
    CommandRun run = history(user.toString(), "--limit", "1000");
    List<String> names =
        run.out()
            .lines()
            .filter(line -> line.contains(" -> "))
            .map(line -> line.replaceAll(".* -> \"(N\\d+?)" + user + ".*", "$1"))
            .toList();
    assertEquals(Stream.iterate(204, i -> i - 1).limit(205).map(i -> "N" + i).toList(), names);
  }

  @Test
  void aChangeByACommandNamesTheCommandAndItsUser() throws IOException {
    String ref = World.unique(12);
    Path file = folder.resolve(ref + ".json");
    Files.writeString(
        file, "{\"companies\": [{\"ref\": \"%s\", \"name\": \"Coop\"}]}".formatted(ref));
    assertEquals(0, CommandRun.shared("load", file.toString()).exitCode());
    String load = "load " + ref + ".json by " + System.getProperty("user.name");
    assertEquals(List.of("created company"), heads(history("--request", load)));

    String email = ref + "@example.org";
    CommandRun made = CommandRun.shared("token", "create", "--user", email, "--role", "OPERATOR");
    CommandRun tokens = history("--kind", "token", "--limit", "1");
    assertTrue(
        tokens.out().contains(" by system@localhost, request token create by "), tokens.out());
    assertFalse(tokens.out().contains("hash"), tokens.out());
    assertFalse(tokens.out().contains(made.out().strip().substring(4)), tokens.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "it --from pom.xml | With --from, name the record by its id.",
        "--since yesterday | Invalid value for option '--since': it must be a date",
        "--until 2020-02-30 | Invalid value for option '--until': it must be a date",
        "--limit 0 | --limit must be a number from 1 on.",
        "--limit many | Invalid value for option '--limit'",
        "--kind currency | --kind must be one of app_user, card,",
        "archive --before 2999-01-01 new.gz | --before must be in the past."
      })
  void aWrongArgumentIsNamed(String arguments, String said) {
    history(arguments.strip().split(" ")).requireExit(2, said);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "archive --before 2020-01-01 pom.xml | 1 | There is already a file pom.xml. Choose"
            + " another name.",
        "archive --before 2020-01-01 target/new.gz | 0 | No change is older than"
            + " 2019-12-31T18:30:00Z, so no file was written.",
        "--from target | 1 | There is no file target, or you cannot read it.",
        "--from pom.xml | 1 | The file pom.xml is not an archive of the history, or it is damaged."
      })
  void anArchiveThatCannotBeWrittenOrReadIsNamed(String arguments, int exitCode, String said) {
    history(arguments.strip().split(" ")).requireRefused(exitCode, said);
    assertFalse(Files.exists(Path.of("target/new.gz")));
  }

  @Test
  void anUnknownUserIsNamed() {
    history("--user", "nobody@example.org")
        .requireRefused(1, "No user has the address nobody@example.org.");
  }

  private void patch(String fields, String requestId) {
    String body = "{\"first_name\": \"Grace\", " + fields + "}";
    member.patch(FARMERS + farmer + "/", body, "X-Request-Id", requestId).expect(200);
  }

  private static CommandRun history(String... arguments) {
    return CommandRun.shared(ArrayUtils.addFirst(arguments, "history"));
  }
}
