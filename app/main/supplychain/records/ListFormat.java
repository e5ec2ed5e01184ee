package supplychain.records;

import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.http.Preferences;

/** The format of a list. */
enum ListFormat {
  /** A page as one array. */
  JSON("application/json", "[", ",\n", "", "]"),
  /** The whole list, one document on each line. */
  LINES("application/x-ndjson", "", "", "\n", ""),
  /** The whole list as a table (RFC 4180). */
  TABLE("text/csv", "", "", "", ""),
  /** The whole list as one FeatureCollection (RFC 7946), one feature on each line. */
  FEATURES(
      "application/geo+json",
      "{\"type\":\"FeatureCollection\",\"features\":[\n",
      ",\n",
      "",
      "\n]}\n");

  private final String type;
  private final String head;
  private final String between;
  private final String end;
  private final String foot;

  ListFormat(String type, String head, String between, String end, String foot) {
    this.type = type;
    this.head = head;
    this.between = between;
    this.end = end;
    this.foot = foot;
  }

  /**
   * The format that the client prefers, among those for this kind of record; JSON if the client
   * names none of them.
   */
  static ListFormat wanted(Context ctx, RecordKind kind) {
    List<ListFormat> all =
        Stream.of(values()).filter(each -> each != FEATURES || kind.features != null).toList();
    List<String> types = all.stream().map(each -> each.type).toList();
    return all.get(types.indexOf(Preferences.mediaType(ctx, types)));
  }

  String contentType() {
    return this == FEATURES ? type : type + "; charset=utf-8";
  }

  /**
   * Returns records from the start of {@code ids}, in UTF-8. Stops once they have {@code bytes}
   * bytes in total; returns at least one.
   */
  List<byte[]> records(
      DSLContext sql, Caller reader, RecordKind kind, TableStyle style, List<UUID> ids, int bytes) {
    return switch (this) {
      case TABLE -> kind.table(style.isNamed()).lines(sql, reader, style, ids, bytes);
      case FEATURES -> kind.features.documents(sql, reader, ids, bytes);
      default -> kind.documents(sql, reader, ids, bytes);
    };
  }

  /** Writes the text before the records, and the first records. */
  void writeFirst(
      RecordKind kind, TableStyle style, List<byte[]> records, ByteArrayOutputStream text) {
    text.writeBytes(this == TABLE ? kind.table(style.isNamed()).head(style) : utf8(head));
    for (int i = 0; i < records.size(); i++) {
      write(i == 0 ? "" : between, records.get(i), text);
    }
  }

  void writeNext(List<byte[]> records, ByteArrayOutputStream text) {
    records.forEach(record -> write(between, record, text));
  }

  private void write(String before, byte[] record, ByteArrayOutputStream text) {
    text.writeBytes(utf8(before));
    text.writeBytes(record);
    text.writeBytes(utf8(end));
  }

  byte[] foot() {
    return utf8(foot);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
