package supplychain.cli;

import static supplychain.schema.Tables.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.Console;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import supplychain.core.Caller;
import supplychain.core.Failure;
import supplychain.core.Json;
import supplychain.database.Author;
import supplychain.database.Database;
import supplychain.history.Erasures;
import supplychain.history.Leftovers;
import supplychain.validation.Formats;
import supplychain.validation.TerminalText;

/** Erases the personal data of a farmer. */
@Command(name = "erase")
final class Erase extends DatabaseCommand {
  @Parameters(arity = "0..1", paramLabel = "FARMER", descriptionKey = "erase.FARMER")
  String farmer;

  @Option(names = "--reason", paramLabel = "TEXT")
  String reason;

  @Option(names = {"-y", "--yes"})
  boolean yes;

  @Option(names = "--list")
  boolean list;

  @Option(names = "--archive", paramLabel = "FILE")
  Path archive;

  @Option(names = "--compact")
  boolean compact;

  @Override
  void check() {
    if (farmer == null && !list && archive == null && !compact) {
      throw Failure.wrongUse("Name a farmer, or use --list, --archive or --compact.");
    }
    int most = ERASURE.REASON.getDataType().length();
    if (farmer != null && (reason == null || reason.isBlank() || reason.length() > most)) {
      throw Failure.wrongUse("--reason must have 1 to " + most + " characters.");
    }
  }

  @Override
  void run(Database database) throws IOException {
    if (list) {
      database
          .read(sql -> sql.fetch("select row_to_json(erasure)::text from erasure order by id"))
          .forEach(row -> out().println(TerminalText.ascii(row.get(0, String.class))));
    }
    if (farmer != null) {
      eraseFarmer(database);
    }
    if (archive != null) {
      requireReadable(archive);
      Leftovers.eraseFrom(database, author("--archive", archive), archive.toAbsolutePath());
      say("Removed the data of erased farmers from " + archive + ".");
    }
    if (compact) {
      String log =
          Leftovers.compact(database) ? " and the log" : "; the log follows at the next checkpoint";
      say("Rewrote the tables" + log + ".");
    }
  }

  private void eraseFarmer(Database database) {
    UUID id = database.read(sql -> record(sql, farmer, FARMER.getName()));
    if (!database.read(sql -> sql.fetchExists(FARMER, FARMER.ID.eq(id)))) {
      throw Failure.of("No farmer has the id " + id + ".");
    }
    confirm(id);
    // The history keeps the author, so it must not name the farmer.
    Author author = author(id);
    UUID erasure = database.write(author, sql -> Erasures.erase(sql, Caller.OPERATOR, id, reason));
    Leftovers.erase(database, author)
        .forEach(file -> say("This archive may still have the data: " + file));
    byte[] document = database.read(sql -> Erasures.DOCUMENT.of(sql, Caller.OPERATOR, erasure));
    say("Erased farmer " + id + ". What remains:");
    for (JsonNode part :
        Json.trusted(new String(document, StandardCharsets.UTF_8)).get("remains")) {
      String name = part.get("name").isNull() ? "" : " " + part.get("name").asText();
      out().println(part.get("kind").asText() + name + ": " + part.get("detail").asText());
    }
  }

  // Commands.run makes sure that Java has a console only on a terminal.
  @SuppressWarnings("SystemConsoleNull")
  private void confirm(UUID id) {
    Console console = System.console();
    if (!yes && (console == null || !isYes(console, id))) {
      throw Failure.wrongUse("Nothing was erased. Write yes when asked, or add --yes.");
    }
  }

  private boolean isYes(Console console, UUID id) {
    String shown = Formats.uuid(farmer).isPresent() ? farmer : farmer + " (" + id + ")";
    return "yes".equals(console.readLine("Erase %s for ever? Write yes: ", shown));
  }
}
