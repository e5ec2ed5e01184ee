package supplychain.ingest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.commons.io.function.IOSupplier;

/**
 * Reads the placemarks of KML (OGC 12-007r2) as features of GeoJSON: the name and the extended data
 * are the properties. A KMZ is a ZIP file with a KML in it.
 */
final class KmlReader {
  /** A file without the element around it is common, too. */
  private static final Set<String> ROOTS = Set.of("kml", "Document", "Folder", "Placemark");

  private static final Pattern BLANKS = Pattern.compile("\\s+");
  private static final Pattern SPACE = Pattern.compile(" ");
  private static final Pattern COMMA = Pattern.compile(" ?, ?");
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?[0-9]{1,20}(\\.[0-9]{0,40})?([eE][-+]?[0-9]{1,3})?");

  /** The longest name or value; the fields of a plot have shorter ones. */
  private static final int MOST_TEXT = 10_000;

  private KmlReader() {}

  static void read(IOSupplier<InputStream> source, boolean isZip, Consumer<SourceRecord> records)
      throws IOException {
    if (!isZip) {
      try (InputStream in = source.get()) {
        readKml(in, records);
      }
      return;
    }
    LimitedZip.read(
        source,
        (name, content) -> {
          boolean isKml = name.toLowerCase(Locale.ROOT).endsWith(".kml");
          if (isKml) {
            readKml(content, records);
          }
          return !isKml;
        });
  }

  private static void readKml(InputStream in, Consumer<SourceRecord> records) throws IOException {
    LimitedXml xml = new LimitedXml(in, SourceRecord.MOST_LENGTH);
    boolean isFirst = true;
    boolean hasLink = false;
    long count = 0;
    while (xml.next()) {
      if (isFirst && ROOTS.stream().noneMatch(xml::begins)) {
        String detail =
            "This is no KML. Convert it: ogr2ogr -t_srs EPSG:4326 plots.geojson YOUR-FILE. For GPX,"
                + " add a layer: waypoints, or tracks.";
        throw SourceRecord.refusal("", "format", detail);
      }
      isFirst = false;
      hasLink |= xml.begins("NetworkLink");
      if (xml.begins("Placemark")) {
        records.accept(new Placemark(xml).read(++count));
      }
    }
    if (hasLink && count == 0) {
      String detail =
          "This file has only a link to its places. In My Maps, export it without keeping it up to"
              + " date by a network link. In Google Earth, save the folder of the places.";
      throw SourceRecord.refusal("", "required", detail);
    }
  }

  /** A placemark, whose element has begun. */
  private static final class Placemark {
    private final LimitedXml xml;
    private final ObjectNode properties = JsonNodeFactory.instance.objectNode();
    private final ArrayNode geometries = JsonNodeFactory.instance.arrayNode();
    private long length;
    private boolean isTooLarge;

    Placemark(LimitedXml xml) {
      this.xml = xml;
    }

    SourceRecord read(long number) throws IOException {
      String data = "";
      while (xml.next() && !xml.ends("Placemark")) {
        String element = xml.beginning();
        switch (element) {
          case "name" -> {
            if (!properties.has("name")) {
              put("name");
            }
          }
          case "description" -> properties.put("description", true);
          case "Data" -> data = xml.attribute("name");
          case "value" -> put(data);
          case "SimpleData" -> put(xml.attribute("name"));
          case "Polygon" -> polygon();
          case "Point", "LineString", "LinearRing" -> line(element);
          case "Track" -> track();
          default -> {}
        }
      }
      String pointer = "/placemarks/" + (number - 1);
      if (isTooLarge || length > SourceRecord.MOST_LENGTH) {
        return SourceRecord.tooLarge(number, pointer, "characters");
      }
      ObjectNode feature = JsonNodeFactory.instance.objectNode().put("type", "Feature");
      feature.set("properties", properties);
      if (geometries.size() == 1) {
        feature.set("geometry", geometries.get(0));
      } else if (!geometries.isEmpty()) {
        feature
            .putObject("geometry")
            .put("type", "GeometryCollection")
            .set("geometries", geometries);
      }
      return SourceRecord.of(number, pointer, length, feature);
    }

    private void put(String name) throws IOException {
      String text = text(MOST_TEXT);
      if (!name.isEmpty() && !text.isBlank()) {
        properties.put(name, text.strip());
      }
    }

    /** The text of the element that has begun; empty if it is too long. */
    private String text(int most) throws IOException {
      String text = xml.text(most, "");
      isTooLarge |= text == null;
      length += text == null ? 0 : text.length();
      return text == null ? "" : text;
    }

    /** The element of a point, or of a line. */
    private void line(String element) throws IOException {
      boolean isPoint = element.equals("Point");
      ArrayNode positions = JsonNodeFactory.instance.arrayNode();
      while (xml.next() && !xml.ends(element)) {
        if (xml.begins("coordinates")) {
          positions = element.equals("LinearRing") ? closed(positions()) : positions();
        }
      }
      ObjectNode geometry = geometries.addObject();
      if (isPoint && positions.size() == 1) {
        geometry.put("type", "Point").set("coordinates", positions.get(0));
      } else {
        geometry.put("type", isPoint ? "MultiPoint" : "LineString").set("coordinates", positions);
      }
    }

    /** The element of a recorded track, which has blanks between the numbers of a position. */
    private void track() throws IOException {
      ArrayNode positions = JsonNodeFactory.instance.arrayNode();
      while (xml.next() && !xml.ends("Track")) {
        if (xml.begins("coord")) {
          String numbers = text(MOST_TEXT).strip();
          positions.add(position(BLANKS.matcher(numbers).replaceAll(",")));
        }
      }
      geometries.addObject().put("type", "LineString").set("coordinates", positions);
    }

    /** The element of a polygon. The boundary inside may come before the one outside. */
    private void polygon() throws IOException {
      ArrayNode rings = JsonNodeFactory.instance.arrayNode();
      boolean isInner = false;
      while (xml.next() && !xml.ends("Polygon")) {
        isInner = xml.begins("innerBoundaryIs") || (isInner && !xml.begins("outerBoundaryIs"));
        if (xml.begins("coordinates")) {
          ArrayNode ring = closed(positions());
          rings.insert(isInner ? rings.size() : 0, ring);
        }
      }
      geometries.addObject().put("type", "Polygon").set("coordinates", rings);
    }

    /** Some tools leave out the last position. */
    private static ArrayNode closed(ArrayNode ring) {
      return ring.isEmpty() || ring.get(0).equals(ring.get(ring.size() - 1))
          ? ring
          : ring.add(ring.get(0));
    }

    private ArrayNode positions() throws IOException {
      String spaced = BLANKS.matcher(text(SourceRecord.MOST_LENGTH).strip()).replaceAll(" ");
      ArrayNode positions = JsonNodeFactory.instance.arrayNode();
      if (!spaced.isEmpty()) {
        String text = COMMA.matcher(spaced).replaceAll(",");
        SPACE.splitAsStream(text).forEach(one -> positions.add(position(one)));
      }
      return positions;
    }

    private static ArrayNode position(String text) {
      ArrayNode position = JsonNodeFactory.instance.arrayNode();
      for (String number : text.split(",", -1)) {
        if (NUMBER.matcher(number).matches()) {
          position.add(new BigDecimal(number));
        } else {
          position.add(number);
        }
      }
      return position;
    }
  }
}
