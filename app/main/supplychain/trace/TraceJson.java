package supplychain.trace;

import static java.time.temporal.ChronoField.NANO_OF_SECOND;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import supplychain.core.Json;
import supplychain.trace.Lineage.Draw;
import supplychain.trace.Lineage.Party;
import supplychain.trace.Lineage.Step;

/** Writes a trace as JSON, each element of an array on a line of its own. */
final class TraceJson {
  /** The format of instants in the other documents. */
  private static final DateTimeFormatter INSTANT =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd'T'HH:mm:ss")
          .appendFraction(NANO_OF_SECOND, 0, 6, true)
          .appendLiteral("+00:00")
          .toFormatter(Locale.ROOT);

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
    Map<UUID, ObjectNode> products = new LinkedHashMap<>();
    for (Step step : trace.steps().values()) {
      products.put(step.product(), object(step.product()).put("name", step.productName()));
    }
    json.writeStartObject();
    json.writeStringField("id", trace.start().id().toString());
    json.writeStringField("direction", trace.direction().written());
    json.writeBooleanField("is_reversed", trace.start().isReversed());
    array("steps", trace.steps().values(), this::step);
    array("draws", trace.draws(), TraceJson::draw);
    array("parties", trace.parties().values(), TraceJson::party);
    array("products", products.values(), product -> product);
    origins();
    whereabouts();
    json.writeEndObject();
  }

  /** Writes one element after the other: a tree of the whole document would need much memory. */
  private <T> void array(String field, Collection<T> elements, Function<T, ObjectNode> document)
      throws IOException {
    json.writeArrayFieldStart(field);
    for (T element : elements) {
      json.writeTree(document.apply(element));
    }
    json.writeEndArray();
  }

  private ObjectNode step(Step step) {
    return object(step.id())
        .put("number", step.number())
        .put("date", INSTANT.format(step.date().withOffsetSameInstant(ZoneOffset.UTC)))
        .put("type", step.type())
        .put("company", step.company().toString())
        .put("source", step.source().id().toString())
        .put("destination", step.destination().id().toString())
        .put("product", step.product().toString())
        .put("quantity", plain(step.quantity()))
        .put("source_quantity", plain(trace.sourceQuantity(step)))
        .put("current_quantity", plain(step.currentQuantity()))
        .put("hidden_parents", trace.hidden(step.id()).size());
  }

  private static ObjectNode draw(Draw draw) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("child", draw.child().toString())
        .put("parent", draw.parent().toString())
        .put("quantity", plain(draw.drawn()));
  }

  private static ObjectNode party(Party party) {
    return object(party.id())
        .put("kind", party.isFarmer() ? "FARMER" : "COMPANY")
        .put("name", party.name());
  }

  private void origins() throws IOException {
    if (trace.up() == null) {
      json.writeNullField("origins");
      return;
    }
    OriginShares origins = OriginShares.of(trace.up());
    json.writeObjectFieldStart("origins");
    json.writeStringField("quantity", plain(trace.start().quantity()));
    array("farmers", origins.farmers(), this::partyShare);
    array("gaps", origins.gaps(), share -> part(object(share.id()), share));
    array("not_shared", origins.notShared(), share -> part(object(share.id()), share));
    json.writeObjectFieldStart("totals");
    total("farmers", origins.farmers());
    total("gaps", origins.gaps());
    total("not_shared", origins.notShared());
    total("unknown", List.of(origins.unknown()));
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
    json.writeStringField("quantity", plain(trace.start().quantity()));
    array("parties", CurrentHolders.of(trace.down()), this::partyShare);
    json.writeEndObject();
  }

  private ObjectNode partyShare(Share share) {
    String name = trace.parties().get(share.id()).name();
    return part(object(share.id()).put("name", name), share);
  }

  private void total(String field, List<Share> shares) throws IOException {
    json.writeFieldName(field);
    Share total = Share.total(shares, trace.start().quantity());
    json.writeTree(part(JsonNodeFactory.instance.objectNode(), total));
  }

  private static ObjectNode part(ObjectNode object, Share share) {
    return object.put("share", share.partText()).put("quantity", share.quantityText());
  }

  private static ObjectNode object(UUID id) {
    return JsonNodeFactory.instance.objectNode().put("id", id.toString());
  }

  private static String plain(BigDecimal decimal) {
    return decimal == null ? null : decimal.toPlainString();
  }
}
