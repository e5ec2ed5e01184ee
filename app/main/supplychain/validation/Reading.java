package supplychain.validation;

import java.util.ArrayList;
import java.util.List;
import supplychain.core.ProblemType;

/** What the objects of one body share while it is read. */
final class Reading {
  final Findings findings = new Findings();
  final List<Body> objects = new ArrayList<>();
  final boolean lenient;
  final boolean fromFile;
  final ProblemType refusal;

  Reading(boolean lenient, boolean fromFile, ProblemType refusal) {
    this.lenient = lenient;
    this.fromFile = fromFile;
    this.refusal = refusal;
  }

  /** What a part of an object is called. */
  String part() {
    return refusal == ProblemType.INVALID_QUERY ? "parameter" : "field";
  }
}
