package supplychain.proof.crash;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import supplychain.World;
import supplychain.core.Role;
import supplychain.database.Database;
import supplychain.postgres.EmbeddedPostgres;
import supplychain.postgres.TemporaryFolder;

/** A data folder with the records of a cooperative, made once; each attack gets a copy of it. */
final class Cooperative {
  /** So many farmers it has, one for each client that writes. */
  static final int FARMERS = 4;

  private static Cooperative made;

  final UUID coop;
  final UUID exporter;
  final UUID cherry;
  final UUID form;
  final UUID field;
  final UUID premium;
  final List<UUID> farmers;
  final String token;
  private final Path folder;

  private Cooperative(Path folder, Database database) {
    this.folder = folder;
    World world = new World(database);
    coop = world.company("Cooperative");
    exporter = world.company("Exporter");
    cherry = world.product("Cherry");
    form = world.form(coop, "TRANSACTION");
    field = world.field(form, "note", "TEXT", true, "[]");
    premium = world.premium(coop, "NORMAL", true);
    farmers = Stream.generate(() -> world.farmer(coop)).limit(FARMERS).toList();
    token = world.token(coop, Role.ADMIN);
  }

  static synchronized Cooperative made() {
    if (made == null) {
      made = make(TemporaryFolder.made("cooperative").resolve("data"));
    }
    return made;
  }

  private static Cooperative make(Path folder) {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.open(folder, true);
        Database database = open(postgres)) {
      database.migrate();
      return new Cooperative(folder, database);
    }
  }

  /** The records of a data folder, while a service runs on it or not. */
  static Database open(EmbeddedPostgres postgres) {
    return Database.open(
        postgres.url(), postgres.user(), postgres.password(), 2, Duration.ofSeconds(30));
  }

  /** A copy to be attacked. */
  Path copyTo(Path copy) throws IOException, InterruptedException {
    Shell.run("cp", "-a", folder.toString(), copy.toString());
    return copy;
  }

  /** A purchase from a farmer with its form and two payments; the key is its invoice's number. */
  String purchase(UUID farmer, String key, int quantity) {
    return """
        {"source": "%s", "destination": "%s", "product": "%s", "quantity": "%d", "amount": "10",
         "invoice_number": "%s", "submissions":
           [{"form": "%s", "values": [{"field": "%s", "value": "%s"}]}],
         "transaction_payments": [{"amount": "5"}, {"amount": "3", "premium": "%s"}]}"""
        .formatted(farmer, coop, cherry, quantity, key, form, field, key, premium);
  }

  /** A sale from a lot, with its payment. */
  String sale(String key, BigDecimal quantity, String lot) {
    return """
        {"source": "%s", "destination": "%s", "product": "%s", "quantity": "%s", "amount": "20",
         "invoice_number": "%s", "parents": ["%s"], "transaction_payments": [{"amount": "20"}]}"""
        .formatted(coop, exporter, cherry, quantity, key, lot);
  }

  /** An advance to a farmer. */
  String payment(UUID farmer, String key) {
    return """
        {"source": "%s", "destination": "%s", "amount": 12.50, "invoice_number": "%s"}"""
        .formatted(coop, farmer, key);
  }

  /** A product that the cooperative handles from now on, named by the key. */
  String companyProduct(String key) {
    return """
        {"company": "%s", "product": {"name": "%s"}, "premiums": ["%s"]}"""
        .formatted(coop, key, premium);
  }
}
