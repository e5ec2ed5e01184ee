package supplychain.cli;

import java.io.PrintWriter;
import java.util.Locale;
import org.apache.commons.lang3.StringUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import supplychain.core.Failure;
import supplychain.database.Database;
import supplychain.database.Maintenance;
import supplychain.verify.Books;
import supplychain.verify.Books.Verdict;
import supplychain.verify.Discrepancy;
import supplychain.verify.Discrepancy.Breach;

/** Checks that all records fit together. */
@Command(name = "verify")
final class Verify extends DatabaseCommand {
  @Option(names = {"-q", "--quiet"})
  boolean quiet;

  @Override
  void run(Database database) {
    Verdict verdict = Books.verify(database);
    verdict.findings().forEach(finding -> print(finding, out()));
    String summary = summary(verdict);
    boolean isRight = verdict.mistakes() == 0;
    Maintenance.note(database, author(), Maintenance.Task.VERIFY, isRight, summary);
    if (verdict.mistakes() > 0) {
      throw Failure.found(summary);
    }
    if (!quiet) {
      out().println(summary);
    }
  }

  static void print(Discrepancy finding, PrintWriter out) {
    String kind = (finding.isWarning() ? "WARNING " : "WRONG ") + finding.check();
    for (Breach breach : finding.named()) {
      String ids = StringUtils.join(breach.ids(), " ");
      out.println(kind + " " + ids + ": " + breach.says());
    }
    long more = finding.count() - finding.named().size();
    if (more > 0) {
      out.println(kind + ": " + more + " more");
    }
  }

  /** One sentence about the books. */
  static String summary(Verdict verdict) {
    String state =
        verdict.mistakes() > 0 ? "wrong: " + number(verdict.mistakes(), "mistake") : "right";
    return "The books are %s, %s in %s, %s, %s."
        .formatted(
            state,
            number(verdict.warnings(), "warning"),
            number(verdict.transactions(), "product transaction"),
            number(verdict.payments(), "payment"),
            number(verdict.reversals(), "reversal"));
  }

  private static String number(long count, String name) {
    return String.format(Locale.ROOT, "%d %s%s", count, name, count == 1 ? "" : "s");
  }
}
