package supplychain.eudr;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import supplychain.core.Json;

/**
 * The GeoJSON of the origins of a lot (RFC 7946), as the EU's information system reads it
 * (Regulation (EU) 2023/1115), while it is written: a plot a line.
 */
final class OriginsFile {
  /** What the file is. */
  static final String MEDIA_TYPE = "application/geo+json";

  private static final String HEAD = "{\"type\":\"FeatureCollection\",\"features\":[";
  private static final String END = "\n]";
  private static final int ROOM_TO_CLOSE = 3;

  private final int mostBytes;
  private final ByteArrayOutputStream file = new ByteArrayOutputStream();
  private int count;

  /** An empty one, which may grow to so many bytes. */
  OriginsFile(int mostBytes) {
    this.mostBytes = mostBytes;
    write(HEAD);
  }

  /** Adds a plot, or says false where there is no room for it. */
  boolean add(Feature feature) {
    byte[] line = line(feature);
    String before = count == 0 ? "\n" : ",\n";
    if (file.size() + before.length() + line.length + ROOM_TO_CLOSE > mostBytes) {
      return false;
    }
    write(before);
    file.writeBytes(line);
    count++;
    return true;
  }

  private static byte[] line(Feature feature) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try (JsonGenerator json = Json.MAPPER.getFactory().createGenerator(line)) {
      json.enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN);
      json.enable(JsonGenerator.Feature.COMBINE_UNICODE_SURROGATES_IN_UTF8);
      feature.write(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return line.toByteArray();
  }

  /** How many plots are in it. */
  int count() {
    return count;
  }

  /** The whole file. */
  byte[] complete() {
    write(END + "}");
    return file.toByteArray();
  }

  /**
   * The file as far as it goes. What it lacks stands in a member of its own (RFC 7946, 6.1), so
   * that it never passes for a whole one.
   */
  byte[] incomplete(Issues blockers) {
    ArrayNode named = blockers.document();
    write(END + ",\n\"blockers_total\":" + blockers.total() + ",\"blockers\":[");
    for (int i = 0; i < named.size(); i++) {
      write((i == 0 ? "\n" : ",\n") + named.get(i));
    }
    write(END + "}");
    return file.toByteArray();
  }

  private void write(String text) {
    file.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }
}
