package supplychain.trace;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.trace.Chain.GOODS;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import supplychain.Client;
import supplychain.Goods;
import supplychain.Reply;
import supplychain.World;
import supplychain.proof.Proof;
import supplychain.proof.Seed;
import supplychain.proof.Seeded;

/** Whatever companies trade, a trace is what a plain model makes of it, for each who asks. */
@ExtendWith(Seeded.class)
class RandomTradeTest {
  private static final int MOVES = 60;

  private final Chain chain = new Chain();
  private final List<UUID> companies = List.of(chain.coop, chain.exporter, chain.roaster);
  private final List<Client> clients = List.of(chain.ofCoop, chain.ofExporter, chain.ofRoaster);
  private final List<UUID> farmers = new ArrayList<>();
  private final List<UUID> products = List.of(chain.cherry, chain.green);
  private Random random;

  @Test
  void aTraceEqualsAPlainModelForEveryCaller(Seed seed) {
    for (int part = 0; part < Proof.count(2, 6); part++) {
      random = seed.random(part);
      companies.forEach(company -> farmers.add(chain.world.farmer(company)));
      for (int move = 0; move < MOVES; move++) {
        trade();
      }
      companies.forEach(company -> chain.shares(company, random.nextBoolean()));
      PlainTrade trade = World.read(sql -> PlainTrade.read(sql, companies));
      assertTrue(trade.moves.size() > MOVES / 3, trade.moves.size() + " were taken");
      for (UUID move : trade.moves.keySet()) {
        for (int who = -1; who < companies.size(); who++) {
          compare(trade, who, move);
        }
      }
    }
  }

  /** Something that a company may record; what contradicts its stock is refused, and may be. */
  private void trade() {
    int who = random.nextInt(companies.size());
    UUID own = companies.get(who);
    UUID product = products.get(random.nextInt(2));
    if (random.nextInt(10) == 0) {
      List<UUID> all = lots(own, null);
      if (!all.isEmpty()) {
        String last = all.get(all.size() - 1) + "/reversals/";
        clients.get(who).post(GOODS + last, "{\"reason\": \"A mistake\"}");
      }
      return;
    }
    UUID farmer = farmers.get(farmers.size() - companies.size() + who);
    List<UUID> parties = new ArrayList<>(companies);
    parties.add(farmer);
    UUID source = random.nextInt(3) == 0 ? farmer : own;
    UUID destination = source.equals(own) ? parties.get(random.nextInt(parties.size())) : own;
    List<UUID> lots = lots(source, random.nextInt(4) == 0 ? null : product);
    Collections.shuffle(lots, random);
    lots = lots.subList(0, Math.min(lots.size(), random.nextInt(4)));
    if (source.equals(own) && lots.isEmpty()) {
      source = random.nextBoolean() ? farmer : companies.get((who + 1) % companies.size());
      destination = own;
    }
    String quantity = random.nextInt(7) == 0 ? "null" : "\"" + random.nextInt(300) / 10.0 + "\"";
    String body = Goods.moved(source, destination, product, quantity, lots.toArray());
    clients.get(who).post(GOODS, body);
  }

  /** The lots that a party received and did not pass on; of one product, or of any. */
  private List<UUID> lots(UUID owner, UUID product) {
    Reply reply =
        chain.operator.get(
            GOODS
                + "?limit=1000&in_stock=true&destination="
                + owner
                + (product == null ? "" : "&product=" + product));
    return reply.ids().stream()
        .map(UUID::fromString)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private void compare(PlainTrade trade, int who, UUID move) {
    UUID company = who < 0 ? null : companies.get(who);
    Client client = who < 0 ? chain.operator : clients.get(who);
    Reply reply = client.get(GOODS + move + "/trace/?direction=both");
    assertEquals(trade.sees(company, move) ? 200 : 404, reply.status(), reply.text());
    if (reply.status() == 404) {
      return;
    }
    JsonNode trace = reply.json();
    String about = who + " of " + move;
    assertEquals(edges(trade, company, move), shownEdges(trace), about);
    Set<String> steps = new TreeSet<>();
    trace.get("steps").forEach(step -> steps.add(step.get("id").asText()));
    Set<UUID> reached = trade.reached(company, move, true);
    reached.addAll(trade.reached(company, move, false));
    assertEquals(texts(reached), steps, about);
    BigDecimal quantity = trade.moves.get(move).quantity();
    Mixture mixture = Mixture.of(trade, company, move);
    assertEquals(mixture.shown(quantity), shownOrigins(trace.get("origins")), about);
    assertEquals(
        Mixture.whereabouts(trade, company, move),
        shares(trace.at("/whereabouts/parties"), ""),
        about);
  }

  /** The edges of the plain model, and how many parents of each step are hidden. */
  private static Set<String> edges(PlainTrade trade, UUID company, UUID move) {
    Set<String> edges = new TreeSet<>();
    for (UUID child : trade.reached(company, move, true)) {
      for (UUID parent : trade.parents(company, child, true)) {
        edges.add(child + " " + parent + " " + trade.moves.get(child).drawn().get(parent));
      }
      edges.add(child + " hides " + trade.parents(company, child, false).size());
    }
    for (UUID parent : trade.reached(company, move, false)) {
      for (UUID child : trade.children(company, parent)) {
        edges.add(child + " " + parent + " " + trade.moves.get(child).drawn().get(parent));
        edges.add(child + " hides 0");
      }
    }
    return edges;
  }

  private static Set<String> shownEdges(JsonNode trace) {
    Set<String> edges = new TreeSet<>();
    for (JsonNode draw : trace.get("draws")) {
      String ends = draw.get("child").asText() + " " + draw.get("parent").asText();
      edges.add(ends + " " + draw.get("quantity").asText());
    }
    for (JsonNode step : trace.get("steps")) {
      edges.add(step.get("id").asText() + " hides " + step.get("hidden_parents").asInt());
    }
    return edges;
  }

  private static Map<String, String> shownOrigins(JsonNode origins) {
    Map<String, String> shown = new TreeMap<>(shares(origins.get("farmers"), ""));
    shown.putAll(shares(origins.get("gaps"), "gap "));
    shown.putAll(shares(origins.get("not_shared"), "not shared "));
    JsonNode unknown = origins.at("/totals/unknown");
    if (!unknown.get("share").asText().equals("0")) {
      shown.put("unknown", unknown.get("share").asText() + " " + unknown.get("quantity").asText());
    }
    return shown;
  }

  private static Map<String, String> shares(JsonNode shares, String start) {
    Map<String, String> shown = new TreeMap<>();
    for (JsonNode share : shares) {
      shown.put(
          start + share.get("id").asText(),
          share.get("share").asText() + " " + share.get("quantity").asText());
    }
    return shown;
  }

  private static Set<String> texts(Set<UUID> ids) {
    return ids.stream().map(UUID::toString).collect(Collectors.toCollection(TreeSet::new));
  }
}
