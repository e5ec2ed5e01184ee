package supplychain.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import supplychain.core.Finding;
import supplychain.ingest.Outcome;
import supplychain.validation.Findings;

/** What came of the lines of a file. */
final class ImportReport {
  private final List<Finding> findings = new ArrayList<>();
  private long recorded;
  private long refused;

  void add(Outcome outcome) {
    if (!outcome.isRefused()) {
      recorded++;
      return;
    }
    refused++;
    outcome.findings().stream().limit(Findings.MOST - findings.size()).forEach(findings::add);
  }

  /** The first mistakes, as many as an answer of the service names. */
  List<Finding> findings() {
    return findings;
  }

  long refused() {
    return refused;
  }

  String summary(boolean dryRun) {
    return String.format(
        Locale.ROOT,
        dryRun
            ? "%d would be recorded, %d refused; nothing was written."
            : "%d recorded, %d refused.",
        recorded,
        refused);
  }
}
