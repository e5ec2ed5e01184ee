package supplychain.validation;

import java.util.ArrayList;
import java.util.List;
import supplychain.core.ProblemType;

/** The state that all objects of one body share while the service reads it. */
final class ReadingState {
  final Findings findings = new Findings();
  final List<Body> objects = new ArrayList<>();
  final boolean lenient;
  final boolean fromFile;
  final ProblemType refusal;

  ReadingState(boolean lenient, boolean fromFile, ProblemType refusal) {
    this.lenient = lenient;
    this.fromFile = fromFile;
    this.refusal = refusal;
  }

  /** What a part of an object is called. */
  String part() {
    return refusal == ProblemType.INVALID_QUERY ? "parameter" : "field";
  }
}
