package supplychain.ingest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import supplychain.http.JsonRequest;
import supplychain.validation.Body;
import supplychain.validation.Spelling;

/** The file as a stream of records: one of them in memory, however large it is. */
final class LoadFile {
  /** How many bytes a record may have: as many as the body of a request. */
  static final int RECORD_BYTES = JsonRequest.MOST_BYTES;

  private static final ObjectReader READER =
      JsonRequest.MAPPER.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** With this feature Jackson decodes the bytes itself, and refuses those that are no UTF-8. */
  private static final JsonFactory FACTORY =
      JsonRequest.MAPPER
          .getFactory()
          .rebuild()
          .configure(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES, true)
          .build();

  private final LoadSource source;
  private final Mistakes mistakes;
  private boolean hasTooLarge;

  LoadFile(LoadSource source, Mistakes mistakes) {
    this.source = source;
    this.mistakes = mistakes;
  }

  /** Reads the file from one end to the other: how many records it has of each kind. */
  Map<LoadKind, Long> survey() {
    Map<LoadKind, Long> counts = new EnumMap<>(LoadKind.class);
    parse(
        parser -> {
          if (parser.nextToken() != JsonToken.START_OBJECT) {
            mistakes.add("", line(parser), "type", "It must be an object with an array per kind.");
            return;
          }
          while (parser.nextToken() == JsonToken.FIELD_NAME) {
            survey(parser, counts);
          }
          if (parser.nextToken() != null) {
            throw new JsonParseException(parser, "Something follows after its end.");
          }
        });
    if (hasTooLarge) {
      mistakes.refuseIfAny();
    }
    return counts;
  }

  private void survey(JsonParser parser, Map<LoadKind, Long> counts) throws IOException {
    String title = parser.currentName();
    parser.nextToken();
    LoadKind kind = LoadKind.named(title).orElse(null);
    if (kind == null) {
      List<String> titles = LoadKind.titles();
      String hint =
          Spelling.closest(title, titles)
              .map(near -> "Did you mean `" + near + "`?")
              .orElse("The kinds are " + String.join(", ", titles) + ".");
      String detail = "There is no such kind of records. " + hint;
      mistakes.add(Body.pointer("", title), line(parser), "unknown_kind", detail);
      parser.skipChildren();
    } else if (parser.currentToken() == JsonToken.START_ARRAY) {
      counts.put(kind, count(parser, kind));
    } else if (parser.currentToken() != JsonToken.VALUE_NULL) {
      mistakes.add("/" + title, line(parser), "type", "It must be an array of records.");
      parser.skipChildren();
    }
  }

  private long count(JsonParser parser, LoadKind kind) throws IOException {
    long count = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      JsonLocation start = parser.currentTokenLocation();
      parser.skipChildren();
      if (offset(parser.currentLocation()) - offset(start) > RECORD_BYTES) {
        String detail = "A record may have at most " + RECORD_BYTES + " bytes.";
        mistakes.add(LoadRecord.pointer(kind, count), start.getLineNr(), "too_large", detail);
        hasTooLarge = true;
      }
      count++;
    }
    return count;
  }

  /** Reads the records of a kind, in their order; the file has been surveyed. */
  void read(LoadKind kind, Consumer<LoadRecord> reader) {
    parse(
        parser -> {
          parser.nextToken();
          while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean wanted = parser.currentName().equals(kind.title());
            parser.nextToken();
            if (wanted) {
              readArray(parser, kind, reader);
              return;
            }
            parser.skipChildren();
          }
        });
  }

  private static void readArray(JsonParser parser, LoadKind kind, Consumer<LoadRecord> reader)
      throws IOException {
    for (long index = 0; parser.nextToken() != JsonToken.END_ARRAY; index++) {
      JsonLocation start = parser.currentTokenLocation();
      JsonNode node = readRecord(parser, kind, index);
      long bytes = offset(parser.currentLocation()) - offset(start);
      reader.accept(new LoadRecord(kind, index, start.getLineNr(), bytes, node));
    }
  }

  private static JsonNode readRecord(JsonParser parser, LoadKind kind, long index)
      throws IOException {
    long line = line(parser);
    try {
      return READER.readTree(parser);
    } catch (NumberFormatException e) {
      // Jackson says this of an exponent that no int can hold.
      throw notJson(LoadRecord.pointer(kind, index), line, JsonRequest.LARGE_EXPONENT);
    }
  }

  private static long line(JsonParser parser) {
    return parser.currentTokenLocation().getLineNr();
  }

  /** In bytes, or in characters where the file is not UTF-8. */
  private static long offset(JsonLocation location) {
    return Math.max(location.getByteOffset(), location.getCharOffset());
  }

  private void parse(Parsing parsing) {
    try (InputStream stream = source.open();
        JsonParser parser = FACTORY.createParser(stream)) {
      parsing.parse(parser);
    } catch (JsonProcessingException e) {
      JsonLocation place = e.getLocation() == null ? JsonLocation.NA : e.getLocation();
      String detail =
          "It is not JSON, at column %d: %s".formatted(place.getColumnNr(), JsonRequest.reason(e));
      throw notJson("", Math.max(1, place.getLineNr()), detail);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static LoadException notJson(String pointer, long line, String detail) {
    return new LoadException(List.of(new Mistake(pointer, line, "not_json", detail)), false);
  }

  private interface Parsing {
    void parse(JsonParser parser) throws IOException;
  }
}
