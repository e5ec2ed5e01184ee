package supplychain.ingest;

import static java.util.stream.Collectors.groupingBy;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import supplychain.core.Finding;
import supplychain.core.ProblemType;
import supplychain.verify.Warning;
import supplychain.verify.Warnings;

/**
 * The result for one record of a file or of a body with many records.
 *
 * @param line the line on which the record begins, or the number of the feature
 * @param id the id of the record; null if the service refused a new one
 * @param refusal why the service refused the record; null if it did not
 * @param warnings what looks wrong about a new record, or about what was sent of a recorded one
 */
public record Outcome(
    long line,
    Result result,
    UUID id,
    ProblemType refusal,
    List<Finding> findings,
    List<Warning> warnings) {
  /** What happened to a record. */
  public enum Result {
    NEW,
    /** It is recorded already, with the same content. */
    KNOWN,
    CHANGED,
    /** It is recorded already with other content, and stays as it is. */
    DIFFERENT,
    REFUSED;

    /** Its name in answers. */
    public String title() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public boolean isRefused() {
    return refusal != null;
  }

  /** The outcomes of records of one kind with the warnings about those that are new. */
  static List<Outcome> withWarnings(DSLContext sql, IngestKind kind, List<Outcome> outcomes) {
    List<UUID> ids =
        outcomes.stream().filter(one -> one.result == Result.NEW).map(Outcome::id).toList();
    Map<UUID, List<Warning>> warnings =
        Warnings.of(sql, kind.records().name(), ids).stream().collect(groupingBy(Warning::record));
    return outcomes.stream()
        .map(one -> one.withWarnings(warnings.getOrDefault(one.id, List.of())))
        .toList();
  }

  Outcome withWarnings(List<Warning> more) {
    return with(findings, Stream.concat(warnings.stream(), more.stream()).toList());
  }

  /** This outcome with another detail in its finding at a place. */
  Outcome withDetail(String pointer, String code, String detail) {
    Finding better = new Finding(pointer, code, detail);
    return with(
        findings.stream()
            .map(one -> one.pointer().equals(pointer) && one.code().equals(code) ? better : one)
            .toList(),
        warnings);
  }

  private Outcome with(List<Finding> findings, List<Warning> warnings) {
    return new Outcome(line, result, id, refusal, findings, warnings);
  }
}
