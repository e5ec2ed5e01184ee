package supplychain.history;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import supplychain.http.Query;
import supplychain.records.Reads;
import supplychain.validation.Body;
import supplychain.validation.FieldValue;
import supplychain.validation.Kind;
import supplychain.validation.Kind.Read;

/**
 * Which changes are asked for.
 *
 * @param isFromNow whether only those that are still to come
 * @param after after which; null for all that are kept
 * @param limit how many at the most; absent where the client names none
 * @param seconds how many seconds the answer may wait for one; absent where the client names none
 * @param seal what marks are sealed with
 */
record ChangesRequest(
    boolean isFromNow,
    Mark after,
    FieldValue<Integer> limit,
    FieldValue<Integer> seconds,
    Seal seal) {
  /** How many seconds an answer may wait for a change. */
  static final int MOST_WAIT = 30;

  private static final String NOW = "now";

  /** Reads it, or throws a Problem that names every mistake of the query. */
  static ChangesRequest read(Context ctx, Seal seal) {
    Map<String, List<String>> parameters = Query.parameters(ctx);
    Body query = Query.body(parameters);
    boolean isFromNow = List.of(NOW).equals(parameters.get("after"));
    Mark after =
        query.get("after", isFromNow ? value -> Read.right((Mark) null) : marks(seal)).value();
    FieldValue<Integer> limit = query.get("limit", Query.number(1, Reads.LARGEST_PAGE));
    FieldValue<Integer> seconds = query.get("wait", Query.number(0, MOST_WAIT));
    query.finish();
    return new ChangesRequest(isFromNow, after, limit, seconds, seal);
  }

  private static Kind<Mark> marks(Seal seal) {
    return value ->
        seal.mark(value.asText())
            .map(Read::right)
            .orElse(Read.wrong("cursor", "It is neither a cursor of changes nor now."));
  }

  /** How many changes the answer may have. */
  int most() {
    return limit.or(Reads.USUAL_PAGE);
  }

  /** How long this request may wait. */
  Duration patience(Context ctx) {
    boolean isHead = ctx.method().equals(HandlerType.HEAD);
    return Duration.ofSeconds(isHead || isFromNow ? 0 : seconds.or(0));
  }

  /** The query that goes on after a mark. */
  String queryAfter(Mark mark) {
    return (limit.hasValue() ? "limit=" + limit.value() + "&" : "")
        + (seconds.hasValue() ? "wait=" + seconds.value() + "&" : "")
        + "after="
        + seal.text(mark);
  }
}
