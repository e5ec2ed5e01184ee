package supplychain.backup;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import supplychain.core.Failure;
import supplychain.core.Json;

/**
 * What a backup says of itself, in its {@code manifest.json}.
 *
 * @param format the layout of the file; this jar writes {@value #FORMAT}
 * @param schema the version of the schema of its tables
 * @param release the release that wrote it
 * @param time the moment whose records it holds
 */
public record Manifest(
    int format, String schema, String release, String time, List<TableEntry> tables) {
  /**
   * A table in a backup.
   *
   * @param columns its columns, in the order of the values in a row
   * @param rows the number of its rows, which are in the text format of PostgreSQL's COPY
   */
  record TableEntry(String name, List<String> columns, long rows) {
    String file() {
      return file(name);
    }

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

  public String summary() {
    return String.format(
        Locale.ROOT, "%,d rows of %d tables, as of %s", rows(), tables.size(), time);
  }

  long rows() {
    return tables.stream().mapToLong(TableEntry::rows).sum();
  }

  /** The refusal of a part of a backup that is not as the service wrote it. */
  static Failure damaged(String entry) {
    return Failure.of(
        "The backup is damaged, in " + entry + ". It cannot be restored. Use an earlier backup.");
  }

  byte[] toJson() throws JsonProcessingException {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(this);
  }

  static Manifest parse(byte[] json) {
    try {
      JsonNode tree = MAPPER.readTree(json);
      if (tree.path("format").asInt() > FORMAT) {
        throw Failure.of("The backup has a newer format than this jar knows. Use a newer jar.");
      }
      Manifest manifest = MAPPER.treeToValue(tree, Manifest.class);
      if (manifest == null
          || manifest.format != FORMAT
          || manifest.tables.contains(null)
          || !VERSION.matcher(manifest.schema).matches()) {
        throw damaged(ENTRY);
      }
      return manifest;
    } catch (IOException e) {
      throw damaged(ENTRY);
    }
  }
}
