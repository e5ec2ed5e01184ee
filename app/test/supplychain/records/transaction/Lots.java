package supplychain.records.transaction;

import static supplychain.Paths.*;

import com.fasterxml.jackson.core.type.TypeReference;
import java.util.List;
import java.util.UUID;
import supplychain.Goods;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Json;

/** The cooperative's lots: bought, sold on, processed, and reversed. */
final class Lots {
  static final String REASON = "{\"reason\": \"Weighed twice\"}";

  final Trade trade;
  final UUID green;

  Lots() {
    this(new Trade());
  }

  Lots(Trade trade) {
    this.trade = trade;
    green = trade.world.product("Green beans");
  }

  /** Bought from the farmer; quantities are JSON, so that they may be null. */
  String buy(String quantity) {
    return recorded(move(trade.farmer, trade.coop, trade.cherry, quantity));
  }

  /** Sold to the exporter. */
  Reply sell(String quantity, String... parents) {
    return move(trade.coop, trade.exporter, trade.cherry, quantity, parents);
  }

  /** Made into green beans. */
  Reply process(String quantity, String... parents) {
    return move(trade.coop, trade.coop, green, quantity, parents);
  }

  /** Moved in any way; the cooperative's member records it. */
  Reply move(UUID source, UUID destination, UUID product, String quantity, String... parents) {
    return Goods.move(trade.member, source, destination, product, quantity, (Object[]) parents);
  }

  /** The quantity that the database has as what is left of a lot. */
  static String left(String id) {
    String remaining = "select remaining::text from product_transaction where id = {0}";
    return (String) World.read(sql -> sql.fetchValue(remaining, UUID.fromString(id)));
  }

  /** The id of what was recorded. */
  static String recorded(Reply reply) {
    reply.expect(201);
    return reply.id();
  }

  /** The number of a product transaction. */
  String number(String id) {
    return trade.member.get(GOODS + id + "/").expect(200).at("/number");
  }

  /** A product transaction as messages name it. */
  String named(String id) {
    return "%s (%s)".formatted(number(id), id);
  }

  /** Where the reversals of a product transaction are. */
  static String reversals(Object id) {
    return GOODS + id + "/reversals/";
  }

  /** Reverses a product transaction. */
  Reply reverse(String id) {
    return trade.member.post(reversals(id), REASON);
  }

  /** The quantity that a reversal returned to each parent, and what the parent has left. */
  static List<String> returned(Reply reversal) {
    reversal.expect(201);
    return Json.MAPPER
        .convertValue(reversal.json().get("returned"), new TypeReference<List<Returned>>() {})
        .stream()
        .map(lot -> lot.quantity() + " " + lot.current_quantity())
        .toList();
  }

  private record Returned(String parent, String quantity, String current_quantity) {}
}
