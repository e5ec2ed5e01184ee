package supplychain.trace;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
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
record TraceJson(Trace trace, BigDecimal whole) {
  static String of(Trace trace) {
    return new TraceJson(trace, trace.start().quantity()).document().toString();
  }

  private ObjectNode document() {
    Map<UUID, String> products = new LinkedHashMap<>();
    trace.steps().values().forEach(step -> products.put(step.product(), step.productName()));
    ObjectNode document =
        object(trace.start().id())
            .put("direction", trace.direction().written())
            .put("is_reversed", trace.start().isReversed());
    lines(document, "steps", trace.steps().values(), this::step);
    lines(document, "draws", trace.draws(), TraceJson::draw);
    lines(document, "parties", trace.parties().values(), TraceJson::party);
    lines(
        document,
        "products",
        products.keySet(),
        product -> object(product).put("name", products.get(product)));
    document.set("origins", trace.up() == null ? null : origins(new Shares(trace.up())));
    document.set("whereabouts", trace.down() == null ? null : holders(new Shares(trace.down())));
    return document;
  }

  /** Writes one element after the other: a tree of the whole document would need much memory. */
  private static <T> void lines(
      ObjectNode document, String name, Collection<T> elements, Function<T, ObjectNode> line) {
    String array =
        elements.stream()
            .map(element -> line.apply(element).toString())
            .collect(joining(",\n", "[", "]"));
    document.putRawValue(name, new RawValue(array));
  }

  private ObjectNode step(Step step) {
    int hidden = trace.hidden(step.id()).size();
    // The number would reveal how much another company's step drew from hidden parents.
    BigDecimal drawn = step.isOwn() || hidden == 0 ? step.sourceQuantity() : null;
    return object(step.id())
        .put("number", step.number())
        .put("date", step.date())
        .put("type", step.type())
        .put("company", step.company().toString())
        .put("source", step.source().id().toString())
        .put("destination", step.destination().id().toString())
        .put("product", step.product().toString())
        .put("quantity", plain(step.quantity()))
        .put("source_quantity", plain(drawn))
        .put("current_quantity", plain(step.currentQuantity()))
        .put("hidden_parents", hidden);
  }

  private static ObjectNode draw(Draw draw) {
    return object()
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

  private ObjectNode origins(Shares shares) {
    List<Share> farmers = shares.farmers.shares(whole);
    List<Share> gaps = shares.gaps.shares(whole);
    List<Share> notShared = shares.notShared.shares(whole);
    ObjectNode origins = object().put("quantity", plain(whole));
    lines(origins, "farmers", farmers, this::partyShare);
    lines(origins, "gaps", gaps, share -> part(object(share.id()), share));
    lines(origins, "not_shared", notShared, share -> part(object(share.id()), share));
    ObjectNode totals = origins.putObject("totals");
    part(totals.putObject("farmers"), Share.total(farmers, whole));
    part(totals.putObject("gaps"), Share.total(gaps, whole));
    part(totals.putObject("not_shared"), Share.total(notShared, whole));
    part(totals.putObject("unknown"), shares.unknown());
    return origins.put("unknown_draws", shares.unknownDraws);
  }

  private ObjectNode holders(Shares shares) {
    ObjectNode whereabouts = object().put("quantity", plain(whole));
    lines(whereabouts, "parties", shares.holders.shares(whole), this::partyShare);
    return whereabouts;
  }

  private ObjectNode partyShare(Share share) {
    String name = trace.parties().get(share.id()).name();
    return part(object(share.id()).put("name", name), share);
  }

  private static ObjectNode part(ObjectNode object, Share share) {
    return object.put("share", share.partText()).put("quantity", share.quantityText());
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static ObjectNode object(UUID id) {
    return object().put("id", id.toString());
  }

  private static String plain(BigDecimal decimal) {
    return decimal == null ? null : decimal.toPlainString();
  }
}
