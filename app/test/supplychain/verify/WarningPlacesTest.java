package supplychain.verify;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.verify.WarningScene.*;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import supplychain.Reply;
import supplychain.World;
import supplychain.cli.CommandRun;

/** Where warnings are told. */
class WarningPlacesTest {
  private static final String SAYS = "The phone \"none\" has no digits.";
  private static final String BODY = "{\"first_name\": \"Grace\", \"phone\": \"none\"}";
  private final WarningScene scene = new WarningScene();

  @Test
  void aDryRunIsAnsweredWithTheWarningsToo() {
    Reply tried = scene.member.post(FARMERS, BODY, "Prefer", "tx=rollback").expect(201);
    assertEquals("phone_without_digits", tried.header(HEADER));
    String path = FARMERS + scene.farmer + "/";
    Reply change = scene.member.patch(path, BODY, "Prefer", "tx=rollback").expect(200);
    assertEquals("phone_without_digits", change.header(HEADER));
    assertEquals(List.of(), warnings(scene.member, path));
  }

  @Test
  void aRepeatIsAnsweredWithTheHeaderToo() {
    String key = World.unique(12);
    Reply first = scene.member.post(FARMERS, BODY, "Idempotency-Key", key).expect(201);
    assertEquals("phone_without_digits", first.header(HEADER));
    Reply repeat = scene.member.post(FARMERS, BODY, "Idempotency-Key", key).expect(201);
    assertEquals(first.text(), repeat.text());
    assertEquals("phone_without_digits", repeat.header(HEADER));
  }

  @Test
  void eachLineOfManyRecordsHasItsWarnings() {
    String lines = "first_name,phone\nGrace,none\nRuth,0772\n";
    Reply reply = scene.member.send("POST", FARMERS, lines, "Content-Type", "text/csv").expect(200);
    assertEquals(
        List.of("phone_without_digits: " + SAYS), of(reply.lines().get(0).get("warnings")));
    assertFalse(reply.lines().get(1).has("warnings"));
  }

  @Test
  void theRecordsOfOneRequestAreComparedWithEachOther() {
    String lines = "number,first_name,phone\nF-1,Grace,0772\nF-2,Grace,0772\nF-3,Grace,none\n";
    Reply reply = scene.member.send("POST", FARMERS, lines, "Content-Type", "text/csv").expect(200);
    assertEquals(
        List.of("same_farmer: Farmer F-2, Grace, has the same name and phone."),
        of(reply.lines().get(0).get("warnings")));
    assertEquals(
        List.of("same_farmer: Farmer F-1, Grace, has the same name and phone."),
        of(reply.lines().get(1).get("warnings")));
  }

  @Test
  void theImportOfAFileReportsItsWarningsByCode(@TempDir Path folder) throws IOException {
    String row = "Grace,none," + scene.company + "\n";
    Path file = Files.writeString(folder.resolve("f.csv"), "first_name,phone,buyer\n" + row + row);
    for (String option : List.of("--dry-run", "--on-error=stop")) {
      CommandRun run = CommandRun.shared("import", file + "", "--kind", "farmers", option);
      List<String> lines = run.requireExit(0).out().lines().toList();
      assertEquals(
          List.of("WARNING phone_without_digits, lines 2–3: " + SAYS),
          lines.subList(1, lines.size()));
    }
  }

  @Test
  void theLoadOfAFileReportsItsWarnings(@TempDir Path folder) throws IOException {
    String ref = World.unique(12);
    String text =
        """
        {"companies": [{"ref": "%1$s", "name": "Coop"}],
         "farmers": [{"ref": "%1$s", "first_name": "Grace", "buyer": "%1$s", "phone": "none"}]}\
        """
            .formatted(ref);
    Path file = Files.writeString(folder.resolve("records.json"), text);
    List<String> lines = CommandRun.shared("load", file + "").requireExit(0).out().lines().toList();
    assertEquals("WARNING phone_without_digits, line 2: " + SAYS, lines.get(lines.size() - 1));
    assertEquals(4, lines.size());
  }
}
