package supplychain.ingest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Problem;
import supplychain.records.company.Companies;
import supplychain.records.company.CompanyQueries;

/**
 * Companies name the cards that they hold, and cards the companies whose they are: companies are
 * recorded first, and get their cards in a pass of its own.
 */
final class CompanyCardPass {
  private static final String ENTITY_CARD = "entity_card";

  private final DSLContext sql;
  private final Refs refs;
  private final Names names;
  private final Mistakes mistakes;
  private boolean needed;

  CompanyCardPass(DSLContext sql, Refs refs, Names names, Mistakes mistakes) {
    this.sql = sql;
    this.refs = refs;
    this.names = names;
    this.mistakes = mistakes;
  }

  /** Leaves out the card of a company on its way to be recorded, if it is a record of its own. */
  void postpone(LoadRecord company) {
    if (namesCard(company)) {
      company.fields().remove(ENTITY_CARD);
      needed = true;
    }
  }

  private static boolean namesCard(LoadRecord company) {
    return company.node().path(ENTITY_CARD).path("card").path("id").isTextual();
  }

  /** Whether any was left out. */
  boolean isNeeded() {
    return needed;
  }

  /** Gives a company of the file its card, now that there are cards, if this load made it. */
  void give(LoadRecord company) {
    String ref = company.node().path("ref").asText();
    if (!company.isObject() || !namesCard(company) || !LoadRecord.isRef(ref)) {
      return;
    }
    NamedRecord named = new NamedRecord(company, ref);
    ObjectNode fields = company.fields();
    fields.retain("ref", "creator", ENTITY_CARD);
    names.lookUp(List.of(named));
    UUID id = refs.get(named.key());
    if (id != null && CompanyQueries.isNew(sql, id)) {
      Entry entry = Entry.of(named, names.rewrite(company));
      try {
        Companies.recordCard(sql, entry.caller(), id, entry.body());
      } catch (Problem problem) {
        entry.refuse(problem, mistakes);
      }
    }
  }
}
