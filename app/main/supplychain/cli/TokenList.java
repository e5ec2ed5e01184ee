package supplychain.cli;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import supplychain.database.Database;
import supplychain.records.account.TokenQueries;
import supplychain.records.account.TokenQueries.Listed;

/** Lists the tokens, without what would let anybody use them. */
@Command(name = "list", description = "List the tokens.")
final class TokenList extends DatabaseCommand {
  private static final List<String> HEADINGS =
      List.of("ID", "USER", "COMPANY", "ROLE", "CREATED", "EXPIRES", "REVOKED");

  @Override
  void run(Database database) {
    database.requireCurrentSchema();
    List<List<String>> rows = new ArrayList<>(List.of(HEADINGS));
    database.read(TokenQueries::all).forEach(token -> rows.add(row(token)));
    TextColumns.print(rows, out());
  }

  private static List<String> row(Listed token) {
    return List.of(
        token.id().toString(),
        token.user(),
        token.company() == null ? "-" : token.company(),
        token.role().name(),
        time(token.created()),
        time(token.expires()),
        time(token.revoked()));
  }

  private static String time(OffsetDateTime time) {
    return time == null
        ? "-"
        : time.withOffsetSameInstant(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
