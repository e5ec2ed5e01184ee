package supplychain.cli;

import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import supplychain.core.Caller;
import supplychain.database.Database;
import supplychain.records.account.TokenQueries;
import supplychain.validation.Formats;

/** Revokes a token: the next request with it is refused. */
@Command(name = "revoke", description = "Revoke a token, at once.")
final class TokenRevoke extends DatabaseCommand {
  @Parameters(paramLabel = "ID", description = "The token's id, as token list shows it.")
  String id;

  private UUID token() {
    return Formats.uuid(id)
        .orElseThrow(() -> Failure.wrongUse("ID must be a token's id, as token list shows it."));
  }

  @Override
  void check() {
    token();
  }

  @Override
  void run(Database database) {
    database.requireCurrentSchema();
    if (!database.write(author(), sql -> TokenQueries.revoke(sql, Caller.SYSTEM, token()))) {
      throw Failure.of("No token has the id " + token() + ".");
    }
    say("Revoked " + token() + ".");
  }
}
