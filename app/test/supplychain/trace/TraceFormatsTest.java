package supplychain.trace;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import supplychain.Goods;
import supplychain.Reply;
import supplychain.World;

/** Each way of writing a trace, whole, for a lot with a diamond, a gap, processing and secrets. */
class TraceFormatsTest {
  private static final Path EXPECTED = Path.of("app/test/supplychain/trace");

  private final Chain chain = new Chain();
  private final String code = " " + World.unique(6);
  private final UUID other = chain.world.farmer(chain.coop);
  private final Map<String, String> names = new LinkedHashMap<>();
  private final String lot = trade();

  /** Two farmers' cherries, mixed, processed, sold with old stock; and some of the one directly. */
  private String trade() {
    name(chain.farmer, "Grace \"G\" <b>&amp;\n\u202eOkello\\n");
    name(other, "\u0141ucja \u5c71\u7530 \ud83c\udf31");
    rename(chain.cherry, "Cherry");
    rename(chain.green, "Green <beans>");
    chain.shares(chain.exporter, true);
    chain.shares(chain.coop, true);
    chain.consents(chain.farmer, "GRANTED");
    chain.consents(other, "GRANTED");
    String first = buy("first", chain.farmer, "100");
    String second = buy("second", other, "40.50");
    String mixed = move("mixed", chain.coop, chain.coop, chain.cherry, "\"120\"", first, second);
    String green = move("green", chain.coop, chain.coop, chain.green, "24", mixed);
    String old = move("old", chain.exporter, chain.coop, chain.green, "10");
    String sold = move("sold", chain.coop, chain.exporter, chain.green, "30", green, old);
    String rest = move("rest", chain.coop, chain.exporter, chain.cherry, "20", second);
    String exported = chain.export(chain.green, "45", sold, rest);
    names.put(exported, "LOT");
    return exported;
  }

  private String buy(String name, UUID from, String quantity) {
    return named(name, chain.buy(from, quantity));
  }

  private String move(
      String name, UUID from, UUID to, UUID product, String quantity, String... parents) {
    return named(name, chain.move(chain.ofCoop, from, to, product, quantity, (Object[]) parents));
  }

  private String named(String name, String id) {
    names.put(id, name);
    return id;
  }

  private static void name(UUID farmer, String name) {
    World.write("update farmer set first_name = ? where id = ?", name, farmer);
  }

  /** No other product may have the name, so a code stands behind it. */
  private void rename(UUID product, String name) {
    World.write("update product set name = ? where id = ?", name + code, product);
  }

  /** The text with names for what differs from run to run: ids, numbers, days. */
  private String plain(String text) {
    Map<String, String> all = new LinkedHashMap<>(names);
    all.put(chain.farmer.toString(), "FARMER");
    all.put(other.toString(), "OTHER");
    all.put(chain.coop.toString(), "COOP");
    all.put(chain.exporter.toString(), "EXPORTER");
    all.put(chain.roaster.toString(), "ROASTER");
    all.put(code, "");
    all.put(chain.cherry.toString(), "CHERRY");
    all.put(chain.green.toString(), "GREEN");
    names.forEach(
        (id, name) -> all.put(chain.operator.get(GOODS + id + "/").at("/number"), "N-" + name));
    String plain = text;
    for (Map.Entry<String, String> each : all.entrySet()) {
      plain = plain.replace(each.getKey(), each.getValue());
    }
    return plain
        .replaceAll("20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:.]+", "INSTANT")
        .replaceAll("20[0-9]{2}-[0-9]{2}-[0-9]{2}", "DAY");
  }

  private Reply trace(String query, String type) {
    return chain.ofRoaster.get(GOODS + lot + "/trace/" + query, "Accept", type).expect(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "image/svg+xml"})
  void thePersonReadsTheDayOfTheTimeZoneOfTheService(String type) {
    String fields = "'amount': 1, 'quantity': 10, 'date': '2024-11-21T14:30:00-05:00'";
    String bought = Goods.body(chain.farmer, chain.coop, chain.cherry, fields);
    String late = chain.ofCoop.post(GOODS, bought).expect(201).id();
    Reply trace = chain.ofCoop.get(GOODS + late + "/trace/", "Accept", type).expect(200);
    assertTrue(trace.text().contains("2024-11-22"), trace.text());
    assertFalse(trace.text().contains("2024-11-21"), trace.text());
    Reply document = chain.ofCoop.get(GOODS + late + "/trace/");
    assertTrue(document.text().contains("2024-11-21T19:30:00+00:00"), document.text());
  }

  @ParameterizedTest
  @CsvSource({
    "application/json, expected.json",
    "text/plain, expected.txt",
    "image/svg+xml, expected.svg"
  })
  void eachFormatOfATraceIsComplete(String type, String file) throws IOException {
    Reply reply = trace("", type);
    String ending = type.equals("application/json") ? "" : ";charset=utf-8";
    assertEquals(type + ending, reply.header("Content-Type").replace(" ", ""));
    assertEquals("Accept, Accept-Encoding", reply.header("Vary"));
    String expected = Files.readString(EXPECTED.resolve(file), StandardCharsets.UTF_8);
    assertEquals(expected, plain(reply.text()));
    chain
        .ofRoaster
        .get(GOODS + lot + "/trace/", "Accept", type, "If-None-Match", reply.header("ETag"))
        .expect(304);
    Reply head = chain.ofRoaster.send("HEAD", GOODS + lot + "/trace/", null, "Accept", type);
    assertEquals(reply.header("ETag"), head.header("ETag"));
    assertEquals("", head.text());
  }

  @Test
  void aTextSaysWhereThereIsNoOtherLot() {
    String path = GOODS + chain.buy("7") + "/trace/?direction=both";
    String text = chain.ofCoop.get(path, "Accept", "text/plain").text();
    assertTrue(text.contains("\ncame from\n  no other lot\n"), text);
    assertTrue(text.contains("\nwent to\n  no other lot\n"), text);
  }

  @Test
  void aPictureIsXmlThatRunsNothing() throws Exception {
    Reply reply = trace("?direction=both", "image/svg+xml");
    Document picture =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(reply.text())));
    assertEquals(0, picture.getElementsByTagName("script").getLength());
    assertEquals(8, picture.getElementsByTagName("g").getLength());
    assertEquals(
        "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        reply.header("Content-Security-Policy"));
    assertEquals("inline; filename=\"trace-" + lot + ".svg\"", reply.header("Content-Disposition"));
    assertNull(trace("", "application/json").header("Content-Disposition"));
  }
}
