package supplychain.history;

import static supplychain.Paths.*;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import supplychain.Client;
import supplychain.Reply;
import supplychain.World;
import supplychain.backup.Room;
import supplychain.core.Role;
import supplychain.database.Database;
import supplychain.ingest.Demo;

/** A farmer whom nobody can mistake for another, in an installation with the demo. */
final class KnownFarmer {
  final Client admin;
  final Map<String, String> demo;
  final String id;
  final String lot;

  /** A part of every text about the farmer but for the following ones. */
  private final String mark = "Q" + World.unique(24);

  private final String twoLetters = letter() + letter();
  private final String withQuote = letter() + "\"" + letter();
  private final String withBackslash = letter() + "\\" + letter();
  private final String phone = "+256 " + ThreadLocalRandom.current().nextLong(1L << 62);
  private final String key = World.unique(10);
  private final String number = World.unique(10);

  /** Records the farmer in a room with the demo. */
  KnownFarmer(Room room) {
    this(
        room.database(),
        room.client(room.token(new Demo(room.database()).ids().get("COMPANY"), Role.ADMIN)));
  }

  KnownFarmer(Database database, Client admin) {
    this.admin = admin;
    demo = new Demo(database).ids();
    id = register().expect(201).id();
    lot = buy().expect(201).id();
  }

  /** A letter of the Vai script: three bytes that no other text has. */
  private static String letter() {
    return Character.toString(ThreadLocalRandom.current().nextInt(0xA500, 0xA60C));
  }

  /** The texts by which people can find the farmer. */
  List<String> words() {
    return List.of(mark, phone, number, twoLetters, withQuote, withBackslash);
  }

  /** The words that a text has, in JSON or another format that doubles or escapes characters. */
  List<String> wordsIn(String text) {
    return words().stream()
        .filter(word -> Pattern.compile(pattern(word)).matcher(text).find())
        .toList();
  }

  /** The words in the bytes of a file. */
  List<String> wordsIn(byte[] bytes) {
    return wordsIn(new String(bytes, StandardCharsets.UTF_8));
  }

  /** The words in each table of a backup that has any. */
  Map<String, List<String>> wordsInBackup(Path backup) throws IOException {
    Map<String, List<String>> found = new TreeMap<>();
    try (ZipFile zip = new ZipFile(backup.toFile())) {
      for (ZipEntry entry : zip.stream().toList()) {
        found.put(entry.getName(), wordsIn(zip.getInputStream(entry).readAllBytes()));
      }
    }
    found.values().removeIf(List::isEmpty);
    return found;
  }

  private static String pattern(String word) {
    return word.replace("+", "[+]").replaceAll("[\"\\\\]", "[\\\\\\\\\"]+");
  }

  /** A request that was sent already, with the same key. */
  Reply register() {
    return admin.post(FARMERS, body(), "Idempotency-Key", "register " + key);
  }

  private String body() {
    return fill(
        """
        {"first_name": "First $", "last_name": "Last $", "phone": "PHONE", "number": "NUMBER",
         "email": "$@example.org", "description": "About $", "house_name": "$", "street": "$ Road",
         "city": "TWO", "sub_province": "QUOTE", "province": "BACKSLASH", "zipcode": "$", "country": "Uganda",
         "latitude": 1.341862, "longitude": 34.384417, "identification_no": "ID $",
         "reference_number": "RN $", "date_of_birth": "1979-03-14", "gender": "F",
         "consent_status": "GRANTED", "entity_card": {"card": {"card_id": "card $"}},
         "submission": {"form": "<FARMER_FORM>", "values": [{"field": "kin", "value": "Kin $ TWO"}]}}
        """);
  }

  /** The same as for {@link #register}. */
  Reply buy() {
    String body =
        """
        {"source": {"card": "card $"}, "destination": "<COMPANY>", "product": "<PRODUCT>",
         "quantity": "12.5", "amount": "25000", "transaction_payments": [{"amount": 20000}]}
        """;
    return admin.post(GOODS, fill(body), "Idempotency-Key", "buy " + key);
  }

  /** Changes every text, so that the history has earlier ones; after an erasure, records them. */
  void change() {
    String change = body().replace("\"First ", "\"Former ").replace(" Road", " Street");
    admin.patch(FARMERS + id + "/", change.replace("\"Kin ", "\"Other kin ")).expect(200);
    String lines = "{\"number\": \"NUMBER\", \"first_name\": \"Twin\", \"phone\": \"PHONE\"}\n";
    String[] headers = {
      "Content-Type", "application/x-ndjson", "Idempotency-Key", World.unique(10)
    };
    admin.post(FARMERS + "?on_error=proceed", fill(lines), headers).expect(200);
  }

  /** A plot with a name. */
  String plot() {
    String plot =
        """
        {"name": "QUOTE $", "production_place": "By $", "latitude": 1.341999, "longitude": 34.384999}
        """;
    String path = FARMERS + id + "/plots/";
    return admin.post(path, fill(plot), "Idempotency-Key", World.unique(10)).expect(201).id();
  }

  Reply erase() {
    return admin.post(FARMERS + id + "/erasure/", "{\"reason\": \"Asked for it\"}");
  }

  private static String inJson(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"");
  }

  /** Puts the words of the farmer and the ids of the demo into a body. */
  String fill(String text) {
    String filled = text.replace("$", mark).replace("PHONE", phone).replace("NUMBER", number);
    filled = filled.replace("TWO", twoLetters).replace("QUOTE", inJson(withQuote));
    filled = filled.replace("BACKSLASH", inJson(withBackslash));
    return World.filled(filled, demo);
  }

  /** The tables with a row that has any of the words. */
  List<String> found(Database database, List<String> tables) {
    List<String> found = new ArrayList<>();
    for (String table : tables) {
      for (String word : words()) {
        String query = "select exists (select from %s t where t::text ~ {0})".formatted(table);
        if ((Boolean) database.read(sql -> sql.fetchValue(query, pattern(word)))) {
          found.add(table + " has " + word);
        }
      }
    }
    return found;
  }
}
