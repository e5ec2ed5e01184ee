package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.FARMERS;
import static supplychain.ingest.Xlsx.row;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.OwnService;
import supplychain.Reply;
import supplychain.core.Role;

/** A workbook that would take much memory or time is refused, and one at the limits is recorded. */
class HostileWorkbookTest {
  private static final String NAMES = row(1, "first_name", "description");
  private final BulkScene scene = new BulkScene();

  private Reply send(byte[] workbook) {
    return scene.post(FARMERS, Xlsx.MEDIA_TYPE, workbook);
  }

  private static Reply send(Client client, byte[] workbook) {
    return client.postBody(
        FARMERS, BodyPublishers.ofByteArray(workbook), "Content-Type", Xlsx.MEDIA_TYPE);
  }

  private Reply send(Xlsx workbook) {
    return send(workbook.bytes());
  }

  private void refuses(Xlsx workbook, String reason) {
    assertEquals(
        List.of(" The service cannot read this file. " + reason),
        send(workbook).expect(400, " format").details());
  }

  private static Xlsx valid() {
    return Xlsx.of(NAMES + row(2, "Ruth"));
  }

  /** A text that hardly becomes shorter when it is packed. */
  private static String random(int length) {
    Random random = new Random(length);
    return random
        .ints(length, 'a', 'z' + 1)
        .mapToObj(c -> Character.toString(c))
        .collect(Collectors.joining());
  }

  @Test
  void theFilesInAWorkbookAreLimited() {
    Xlsx workbook = valid();
    IntStream.range(0, LimitedZip.MOST_ENTRIES - 5)
        .forEach(i -> workbook.part("xl/media/" + i, ""));
    send(workbook).expect(200);
    refuses(workbook.part("xl/media/last", ""), "It has more than 1000 files in it.");
  }

  /** Names of which a slow search would try every part. */
  @Test
  void theNamesInAWorkbookAreLimited() {
    String most = "_rels/".repeat(20) + "book".repeat((LimitedZip.MOST_NAME - 120) / 4);
    send(valid().part(most, "")).expect(200);
    String reason = "A name in it has more than 255 characters.";
    refuses(valid().part("_rels/".repeat(4_000) + "book".repeat(4_000), ""), reason);
    refuses(Xlsx.of(NAMES).sheet("x".repeat(LimitedZip.MOST_NAME + 1), "", ""), reason);
  }

  @Test
  void aFormatLongerThanInExcelIsNoDate() {
    Xlsx workbook =
        Xlsx.of(NAMES + "<row r=\"2\"><c r=\"A2\" s=\"0\"><v>46115</v></c></row>")
            .part("z", random(1 << 16));
    String format = "[".repeat(200_000) + "yyyy";
    send(workbook.formats(format, format, format, format)).expect(200);
  }

  @Test
  @Tag("proof")
  void theUnpackedBytesAreLimited() {
    String zeros = "0".repeat(1 << 24);
    Xlsx workbook = valid();
    // Keeps the ratio below its limit.
    workbook.part("xl/media/a", random(3 << 20));
    IntStream.range(0, 15).forEach(i -> workbook.part("xl/media/z" + i, zeros));
    send(workbook).expect(200);
    workbook.part("xl/media/last", zeros);
    refuses(workbook, "Unpacked, it has more than 256 MiB.");
  }

  @Test
  void theRatioOfUnpackedBytesIsLimited() {
    Xlsx workbook = valid();
    send(workbook.part("xl/media/small", "0".repeat(LimitedZip.SMALL - 10_000))).expect(200);
    refuses(
        workbook.part("xl/media/bomb", "0".repeat(1 << 22)),
        "Unpacked, it is more than 200 times as long.");
  }

  @Test
  void theRowsAreThoseOfExcel() {
    send(Xlsx.of(NAMES + row(SheetRows.MOST_ROWS, "Ruth"))).expect(200);
    String reason = "Its rows are not in order, or it has more than 1048576.";
    refuses(Xlsx.of(NAMES + row(SheetRows.MOST_ROWS + 1, "Ruth")), reason);
    refuses(Xlsx.of(NAMES + row(3, "Ruth") + row(2, "Ann")), reason);
  }

  @Test
  void theColumnsWithValuesAreLimited() {
    String cell = "<c r=\"%s2\" t=\"str\"><v>x</v></c>";
    String names =
        "<row r=\"1\"><c r=\"A1\" t=\"str\"><v>first_name</v></c><c r=\"%s1\" t=\"str\"><v>country</v></c></row>";
    String row = "<row r=\"2\"><c r=\"A2\" t=\"str\"><v>Ruth</v></c>%s</row>";
    send(Xlsx.of(names.formatted("ALL") + row.formatted(cell.formatted("ALL")))).expect(200);
    for (String column : List.of("ALM", "XFD", "ZZZ")) {
      send(Xlsx.of(names.formatted("B") + row.formatted(cell.formatted(column))))
          .expect(400, "/2 columns");
    }
    send(Xlsx.of(names.formatted("B") + row.formatted("<c r=\"XFD2\" s=\"1\"/>"))).expect(200);
  }

  @Test
  void theTextOfACellIsLimited() {
    String most = "x".repeat(WorkbookFile.MOST_TEXT);
    String cell =
        "<row r=\"2\"><c r=\"A2\" t=\"str\"><v>Ruth</v></c><c r=\"C2\" t=\"%s\">%s</c></row>";
    String text = "<is><t>%s</t></is>";
    String names = row(1, "first_name", "country");
    scene.csv(FARMERS, "first_name\nRuth\n").expect(200);
    Reply reply = send(Xlsx.of(names + cell.formatted("inlineStr", text.formatted(most))));
    reply.expect(400, "/2 columns");
    send(Xlsx.of(names + cell.formatted("inlineStr", text.formatted(most + "x"))))
        .expect(400, "/2 too_long");
    send(valid().shared("<si><t>" + most + "</t></si>")).expect(200);
    refuses(
        valid().shared("<si><t>" + most + "x</t></si>"), "A cell has more than 32767 characters.");
  }

  @Test
  void theTextsThatCellsShareAreLimited() {
    int most = SharedTexts.MOST_BYTES / (WorkbookFile.MOST_TEXT + Integer.BYTES);
    String item = "<si><t>" + "x".repeat(WorkbookFile.MOST_TEXT) + "</t></si>";
    String noise = random(1 << 20);
    send(valid().part("xl/media/a", noise).shared(item.repeat(most))).expect(200);
    refuses(
        valid().part("xl/media/a", noise).shared(item.repeat(most + 1)),
        "Its texts have more than 16 MiB. Save it as CSV UTF-8.");
  }

  @Test
  void theTextsThatCellsShareCountAsMemoryOfTheirRequest() {
    Duration time = Duration.ofMinutes(1);
    String text = "<si><t>" + "x".repeat(1 << 14) + "</t></si>";
    try (OwnService small = OwnService.limited(OwnService.limits(time, 1 << 20, 10, time, time))) {
      Client client = small.client(scene.world.token(scene.company, Role.MEMBER));
      send(client, valid().shared(text.repeat(16)).bytes()).expect(200);
      send(client, valid().shared(text.repeat(48)).bytes()).expect(503);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!DOCTYPE worksheet [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\">]><worksheet>&b;</worksheet>",
        "<!DOCTYPE worksheet SYSTEM \"file:///etc/passwd\"><worksheet/>",
        "<!DOCTYPE worksheet [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><worksheet>&x;</worksheet>"
      })
  void aDoctypeIsRefused(String xml) {
    refuses(
        new Xlsx().sheetXml("A", "", xml),
        "Its XML has a DOCTYPE, which the service does not read.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<worksheet>&x;</worksheet>",
        "<worksheet><sheetData>",
        "<worksheet></sheetData>",
        "worksheet",
        "<worksheet a=\"1\" a=\"2\"/>"
      })
  void damagedXmlIsRefused(String xml) {
    refuses(new Xlsx().sheetXml("A", "", xml), "Its XML is damaged.");
  }

  @Test
  void theLevelsNamesAndPartsOfXmlAreLimited() {
    String names = "<worksheet><sheetData>" + NAMES + row(2, "Ruth") + "</sheetData>%s</worksheet>";
    int levels = LimitedXml.MOST_DEPTH - 1;
    String deep = "<x>".repeat(levels) + "</x>".repeat(levels);
    send(new Xlsx().sheetXml("A", "", names.formatted(deep))).expect(200);
    String reason = "Its XML has too many levels or names.";
    refuses(new Xlsx().sheetXml("A", "", names.formatted("<x>" + deep + "</x>")), reason);
    for (String name :
        List.of("<n%d/>", "<p%1$d:n xmlns:p%1$d=\"u\"/>", "<n xmlns=\"u%d\"/>", "<?n%d x?>")) {
      String many =
          IntStream.range(0, LimitedXml.MOST_NAMES)
              .mapToObj(name::formatted)
              .collect(Collectors.joining());
      refuses(new Xlsx().sheetXml("A", "", names.formatted(many)), reason);
    }
    int most = LimitedXml.MOST_PART;
    for (String part :
        List.of("<x a=\"%s\"/>", "<x>%s</x>", "<!--%s-->", "<x><![CDATA[%s]]></x>", "<?x %s?>")) {
      String padding = "> ".repeat(most / 2 - 20);
      String inside =
          part.contains("<x>%s") || part.contains("?") ? "y".repeat(most - 40) : padding;
      send(new Xlsx()
              .sheetXml("A", "", names.formatted(part.formatted(inside)))
              .part("z", random(1 << 16)))
          .expect(200);
      refuses(
          new Xlsx()
              .sheetXml("A", "", names.formatted(part.formatted(inside + "y".repeat(60))))
              .part("z", random(1 << 16)),
          "Its XML has a tag or a text of more than 256 KiB.");
    }
  }

  @Test
  void aDamagedZipIsRefused() {
    byte[] whole = valid().bytes();
    byte[] half = java.util.Arrays.copyOf(whole, whole.length / 2);
    send(half).expect(400, " format");
    Map<String, String> noSheets = new LinkedHashMap<>();
    noSheets.put("xl/workbook.xml", "<workbook/>");
    send(Xlsx.zip(noSheets)).expect(400, "/sheet does_not_exist");
    for (String number : List.of("x", "1E999999999", "9".repeat(100), "NaN")) {
      String cell = "<row r=\"2\"><c r=\"A2\"><v>" + number + "</v></c></row>";
      send(Xlsx.of(NAMES + cell)).expect(400, "/2 format");
    }
    send(Xlsx.of(NAMES + "<row r=\"2\"><c r=\"A2\" t=\"s\"><v>7</v></c></row>"))
        .expect(400, "/2 format");
  }
}
