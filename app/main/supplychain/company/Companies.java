package supplychain.company;

import io.javalin.http.Context;
import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.body.Body;
import supplychain.body.Given;
import supplychain.database.Database;
import supplychain.database.Ids;
import supplychain.http.Authentication;
import supplychain.http.Caller;
import supplychain.http.EntityTag;
import supplychain.http.PathId;
import supplychain.part.CardBody;
import supplychain.part.Cards;
import supplychain.part.References;
import supplychain.problem.Problem;

/** Companies. */
public final class Companies {
  private final Database database;

  /** Companies in this database. */
  public Companies(Database database) {
    this.database = database;
  }

  /** Operation 3, read a company: any role of that company. */
  public void read(Context ctx) {
    Caller caller = Authentication.caller(ctx);
    UUID id = PathId.of(ctx);
    if (!caller.actsFor(id)) {
      throw Problem.notFound();
    }
    byte[] document =
        database.read(sql -> CompanyDocument.DOCUMENT.find(sql, id)).orElseThrow(Problem::notFound);
    EntityTag.sendUnlessKnown(ctx, document);
  }

  /** Records a new one out of a body, in the transaction of {@code sql}. */
  public static UUID record(DSLContext sql, Caller caller, Body body) {
    References references = new References(caller);
    CompanyBody company = CompanyBody.read(body, references);
    references.resolve(sql, body.findings());
    UUID id = Ids.next();
    Given<CardBody> card = company.card();
    Optional<UUID> existing =
        card.hasValue() ? Cards.find(sql, card.value(), id) : Optional.empty();
    body.finish();
    UUID currency = references.currency(company.currency());
    CompanyQueries.insert(sql, caller, id, currency, company.columns());
    if (card.hasValue()) {
      Cards.give(sql, caller, id, id, existing, card.value());
    }
    return id;
  }
}
