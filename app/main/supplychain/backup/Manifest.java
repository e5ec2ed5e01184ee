package supplychain.backup;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import supplychain.core.Json;

/**
 * What a backup says of itself, in its {@code manifest.json}.
 *
 * @param format how the file is laid out; this is {@value #FORMAT}
 * @param service the release that took it, for people to know
 * @param schema the version of the schema that its tables have
 * @param postgresql the PostgreSQL that it was taken from, for people to know
 * @param time the moment whose records it holds
 * @param tables every table
 */
public record Manifest(
    int format,
    String service,
    String schema,
    String postgresql,
    String time,
    List<TableEntry> tables) {
  /**
   * A table in a backup.
   *
   * @param columns its columns, in the order of the values in a row
   * @param bytes how long its rows are, unpacked, in the text format of PostgreSQL's COPY
   * @param sha256 of these bytes, in hexadecimal digits
   */
  record TableEntry(String name, List<String> columns, long rows, long bytes, String sha256) {
    /** The name of its file in the backup. */
    static String file(String table) {
      return "tables/" + table + ".tsv";
    }
  }

  static final String ENTRY = "manifest.json";
  static final int FORMAT = 1;

  private static final Pattern VERSION = Pattern.compile("[0-9]{1,9}(\\.[0-9]{1,9})*");

  private static final JsonMapper MAPPER =
      Json.MAPPER
          .rebuild()
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .build();

  /** How many rows it has, of all tables. */
  public long rows() {
    return tables.stream().mapToLong(TableEntry::rows).sum();
  }

  /** How many bytes its tables have, unpacked. */
  long bytes() {
    return tables.stream().mapToLong(TableEntry::bytes).sum();
  }

  byte[] toJson() throws JsonProcessingException {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(this);
  }

  static Manifest parse(byte[] json) throws IOException {
    try {
      JsonNode tree = MAPPER.readTree(json);
      if (tree.path("format").asInt() > FORMAT) {
        throw new BackupException(
            "The backup has a newer format than this jar knows: use a newer jar.");
      }
      Manifest manifest = MAPPER.treeToValue(tree, Manifest.class);
      if (manifest == null
          || manifest.format != FORMAT
          || manifest.tables.contains(null)
          || !VERSION.matcher(manifest.schema).matches()) {
        throw BackupException.damaged(ENTRY);
      }
      return manifest;
    } catch (JsonProcessingException e) {
      throw BackupException.damaged(ENTRY);
    }
  }
}
