package supplychain.ingest;

import static supplychain.validation.Kinds.ID;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import supplychain.core.Caller;
import supplychain.core.Finding;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.core.Role;
import supplychain.validation.Body;

/**
 * A record as it goes to the resource that records it: refs replaced, with who records it.
 *
 * @param judged the pointers at which nothing more is to be said
 */
record Entry(NamedRecord named, Body body, Caller caller, Set<String> judged) {
  /** The entry of a record whose refs are replaced. */
  static Entry of(NamedRecord named, Set<String> judged) {
    LoadRecord record = named.record();
    Body body = Body.at(record.node(), record.pointer());
    body.ignore("ref");
    UUID creator = known(body, "creator");
    return new Entry(named, body, caller(record.kind(), body, creator), judged);
  }

  /** A transaction is its company's, where it names one; an operator writes all else. */
  private static Caller caller(LoadKind kind, Body body, UUID creator) {
    UUID user = creator == null ? Caller.SYSTEM : creator;
    boolean isTransaction = kind == LoadKind.TRANSACTIONS || kind == LoadKind.PAYMENTS;
    UUID company = isTransaction ? known(body, "company") : null;
    return company == null
        ? new Caller(user, null, Role.OPERATOR)
        : new Caller(user, company, Role.ADMIN);
  }

  private static UUID known(Body body, String name) {
    UUID id = body.get(name, ID).value();
    return Refs.MISTAKEN.equals(id) ? null : id;
  }

  /** Notes what is wrong with it, unless that is said already. */
  void refuse(Problem problem, Mistakes mistakes) {
    LoadRecord record = named.record();
    for (Finding finding : findings(problem)) {
      if (judged.stream()
          .noneMatch(pointer -> (pointer + "/").startsWith(finding.pointer() + "/"))) {
        mistakes.add(finding.pointer(), record.line(), finding.code(), detail(problem, finding));
      }
    }
  }

  private List<Finding> findings(Problem problem) {
    String code = problem.type().name().toLowerCase(Locale.ROOT);
    return problem.findings().isEmpty()
        ? List.of(new Finding(body.pointer(), code, problem.getMessage()))
        : problem.findings();
  }

  private static String detail(Problem problem, Finding finding) {
    boolean saysAll =
        problem.type() == ProblemType.INVALID_BODY || finding.detail().equals(problem.getMessage());
    return saysAll ? finding.detail() : problem.getMessage() + " " + finding.detail();
  }
}
