package supplychain.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import supplychain.Client;
import supplychain.Reply;
import supplychain.World;
import supplychain.backup.Room;
import supplychain.core.Role;
import supplychain.database.Database;
import supplychain.ingest.Demo;

/** A farmer whom nobody can mistake for another, in an installation with the demo. */
final class KnownFarmer {
  static final String FARMERS = "/v1/supply-chains/farmers/";
  static final String GOODS = "/v1/transactions/product-transactions/";

  final Client admin;
  final Map<String, String> demo;
  final String id;
  final String lot;

  /** A part of every text about the farmer but for phone and number. */
  private final String mark = "Q" + World.unique(24);

  private final String phone = "+256 " + ThreadLocalRandom.current().nextLong(1L << 62);
  private final String key = World.unique(10);
  private final String number = World.unique(10);

  /** Records the farmer in a room with the demo. */
  KnownFarmer(Room room) {
    this(
        room.database(),
        room.client(room.token(new Demo(room.database()).names().get("COMPANY"), Role.ADMIN)));
  }

  KnownFarmer(Database database, Client admin) {
    this.admin = admin;
    demo = new Demo(database).names();
    id = register().expect(201).id();
    lot = buy().expect(201).id();
  }

  /** The texts by which people can find the farmer. */
  List<String> words() {
    return List.of(mark, phone, number);
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
         "city": "$", "sub_province": "$", "province": "$", "zipcode": "$", "country": "Uganda",
         "latitude": 1.341862, "longitude": 34.384417, "identification_no": "ID $",
         "reference_number": "RN $", "date_of_birth": "1979-03-14", "gender": "F",
         "consent_status": "GRANTED", "entity_card": {"card": {"card_id": "card $"}},
         "submission": {"form": "<FARMER_FORM>", "values": [{"field": "kin", "value": "Kin $"}]}}
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

  /** Changes every text once, so that the history has earlier ones. */
  void change() {
    String change = body().replace("\"First ", "\"Former ").replace(" Road", " Street");
    admin.patch(FARMERS + id + "/", change.replace("\"Kin ", "\"Other kin ")).expect(200);
    String lines = "{\"number\": \"NUMBER\", \"first_name\": \"Twin\", \"phone\": \"PHONE\"}\n";
    admin
        .send(
            "POST",
            FARMERS + "?on_error=proceed",
            fill(lines),
            "Content-Type",
            "application/x-ndjson",
            "Idempotency-Key",
            "lines " + id)
        .expect(200);
  }

  /** A plot with a name. */
  String plot() {
    String plot =
        """
        {"name": "Plot $", "production_place": "By $", "latitude": 1.341999, "longitude": 34.384999}
        """;
    String path = FARMERS + id + "/plots/";
    return admin.post(path, fill(plot), "Idempotency-Key", "plot " + id).expect(201).id();
  }

  Reply erase() {
    return admin.post(FARMERS + id + "/erasure/", "{\"reason\": \"Asked for it\"}");
  }

  String fill(String text) {
    String filled = text.replace("$", mark).replace("PHONE", phone).replace("NUMBER", number);
    for (Map.Entry<String, String> name : demo.entrySet()) {
      filled = filled.replace("<" + name.getKey() + ">", name.getValue());
    }
    return filled;
  }

  /** The tables with a row that has any of the words. */
  List<String> found(Database database, List<String> tables) {
    List<String> found = new ArrayList<>();
    for (String table : tables) {
      for (String word : words()) {
        String query = "select count(*) from %s t where position('%s' in t::text) > 0";
        String count =
            database.read(sql -> sql.fetchValue(query.formatted(table, word))).toString();
        if (!count.equals("0")) {
          found.add(table + " has " + word);
        }
      }
    }
    return found;
  }
}
