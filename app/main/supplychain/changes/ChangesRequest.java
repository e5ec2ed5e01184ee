package supplychain.changes;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.time.Duration;
import supplychain.body.Body;
import supplychain.body.Given;
import supplychain.body.Kind;
import supplychain.body.Kind.Read;
import supplychain.http.Query;
import supplychain.resource.Records;

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
    boolean isFromNow, Mark after, Given<Integer> limit, Given<Integer> seconds, Seal seal) {
  /** How many seconds an answer may wait for a change. */
  static final int MOST_WAIT = 30;

  private static final String NOW = "now";

  /** Reads it, or throws a Problem that names every mistake of the query. */
  static ChangesRequest read(Context ctx, Seal seal) {
    Body query = Query.body(ctx);
    boolean isFromNow = NOW.equals(ctx.queryParam("after"));
    Mark after =
        query.get("after", isFromNow ? value -> Read.right((Mark) null) : marks(seal)).value();
    Given<Integer> limit = query.get("limit", Query.number(1, Records.LARGEST_PAGE));
    Given<Integer> seconds = query.get("wait", Query.number(0, MOST_WAIT));
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
    return limit.or(Records.USUAL_PAGE);
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
