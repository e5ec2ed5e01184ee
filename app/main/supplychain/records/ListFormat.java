package supplychain.records;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.http.Preferences;
import supplychain.records.ListRequest.TableStyle;

/** The formats of a list, and how each is read and written. */
enum ListFormat {
  /** A page as one array. */
  JSON("application/json", "[", ",\n", "", "]"),
  /** The whole list, one document on each line. */
  LINES("application/x-ndjson", "", "", "\n", ""),
  /** The whole list as a table (RFC 4180). */
  TABLE("text/csv", "", "", "", ""),
  /** The whole list as a workbook for Excel. */
  WORKBOOK(Workbook.MEDIA_TYPE, "", "", "", ""),
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

  /** The format for this kind of record that the client prefers; JSON if it names none. */
  static ListFormat wanted(Context ctx, RecordKind kind) {
    List<ListFormat> all =
        Stream.of(values()).filter(each -> each != FEATURES || kind.features != null).toList();
    List<String> types = all.stream().map(each -> each.type).toList();
    return all.get(types.indexOf(Preferences.mediaType(ctx, types)));
  }

  boolean isTable() {
    return this == TABLE || this == WORKBOOK;
  }

  String contentType() {
    return this == FEATURES || this == WORKBOOK ? type : type + "; charset=utf-8";
  }

  /** How the name of a file with a table ends. */
  String extension() {
    return this == WORKBOOK ? ".xlsx" : ".csv";
  }

  /** The first of these records: at least one, and no more after they reach {@code bytes}. */
  List<byte[]> records(
      DSLContext sql, Caller reader, RecordKind kind, TableStyle style, List<UUID> ids, int bytes) {
    return switch (this) {
      case TABLE -> kind.table(style.isNamed()).lines(sql, reader, style, ids, bytes);
      case WORKBOOK -> kind.sheet(style.isNamed()).rows(sql, reader, style, ids, bytes);
      case FEATURES -> kind.features.documents(sql, reader, ids, bytes);
      default -> kind.documents(sql, reader, ids, bytes);
    };
  }

  ListWriter begin(OutputStream out, RecordKind kind, TableStyle style) throws IOException {
    if (this == WORKBOOK) {
      Workbook workbook = new Workbook(out);
      workbook.begin(kind, style);
      return workbook;
    }
    out.write(this == TABLE ? kind.table(style.isNamed()).head(style) : head.getBytes(UTF_8));
    return new TextWriter(out);
  }

  /** Writes the records of a list, as {@link #records} made them, to a stream. */
  interface ListWriter {
    void write(List<byte[]> records) throws IOException;

    /** Ends the list. A list without its end is visibly incomplete, except as lines or a table. */
    void end() throws IOException;
  }

  private final class TextWriter implements ListWriter {
    private final OutputStream out;
    private boolean isBegun;

    TextWriter(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(List<byte[]> records) throws IOException {
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      for (byte[] record : records) {
        text.writeBytes((isBegun ? between : "").getBytes(UTF_8));
        text.writeBytes(record);
        text.writeBytes(end.getBytes(UTF_8));
        isBegun = true;
      }
      text.writeTo(out);
    }

    @Override
    public void end() throws IOException {
      out.write(foot.getBytes(UTF_8));
    }
  }
}
