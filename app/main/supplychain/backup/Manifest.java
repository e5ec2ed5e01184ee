package supplychain.backup;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import supplychain.core.Json;

/**
 * What a backup says of itself, in its {@code manifest.json}.
 *
 * @param format the layout of the file; this jar writes {@value #FORMAT}
 * @param service the release of the service that took the backup, for people to read
 * @param schema the version of the schema of its tables
 * @param postgresql the version of PostgreSQL that it comes from, for people to read
 * @param time the moment whose records it holds
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
   * @param bytes the length of its rows in the text format of PostgreSQL's COPY
   * @param sha256 the checksum of these bytes, in hexadecimal digits
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

  /** The numbers of rows and tables, and the moment. */
  public String summary() {
    return String.format(
        Locale.ROOT, "%,d rows of %d tables, as of %s", rows(), tables.size(), time);
  }

  /** How many rows all tables have. */
  long rows() {
    return tables.stream().mapToLong(TableEntry::rows).sum();
  }

  /** How many bytes all tables have, unpacked. */
  long bytes() {
    return tables.stream().mapToLong(TableEntry::bytes).sum();
  }

  static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** The checksum of all bytes that the digest has received, in hexadecimal digits. */
  static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
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
