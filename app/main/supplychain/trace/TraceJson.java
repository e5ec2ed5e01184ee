package supplychain.trace;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import supplychain.trace.Lineage.Draw;
import supplychain.trace.Lineage.Party;
import supplychain.trace.Lineage.Step;
import supplychain.trace.Shares.Share;

/** Writes a trace as JSON, each element of an array on a line of its own. */
final class TraceJson {
  private final Trace trace;
  private final BigDecimal whole;

  private TraceJson(Trace trace) {
    this.trace = trace;
    this.whole = trace.start().quantity();
  }

  static String of(Trace trace) {
    return new TraceJson(trace).document();
  }

  private String document() {
    Map<UUID, ObjectNode> products = new LinkedHashMap<>();
    for (Step step : trace.steps().values()) {
      products.put(step.product(), object(step.product()).put("name", step.productName()));
    }
    return object(
        field("id", trace.start().id()),
        field("direction", trace.direction().written()),
        "\"is_reversed\":" + trace.start().isReversed(),
        array("steps", trace.steps().values(), this::step),
        array("draws", trace.draws(), TraceJson::draw),
        array("parties", trace.parties().values(), TraceJson::party),
        array("products", products.values(), product -> product),
        "\"origins\":" + origins(),
        "\"whereabouts\":" + whereabouts());
  }

  private static String object(String... fields) {
    return "{" + String.join(",", fields) + "}";
  }

  private static String field(String name, Object value) {
    String text = value == null ? "null" : "\"" + value + "\"";
    return "\"" + name + "\":" + text;
  }

  /** Writes one element after the other: a tree of the whole document would need much memory. */
  private static <T> String array(
      String name, Collection<T> elements, Function<T, ObjectNode> document) {
    return elements.stream()
        .map(element -> document.apply(element).toString())
        .collect(joining(",\n", "\"" + name + "\":[", "]"));
  }

  private ObjectNode step(Step step) {
    return object(step.id())
        .put("number", step.number())
        .put("date", step.date())
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
        .put("number", party.number())
        .put("name", party.name());
  }

  private String origins() {
    if (trace.up() == null) {
      return null;
    }
    Shares origins = new Shares(trace.up());
    List<Share> farmers = origins.farmers.shares(whole);
    List<Share> gaps = origins.gaps.shares(whole);
    List<Share> notShared = origins.notShared.shares(whole);
    ObjectNode totals = JsonNodeFactory.instance.objectNode();
    totals.set("farmers", total(farmers));
    totals.set("gaps", total(gaps));
    totals.set("not_shared", total(notShared));
    totals.set("unknown", total(List.of(origins.unknown())));
    return object(
        field("quantity", plain(whole)),
        array("farmers", farmers, this::partyShare),
        array("gaps", gaps, share -> part(object(share.id()), share)),
        array("not_shared", notShared, share -> part(object(share.id()), share)),
        "\"totals\":" + totals,
        "\"unknown_draws\":" + origins.unknownDraws());
  }

  private String whereabouts() {
    return trace.down() == null
        ? null
        : object(
            field("quantity", plain(whole)),
            array("parties", new Shares(trace.down()).holders.shares(whole), this::partyShare));
  }

  private ObjectNode partyShare(Share share) {
    String name = trace.parties().get(share.id()).name();
    return part(object(share.id()).put("name", name), share);
  }

  private ObjectNode total(List<Share> shares) {
    return part(JsonNodeFactory.instance.objectNode(), Share.total(shares, whole));
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
