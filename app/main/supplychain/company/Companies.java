package supplychain.company;

import io.javalin.http.Context;
import java.util.UUID;
import supplychain.database.Database;
import supplychain.http.Authentication;
import supplychain.http.Caller;
import supplychain.http.EntityTag;
import supplychain.http.PathId;
import supplychain.problem.Problem;

/** Companies over HTTP. */
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
}
