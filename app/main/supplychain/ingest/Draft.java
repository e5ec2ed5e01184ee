package supplychain.ingest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.database.Batch;
import supplychain.ingest.Outcome.Result;
import supplychain.validation.Body;

/**
 * A record of a source with what the service needs to create it.
 *
 * @param caller who records it
 * @param judged the pointers whose mistakes are not repeated
 */
record Draft(SourceRecord source, Body body, Caller caller, Set<String> judged) {
  static Map<Body, Caller> callers(List<Draft> drafts) {
    Map<Body, Caller> callers = new LinkedHashMap<>();
    drafts.forEach(draft -> callers.put(draft.body, draft.caller));
    return callers;
  }

  /** Creates records of one kind together. Returns their outcomes in order, without warnings. */
  static List<Outcome> create(DSLContext sql, IngestKind kind, List<Draft> drafts) {
    Map<Body, Problem> refused = new LinkedHashMap<>();
    Map<Body, UUID> ids = kind.creation().record(sql, callers(drafts), refused::put);
    Batch.of(sql).run();
    List<Outcome> outcomes = new ArrayList<>();
    for (Draft draft : drafts) {
      SourceRecord source = draft.source;
      Problem problem = source.flaw() == null ? refused.get(draft.body) : source.flaw();
      outcomes.add(
          problem == null ? draft.done(Result.NEW, ids.get(draft.body)) : draft.refused(problem));
    }
    return outcomes;
  }

  Outcome done(Result result, UUID id) {
    return new Outcome(source.line(), result, id, null, List.of(), List.of());
  }

  Outcome different(UUID id, List<Finding> differences) {
    List<Finding> findings = differences.stream().flatMap(source::inSource).toList();
    return new Outcome(
        source.line(), Result.DIFFERENT, id, ProblemType.CONFLICT, findings, List.of());
  }

  Outcome refused(Problem problem) {
    String code = problem.type().name().toLowerCase(Locale.ROOT);
    Finding whole = new Finding(source.pointer(), code, problem.getMessage());
    List<Finding> all = problem.findings().isEmpty() ? List.of(whole) : problem.findings();
    List<Finding> findings =
        all.stream()
            .filter(
                one -> judged.stream().noneMatch(at -> (at + "/").startsWith(one.pointer() + "/")))
            .map(one -> complete(problem, one))
            .flatMap(source::inSource)
            .toList();
    return new Outcome(source.line(), Result.REFUSED, null, problem.type(), findings, List.of());
  }

  /** The finding of a conflict alone explains too little: its message goes before it. */
  private static Finding complete(Problem problem, Finding finding) {
    String message = problem.getMessage();
    boolean saysAll =
        problem.type() == ProblemType.INVALID_BODY || finding.detail().equals(message);
    return saysAll
        ? finding
        : new Finding(finding.pointer(), finding.code(), message + " " + finding.detail());
  }
}
