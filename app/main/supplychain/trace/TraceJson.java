package supplychain.trace;

import static java.time.temporal.ChronoField.NANO_OF_SECOND;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import supplychain.core.Json;

/** A trace as a JSON document: a step and a draw a line. */
final class TraceJson {
  /** As instants stand in other documents. */
  private static final DateTimeFormatter INSTANT =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd'T'HH:mm:ss")
          .appendFraction(NANO_OF_SECOND, 0, 6, true)
          .appendLiteral("+00:00")
          .toFormatter(Locale.ROOT);

  /** The parts of an array are a line each. */
  private static final PrettyPrinter LINES =
      new MinimalPrettyPrinter() {
        private static final long serialVersionUID = 1L;

        @Override
        public void writeArrayValueSeparator(JsonGenerator json) throws IOException {
          json.writeRaw(",\n");
        }
      };

  private final Trace trace;
  private final JsonGenerator json;

  private TraceJson(Trace trace, JsonGenerator json) {
    this.trace = trace;
    this.json = json;
  }

  /** The document in UTF-8. */
  static byte[] of(Trace trace) {
    ByteArrayOutputStream document = new ByteArrayOutputStream();
    try (JsonGenerator json = Json.MAPPER.createGenerator(document)) {
      json.setPrettyPrinter(LINES);
      json.enable(JsonGenerator.Feature.COMBINE_UNICODE_SURROGATES_IN_UTF8);
      new TraceJson(trace, json).write();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return document.toByteArray();
  }

  private void write() throws IOException {
    json.writeStartObject();
    id("id", trace.start().id());
    json.writeStringField("direction", trace.way().written());
    json.writeBooleanField("is_reversed", trace.start().isReversed());
    json.writeArrayFieldStart("steps");
    for (Step step : trace.steps().values()) {
      write(step);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("draws");
    for (Draw draw : trace.draws()) {
      json.writeStartObject();
      id("child", draw.child());
      id("parent", draw.parent());
      json.writeStringField("quantity", Portion.plain(draw.drawn()));
      json.writeEndObject();
    }
    json.writeEndArray();
    named();
    origins();
    whereabouts();
    json.writeEndObject();
  }

  private void write(Step step) throws IOException {
    json.writeStartObject();
    id("id", step.id());
    json.writeStringField("number", step.number());
    json.writeStringField(
        "date", INSTANT.format(step.date().withOffsetSameInstant(ZoneOffset.UTC)));
    json.writeStringField("type", step.type());
    id("company", step.company());
    id("source", step.source().id());
    id("destination", step.destination().id());
    id("product", step.product());
    json.writeStringField("quantity", Portion.plain(step.quantity()));
    json.writeStringField("source_quantity", Portion.plain(trace.sourceQuantity(step)));
    json.writeStringField("current_quantity", Portion.plain(step.currentQuantity()));
    json.writeNumberField("hidden_parents", trace.hidden(step.id()).size());
    json.writeEndObject();
  }

  /** What the ids of the steps stand for, each once. */
  private void named() throws IOException {
    json.writeArrayFieldStart("parties");
    for (Party party : trace.parties().values()) {
      json.writeStartObject();
      id("id", party.id());
      json.writeStringField("kind", party.kind().name());
      json.writeStringField("name", party.name());
      json.writeEndObject();
    }
    json.writeEndArray();
    Map<UUID, String> products = new LinkedHashMap<>();
    trace.steps().values().forEach(step -> products.put(step.product(), step.productName()));
    json.writeArrayFieldStart("products");
    for (Map.Entry<UUID, String> product : products.entrySet()) {
      json.writeStartObject();
      id("id", product.getKey());
      json.writeStringField("name", product.getValue());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void origins() throws IOException {
    if (trace.up() == null) {
      json.writeNullField("origins");
      return;
    }
    OriginShares origins = OriginShares.of(trace.up());
    Step start = trace.start();
    json.writeObjectFieldStart("origins");
    json.writeStringField("quantity", Portion.plain(start.quantity()));
    shares("farmers", origins.farmers(), true);
    shares("gaps", origins.gaps(), false);
    shares("not_shared", origins.notShared(), false);
    json.writeObjectFieldStart("totals");
    portion("farmers", Share.total(origins.farmers(), start.quantity()));
    portion("gaps", Share.total(origins.gaps(), start.quantity()));
    portion("not_shared", Share.total(origins.notShared(), start.quantity()));
    portion("unknown", origins.unknown());
    json.writeEndObject();
    json.writeNumberField("unknown_draws", origins.unknownDraws());
    json.writeEndObject();
  }

  private void whereabouts() throws IOException {
    if (trace.down() == null) {
      json.writeNullField("whereabouts");
      return;
    }
    json.writeObjectFieldStart("whereabouts");
    json.writeStringField("quantity", Portion.plain(trace.start().quantity()));
    shares("parties", CurrentHolders.of(trace.down()).parties(), true);
    json.writeEndObject();
  }

  private void shares(String field, List<Share> shares, boolean areParties) throws IOException {
    Map<UUID, Party> parties = trace.parties();
    json.writeArrayFieldStart(field);
    for (Share share : shares) {
      json.writeStartObject();
      id("id", share.id());
      if (areParties) {
        json.writeStringField("name", parties.get(share.id()).name());
      }
      fields(share.portion());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void portion(String field, Portion portion) throws IOException {
    json.writeObjectFieldStart(field);
    fields(portion);
    json.writeEndObject();
  }

  private void fields(Portion portion) throws IOException {
    json.writeStringField("share", portion.shareText());
    json.writeStringField("quantity", portion.quantityText());
  }

  private void id(String field, UUID id) throws IOException {
    json.writeStringField(field, id.toString());
  }
}
