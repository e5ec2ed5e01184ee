package supplychain.trace;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.trace.Chain.GOODS;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
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
import supplychain.Reply;
import supplychain.World;
import supplychain.proof.Proof;
import supplychain.proof.Seed;
import supplychain.proof.Seeded;
import supplychain.proof.stock.StockCompany;
import supplychain.proof.stock.StockMachine;

/** Whatever companies trade, a trace is what a plain model makes of it, for each who asks. */
@ExtendWith(Seeded.class)
class RandomTradeTest {
  private static final int REQUESTS = 100;
  private static final int LEAST_MOVES = 20;

  private final Chain chain = new Chain();
  private final List<UUID> companies = List.of(chain.coop, chain.exporter, chain.roaster);
  private final List<Client> clients = List.of(chain.ofCoop, chain.ofExporter, chain.ofRoaster);
  private final List<UUID> products = List.of(chain.cherry, chain.green);

  @Test
  void aTraceEqualsAPlainModelForEveryCaller(Seed seed) {
    for (int part = 0; part < Proof.count(2, 6); part++) {
      Random random = seed.random(part);
      List<StockCompany> traders = new ArrayList<>();
      for (int who = 0; who < companies.size(); who++) {
        UUID farmer = chain.world.farmer(companies.get(who));
        traders.add(new StockCompany(companies.get(who), farmer, clients.get(who)));
      }
      new StockMachine(traders, products, random, null).run(REQUESTS);
      companies.forEach(company -> chain.shares(company, random.nextBoolean()));
      PlainTrade trade = World.read(sql -> PlainTrade.read(sql, companies));
      assertTrue(trade.moves.size() > LEAST_MOVES, trade.moves.size() + " were taken");
      for (UUID move : trade.moves.keySet()) {
        for (int who = -1; who < companies.size(); who++) {
          compare(trade, who, move);
        }
      }
    }
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
