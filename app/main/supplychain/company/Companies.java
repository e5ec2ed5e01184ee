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
    Optional<UUID> card = findCard(sql, company.card(), id);
    body.finish();
    UUID currency = references.currency(company.currency());
    CompanyQueries.insert(sql, caller, id, currency, company.columns());
    giveCard(sql, caller, id, company.card(), card);
    return id;
  }

  /** Gives a company the card that the {@code entity_card} of a body names. */
  public static void recordCard(DSLContext sql, Caller caller, UUID company, Body body) {
    Given<CardBody> named = CardBody.readEntityCard(body);
    Optional<UUID> card = findCard(sql, named, company);
    body.finish();
    giveCard(sql, caller, company, named, card);
  }

  private static Optional<UUID> findCard(DSLContext sql, Given<CardBody> named, UUID company) {
    return named.hasValue() ? Cards.find(sql, named.value(), company) : Optional.empty();
  }

  private static void giveCard(
      DSLContext sql, Caller caller, UUID company, Given<CardBody> named, Optional<UUID> card) {
    if (named.hasValue()) {
      Cards.give(sql, caller, company, company, card, named.value());
    }
  }
}
