package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.records.transaction.Trade.*;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Reply;
import supplychain.records.transaction.Trade.Kind;

/** What the lists of transactions are narrowed by, and in which order they then are. */
class TransactionListTest {
  private final Trade trade = new Trade();

  @Test
  void aListThatIsNarrowedByDateIsInTheOrderOfTheDates() {
    for (Kind kind : Kind.values()) {
      String path = kind.path();
      String later = dated(kind, "2026-03-02T00:00:00Z");
      String earlier = dated(kind, "2026-03-01T00:00:00Z");
      String same = dated(kind, "2026-03-01T00:00:00Z");
      dated(kind, "2026-04-01T00:00:00Z");
      assertEquals(
          List.of(earlier, same, later),
          pages(path + "?date_from=2026-03-01&date_before=2026-04-01"));
      assertEquals(
          List.of(later, same, earlier), pages(path + "?date_before=2026-04-01&order=newest"));
      assertEquals(
          List.of(later, earlier, same),
          pages(path + "?date_before=2026-04-01&updated_after=2026-01-01"));
    }
  }

  @Test
  void aListIsFilteredByReversal() {
    for (Kind kind : Kind.values()) {
      String path = kind.path();
      String reversed = trade.record(kind, trade.body(kind)).id();
      String stays = trade.record(kind, trade.body(kind)).id();
      trade.member.post(path + reversed + "/reversals/", "{\"reason\": \"Typo\"}").expect(201);
      assertEquals(List.of(reversed), pages(path + "?is_reversed=true"));
      assertEquals(List.of(stays), pages(path + "?is_reversed=false"));
    }
  }

  private String dated(Kind kind, String date) {
    return trade.record(kind, withText(trade.body(kind), "date", date)).id();
  }

  /** The ids of a list that is read a record at a time. */
  private List<String> pages(String path) {
    List<String> ids = new ArrayList<>();
    String next = path + "&limit=1";
    while (next != null) {
      Reply page = trade.member.get(next).expect(200);
      ids.addAll(page.ids());
      next = page.next();
    }
    return ids;
  }

  @Test
  void thePaymentsWithACardAreFound() {
    UUID card = trade.world.card(trade.coop, trade.farmer);
    String with = trade.record(Kind.PAYMENT, withText(trade.payment(), "card", card)).id();
    trade.record(Kind.PAYMENT, trade.payment());
    assertEquals(List.of(with), pages(PAYMENTS + "?card=" + card));
  }
}
