package supplychain.cli;

import static supplychain.schema.Tables.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import supplychain.core.Caller;
import supplychain.core.Failure;
import supplychain.core.Json;
import supplychain.core.Role;
import supplychain.database.Author;
import supplychain.database.Database;
import supplychain.privacy.Compaction;
import supplychain.privacy.Erasures;
import supplychain.privacy.Leftovers;
import supplychain.validation.Formats;
import supplychain.validation.TerminalText;

@Command(
    name = "erase",
    description = {
      "Erase the personal data of a farmer for ever; the books stay right.",
      "It prints what it could not reach, such as backups."
    })
final class Erase extends DatabaseCommand {
  private static final Caller OPERATOR = new Caller(Caller.SYSTEM, null, Role.OPERATOR);

  @Parameters(arity = "0..1", paramLabel = "FARMER", description = "The farmer's id or number.")
  String farmer;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "Why; it is kept, so do not name the person.")
  String reason;

  @Option(
      names = {"-y", "--yes"},
      description = "Do not ask whether to go on.")
  boolean yes;

  @Option(
      names = "--list",
      description = "Print all erasures, an object in each line, for restore --erasures.")
  boolean list;

  @Option(
      names = "--archive",
      paramLabel = "FILE",
      description = "Erase all erased farmers from this file, which history archive wrote.")
  Path archive;

  @Option(
      names = "--compact",
      description = "Rewrite the tables, so that the disk has no erased data; requests wait.")
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
      say("Erased all erased farmers from " + archive + ".");
    }
    if (compact) {
      say(
          Compaction.run(database)
              ? "Rewrote the tables and the log of PostgreSQL."
              : "Rewrote the tables. The log of PostgreSQL forgets the old rows at its next"
                  + " checkpoint.");
    }
  }

  private void eraseFarmer(Database database) {
    UUID id = database.read(this::find);
    confirm();
    Author author = author(id);
    UUID erasure =
        database.write(
            author,
            sql -> {
              Database.liftLimits(sql);
              return Erasures.erase(sql, OPERATOR, id, reason);
            });
    Leftovers.erase(database, author)
        .forEach(file -> say("This archive may still have the data: " + file));
    byte[] document = database.read(sql -> Erasures.DOCUMENT.of(sql, OPERATOR, erasure));
    say("Erased farmer " + id + ". What remains:");
    for (JsonNode part :
        Json.trusted(new String(document, StandardCharsets.UTF_8)).get("remains")) {
      String name = part.get("name").isNull() ? "" : " " + part.get("name").asText();
      out().println(part.get("kind").asText() + name + ": " + part.get("detail").asText());
    }
  }

  private UUID find(DSLContext sql) {
    List<UUID> found =
        sql.select(FARMER.ID)
            .from(FARMER)
            .where(
                Formats.uuid(farmer).map(FARMER.ID::eq).orElseGet(() -> FARMER.NUMBER.eq(farmer)))
            .fetch(FARMER.ID);
    return only(
        found,
        "No farmer has the id or the number \"" + farmer + "\".",
        "Several farmers have the number \"" + farmer + "\": give the id, ");
  }

  private void confirm() {
    if (!yes && System.console() == null) {
      throw Failure.wrongUse("An erasure is for ever. Nobody can be asked here: add --yes.");
    }
    if (!yes
        && !"yes".equals(System.console().readLine("Erase %s for ever? Write yes: ", farmer))) {
      throw Failure.of("Nothing was erased.");
    }
  }
}
