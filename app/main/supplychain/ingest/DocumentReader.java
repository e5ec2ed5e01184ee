package supplychain.ingest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.commons.io.function.IOConsumer;
import org.apache.commons.io.function.IOSupplier;
import supplychain.core.Json;
import supplychain.core.Problem;
import supplychain.http.JsonMistake;
import supplychain.http.JsonRequest;
import supplychain.validation.Body;
import supplychain.validation.NearestName;
import supplychain.validation.ShownValue;

/** Reads a JSON document of any length, with an array for each kind, one record at a time. */
final class DocumentReader {
  private static final List<String> TITLES =
      IngestKind.ALL.stream().map(IngestKind::title).toList();

  /** With this feature Jackson decodes the bytes itself, and refuses bytes that are not UTF-8. */
  private static final JsonFactory FACTORY =
      Json.MAPPER
          .getFactory()
          .rebuild()
          .configure(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES, true)
          .build();

  private final IOSupplier<InputStream> source;
  private final GroupedFindings refusals;
  private boolean hasTooLarge;

  DocumentReader(IOSupplier<InputStream> source, GroupedFindings refusals) {
    this.source = source;
    this.refusals = refusals;
  }

  /** Reads the whole document. Returns the number of records of each kind, by title. */
  Map<String, Long> survey() {
    Map<String, Long> counts = new HashMap<>();
    parse(
        parser -> {
          if (parser.nextToken() != JsonToken.START_OBJECT) {
            String detail = "The document must be an object with an array for each kind of record.";
            refuse(parser, "", "type", detail);
            return;
          }
          while (parser.nextToken() == JsonToken.FIELD_NAME) {
            survey(parser, counts);
          }
          if (parser.nextToken() != null) {
            throw new JsonParseException(
                parser, "There is more text after the end of the document.");
          }
        });
    if (hasTooLarge) {
      refusals.refuseIfAny();
    }
    return counts;
  }

  private void survey(JsonParser parser, Map<String, Long> counts) throws IOException {
    String title = parser.currentName();
    parser.nextToken();
    if (!TITLES.contains(title)) {
      String near = NearestName.hint(title, TITLES);
      String hint = near.isEmpty() ? " The kinds are " + String.join(", ", TITLES) + "." : near;
      String detail = "There is no kind of record " + ShownValue.of(title) + "." + hint;
      refuse(parser, Body.pointer("", title), "unknown_kind", detail);
    } else if (parser.currentToken() == JsonToken.START_ARRAY) {
      counts.put(title, count(parser, title));
    } else if (parser.currentToken() != JsonToken.VALUE_NULL) {
      refuse(parser, "/" + title, "type", "This value must be an array of records.");
    }
    parser.skipChildren();
  }

  private long count(JsonParser parser, String title) throws IOException {
    long count = 0;
    for (; parser.nextToken() != JsonToken.END_ARRAY; count++) {
      JsonLocation start = parser.currentTokenLocation();
      parser.skipChildren();
      if (offset(parser.currentLocation()) - offset(start) > SourceRecord.MOST_LENGTH) {
        String pointer = "/" + start.getLineNr() + "/" + title + "/" + count;
        String detail = SourceRecord.tooLarge("bytes");
        refusals.refuse(start.getLineNr(), pointer, "too_large", detail);
        hasTooLarge = true;
      }
    }
    return count;
  }

  void read(IngestKind kind, Consumer<SourceRecord> records) {
    parse(
        parser -> {
          parser.nextToken();
          while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean isWanted = parser.currentName().equals(kind.title());
            parser.nextToken();
            if (isWanted) {
              for (long i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
                records.accept(record(parser, "/" + kind.title() + "/" + i));
              }
              return;
            }
            parser.skipChildren();
          }
        });
  }

  private static SourceRecord record(JsonParser parser, String place) throws IOException {
    JsonLocation start = parser.currentTokenLocation();
    long line = start.getLineNr();
    String pointer = "/" + line + place;
    try {
      JsonNode node = FeaturesReader.TREES.readTree(parser);
      long length = offset(parser.currentLocation()) - offset(start);
      return node.isObject()
          ? SourceRecord.of(line, pointer, length, node)
          : SourceRecord.flawed(line, pointer, "", "type", "A record must be an object.");
    } catch (NumberFormatException e) {
      // Jackson says this of an exponent that no int can hold.
      throw notJson(pointer, JsonRequest.LARGE_EXPONENT);
    }
  }

  /** Refuses the value that begins here. */
  private void refuse(JsonParser parser, String place, String code, String detail) {
    long line = parser.currentTokenLocation().getLineNr();
    refusals.refuse(line, "/" + line + place, code, detail);
  }

  /** In bytes, or in characters if the document is not UTF-8. */
  private static long offset(JsonLocation location) {
    return Math.max(location.getByteOffset(), location.getCharOffset());
  }

  private void parse(IOConsumer<JsonParser> parsing) {
    try (InputStream stream = source.get();
        JsonParser parser = FACTORY.createParser(stream)) {
      parsing.accept(parser);
    } catch (JsonProcessingException e) {
      JsonLocation place = e.getLocation() == null ? JsonLocation.NA : e.getLocation();
      String reason = "Column %d: %s".formatted(place.getColumnNr(), JsonMistake.reason(e));
      throw notJson("/" + Math.max(1, place.getLineNr()), reason);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Problem notJson(String pointer, String reason) {
    return SourceRecord.refusal(pointer, "not_json", "This is not JSON. " + reason);
  }
}
