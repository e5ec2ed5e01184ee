package supplychain.proof.requests;

import com.fasterxml.jackson.databind.JsonNode;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.xml.sax.SAXException;
import supplychain.core.Json;

/** Holds what is written otherwise than as one JSON document to the rules of its media type. */
final class Writings {
  /** What a spreadsheet runs; a number is none. */
  private static final Pattern FORMULA =
      Pattern.compile(
          "(?s)(?:[=+@\\t\\r\\n\uff1d\uff0b\uff0d\uff20]|-(?![0-9.]+(?:[eE]-?[0-9]+)?$)).*");

  /** Elements of a picture that run or load something; attributes that do. */
  private static final Set<String> ACTIVE = Set.of("script", "foreignObject", "image", "use", "a");

  private static final Pattern ACTION = Pattern.compile("(?i)(on.*|href)=.*");

  private Writings() {}

  /** What is wrong with an answer of this media type; empty where nothing is. */
  static String flaw(String type, Heard heard) {
    try {
      return switch (type) {
        case "text/csv" -> table(heard.text());
        case "application/x-ndjson" -> lines(heard.text());
        case "application/geo+json" -> features(heard.json());
        case "image/svg+xml" -> picture(heard.body());
        case "text/vnd.graphviz" ->
            heard.text().matches("(?s)digraph .*\\{.*}\n") ? "" : "no graph";
        default -> heard.text().isBlank() ? "nothing in it" : "";
      };
    } catch (IOException | SAXException | ParserConfigurationException | CsvParseException e) {
      return "not well-formed: " + e.getMessage();
    }
  }

  private static String table(String text) throws IOException {
    if (!text.endsWith("\r\n")) {
      return "the last line has no end";
    }
    try (CsvReader<CsvRecord> rows =
        CsvReader.builder()
            .allowExtraFields(false)
            .allowMissingFields(false)
            .skipEmptyLines(false)
            .ofCsvRecord(text)) {
      for (CsvRecord row : rows) {
        for (String cell : row.getFields()) {
          if (FORMULA.matcher(cell).matches()) {
            return "a formula: " + cell;
          }
        }
      }
    }
    return "";
  }

  private static String lines(String text) throws IOException {
    if (!text.isEmpty() && !text.endsWith("\n")) {
      return "the last line has no end";
    }
    for (String line : text.split("\n", -1)) {
      if (!line.isEmpty() && !Json.MAPPER.readTree(line).isObject()) {
        return "no object: " + line;
      }
    }
    return text.contains("\n\n") || text.startsWith("\n") ? "an empty line" : "";
  }

  private static String features(JsonNode collection) {
    if (!collection.path("type").asText().equals("FeatureCollection")) {
      return "no collection";
    }
    for (JsonNode feature : collection.path("features")) {
      String type = feature.at("/geometry/type").asText();
      boolean isPlot = feature.path("type").asText().equals("Feature");
      if (!isPlot || !feature.has("properties") || !List.of("Point", "Polygon").contains(type)) {
        return "no feature: " + feature;
      }
    }
    return collection.path("features").isArray() ? "" : "no features";
  }

  private static String picture(byte[] bytes)
      throws IOException, SAXException, ParserConfigurationException {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    factory.setNamespaceAware(true);
    var builder = factory.newDocumentBuilder();
    builder.setErrorHandler(null);
    Element root = builder.parse(new ByteArrayInputStream(bytes)).getDocumentElement();
    if (!root.getLocalName().equals("svg")
        || !"http://www.w3.org/2000/svg".equals(root.getNamespaceURI())) {
      return "no picture";
    }
    return isActive(root) ? "a picture that runs or loads something" : "";
  }

  private static boolean isActive(Element element) {
    boolean active = ACTIVE.contains(element.getLocalName());
    for (int i = 0; i < element.getAttributes().getLength(); i++) {
      active |= ACTION.matcher(element.getAttributes().item(i).toString()).matches();
    }
    for (var child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
      active |= child instanceof Element inside && isActive(inside);
    }
    return active;
  }
}
