package supplychain.records.card;

import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.records.References;
import supplychain.validation.Body;

/** The cards of a company, whoever holds them. */
public final class CompanyCards {
  private CompanyCards() {}

  /**
   * Records a card of the {@code company} that a body names, or else of the caller's, in the
   * transaction of {@code sql}; a {@code card_id} of the company is one card, however often it is
   * recorded.
   */
  public static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller);
    UUID company = references.wantOwnCompanyOrCallers(body, "company");
    CardBody card = CardBody.readNew(body);
    references.resolve(sql, body.findings());
    body.finish();
    Optional<UUID> existing = Cards.find(sql, card, company);
    existing.ifPresent(
        id -> {
          if (!Cards.isStill(card, Cards.lock(sql, Set.of(id)).get(id))) {
            throw Cards.renamed(card);
          }
          Cards.setDisplayId(sql, caller, id, card);
        });
    return existing.orElseGet(() -> Cards.insert(sql, caller, company, card));
  }
}
