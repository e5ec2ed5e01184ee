package supplychain.records;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import de.siegmar.fastcsv.reader.CsvReader;
import java.io.UncheckedIOException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.Goods;
import supplychain.Installation;
import supplychain.OneCompany;
import supplychain.OwnService;
import supplychain.Reply;
import supplychain.WatchedDriver;
import supplychain.WatchedDriver.Fault;
import supplychain.World;
import supplychain.core.Json;
import supplychain.core.Role;

/** A whole list, as a table or a document a line. */
class ExportTest extends OneCompany {
  private static final String HEADER =
      "id,number,first_name,last_name,phone,email,description,house_name,street,city,sub_province,"
          + "province,zipcode,country,latitude,longitude,identification_no,reference_number,"
          + "date_of_birth,gender,consent_status,buyer,entity_card.card.card_id,created_on,"
          + "updated_on";

  private final Client member = world.client(company, Role.MEMBER);

  private Reply table(String path) {
    return member.get(path, "Accept", "text/csv");
  }

  private static List<List<String>> cells(Reply reply) {
    reply.expect(200);
    List<List<String>> cells = new ArrayList<>();
    CsvReader.builder().ofCsvRecord(reply.text()).forEach(row -> cells.add(row.getFields()));
    return cells;
  }

  private JsonNode farmer(String fields) {
    Reply reply = member.post(FARMERS, "{\"first_name\": \"Grace\"" + fields + "}").expect(201);
    return reply.json();
  }

  /** The time as people in the time zone of the tests write it. */
  private static String inTheZone(JsonNode time) {
    return OffsetDateTime.parse(time.asText())
        .withOffsetSameInstant(ZoneOffset.ofHoursMinutes(5, 30))
        .format(DateTimeFormatter.ISO_OFFSET_DATE_TIME);
  }

  @Test
  void aTableHasALineThatNamesTheColumnsAndOneForEachRecord() {
    String card = World.unique(12);
    JsonNode farmer =
        farmer(
            ", \"last_name\": \"O\\\"Neil, 🌾\\nb\", \"description\": \"\", \"latitude\": -1.5,"
                + " \"date_of_birth\": \"1980-02-29\", \"entity_card\": {\"card\": {\"card_id\": \""
                + card
                + "\"}}");
    Reply reply = table(FARMERS);
    String line =
        "%s,%s,Grace,\"O\"\"Neil, 🌾 b\",,,\"\",,,,,,,,-1.5,,,,1980-02-29,,UNKNOWN,%s,%s,%s,%s\r\n"
            .formatted(
                farmer.get("id").asText(),
                farmer.get("number").asText(),
                company,
                card,
                inTheZone(farmer.get("created_on")),
                inTheZone(farmer.get("updated_on")));
    assertEquals(HEADER + "\r\n" + line, reply.text());
    assertEquals("text/csv; charset=utf-8", reply.header("Content-Type").toLowerCase(Locale.ROOT));
    assertEquals("attachment; filename=\"farmers.csv\"", reply.header("Content-Disposition"));
    assertEquals("Accept, Accept-Encoding", reply.header("Vary"));
  }

  @Test
  void anEmptyListIsItsHeader() {
    assertEquals(HEADER + "\r\n", table(FARMERS).text());
    Reply lines = member.get(FARMERS, "Accept", "application/x-ndjson");
    assertEquals("", lines.text());
    assertNull(lines.header("Content-Disposition"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "=1+1",
        "+1",
        "@SUM(A1)",
        "-x",
        "-1+1",
        "\tx",
        "\rx",
        "\nx",
        "＝1",
        "＋1",
        "－1",
        "＠x",
        "'=1",
        "''=1",
        "-",
        "--1"
      })
  void aFormulaIsQuotedAndComesBackUnchanged(String text) {
    farmer(", \"description\": " + Json.MAPPER.valueToTree(text));
    Reply reply = table(FARMERS);
    assertEquals("'" + text, cells(reply).get(1).get(6));
    assertEquals(text, imported(reply).get("description").asText());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1=1", "-1", "-1.50", "'x", "' =1", "a+b", "x@example.org"})
  void textsThatAreNoFormulaAreExportedUnchanged(String text) {
    farmer(", \"description\": " + Json.MAPPER.valueToTree(text));
    Reply reply = table(FARMERS);
    assertEquals(text, cells(reply).get(1).get(6));
    assertEquals(text, imported(reply).get("description").asText());
  }

  @Test
  void numbersStayNumbers() {
    JsonNode farmer = farmer(", \"latitude\": -0.00001, \"longitude\": -90");
    Reply reply = table(FARMERS);
    // PostgreSQL writes small ones with an exponent or without, by its version.
    List<Double> numbers =
        cells(reply).get(1).subList(14, 16).stream().map(Double::valueOf).toList();
    assertEquals(List.of(-0.00001, -90.0), numbers, farmer.toString());
    JsonNode imported = imported(reply);
    assertEquals(farmer.get("latitude"), imported.get("latitude"));
    assertEquals(farmer.get("longitude"), imported.get("longitude"));
  }

  /** The farmer that another company makes of a table of one. */
  private JsonNode imported(Reply table) {
    UUID other = world.company("Other");
    Client importer = world.client(other, Role.MEMBER);
    // The ids are those of the first company's records.
    String text =
        table
            .text()
            .replace(company.toString(), other.toString())
            .replaceAll("(?m)^[0-9a-f-]{36},", ",");
    Reply reply = importer.post(FARMERS, text, "Content-Type", "text/csv").expect(200);
    return importer.get(FARMERS + reply.lineIds().get(0) + "/").json();
  }

  @Test
  void aTableOfGoodsNamesTheirParentsInTheirOrder() {
    UUID product = world.product("Cherry");
    List<String> lots = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      String bought = Goods.moved(world.farmer(company), company, product, "5.50");
      lots.add(member.post(GOODS, bought).expect(201).id());
    }
    UUID buyer = world.company("Buyer");
    String sold = Goods.moved(company, buyer, product, "1", lots.get(1), lots.get(0));
    member.post(GOODS, sold).expect(201);
    List<List<String>> cells = cells(table(GOODS));
    int column = cells.get(0).indexOf("parents");
    assertEquals(
        List.of("parents", "", "", lots.get(1) + " " + lots.get(0)),
        cells.stream().map(row -> row.get(column)).toList());
    assertEquals("5.50", cells.get(1).get(cells.get(0).indexOf("quantity")));
  }

  @Test
  void aListOfSeveralPartsHoldsEachRecordOnceInItsOrder() {
    StringBuilder table = new StringBuilder("first_name,number\n");
    for (int i = 0; i < 1_001; i++) {
      table.append("Grace,N").append(i).append('\n');
    }
    Reply made = member.post(FARMERS, table.toString(), "Content-Type", "text/csv");
    List<String> ids = made.lineIds();
    assertEquals(ids, ids(table(FARMERS)));
    List<String> newest = new ArrayList<>(ids);
    java.util.Collections.reverse(newest);
    assertEquals(newest, ids(table(FARMERS + "?order=newest")));
    assertEquals(newest.subList(0, 3), ids(table(FARMERS + "?order=newest&limit=3")));
    Reply page = member.get(FARMERS + "?limit=1000");
    String next = page.next();
    assertEquals(ids.subList(1_000, 1_001), ids(table(next)));
    String rest = next.replace("limit=1000&", "");
    assertEquals(ids.subList(1_000, 1_001), ids(table(rest)));
    assertEquals(ids.subList(7, 8), ids(table(FARMERS + "?number=N7&limit=1")));
    List<JsonNode> documents =
        member.get(FARMERS + "?limit=2", "Accept", "application/x-ndjson").lines();
    assertEquals(
        ids.subList(0, 2).stream().map(id -> member.get(FARMERS + id + "/").json()).toList(),
        documents);
  }

  private static List<String> ids(Reply table) {
    List<List<String>> cells = cells(table);
    return cells.subList(1, cells.size()).stream().map(row -> row.get(0)).toList();
  }

  @Test
  void headHasTheHeadersOfGetAndNoBody() {
    farmer("");
    Reply get = table(FARMERS);
    Reply head = member.send("HEAD", FARMERS, null, "Accept", "text/csv").expect(200);
    assertEquals("", head.text());
    for (String name : List.of("Content-Type", "Content-Disposition", "Vary", "Cache-Control")) {
      assertEquals(get.header(name), head.header(name), name);
    }
  }

  @Test
  void aMistakeOfTheQueryIsAProblemAndNoTable() {
    Reply reply = table(FARMERS + "?limit=0").expect(400);
    assertEquals("application/problem+json", reply.header("Content-Type"));
    assertNull(reply.header("Content-Disposition"));
    assertTrue(reply.json() instanceof ObjectNode);
  }

  @Test
  void aListThatIsCutOffIsVisiblyIncomplete() {
    // The round trips of the token and of the first part, and of a table the fields of forms.
    Map<String, Integer> beforeNextPart = Map.of("text/csv", 6, "application/x-ndjson", 5);
    for (int i = 0; i <= Reads.FIRST; i++) {
      world.farmer(company);
    }
    String url = WatchedDriver.url(Installation.shared().postgres().url());
    try (OwnService other = OwnService.at(url)) {
      Client client = other.client(world.token(company, Role.REPORTER));
      client.get(FARMERS + "?limit=1").expect(200);
      for (String type : beforeNextPart.keySet()) {
        WatchedDriver.arm(beforeNextPart.get(type) + 1, Fault.OUT_OF_MEMORY);
        assertThrows(UncheckedIOException.class, () -> client.get(FARMERS, "Accept", type), type);
        assertTrue(WatchedDriver.disarm().isPresent(), type);
      }
    }
  }
}
