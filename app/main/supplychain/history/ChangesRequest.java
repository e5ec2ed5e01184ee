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

/** The changes that a client asks for: after null from the first one, or only later changes. */
record ChangesRequest(
    boolean isFromNow, ChangeCursor after, FieldValue<Integer> limit, FieldValue<Integer> seconds) {
  private static final String NOW = "now";

  private static final Kind<ChangeCursor> CURSOR =
      value ->
          ChangeCursor.of(value.asText())
              .map(Read::right)
              .orElse(Read.wrong("cursor", "It is neither a cursor of changes nor now."));

  /** Reads a request, or throws a Problem that names every mistake of the query. */
  static ChangesRequest read(Context ctx) {
    Map<String, List<String>> parameters = Query.parameters(ctx);
    Body query = Query.body(parameters);
    boolean isFromNow = List.of(NOW).equals(parameters.get("after"));
    ChangeCursor after =
        query.get("after", isFromNow ? value -> Read.right((ChangeCursor) null) : CURSOR).value();
    FieldValue<Integer> limit = query.get("limit", Query.number(1, Reads.LARGEST_PAGE));
    FieldValue<Integer> seconds = query.get("wait", Query.number(0, Changes.MOST_WAIT));
    query.finish();
    return new ChangesRequest(isFromNow, after, limit, seconds);
  }

  int most() {
    return limit.or(Reads.USUAL_PAGE);
  }

  Duration patience(Context ctx) {
    boolean isHead = ctx.method().equals(HandlerType.HEAD);
    return Duration.ofSeconds(isHead || isFromNow ? 0 : seconds.or(0));
  }

  /** The query that goes on after a cursor. */
  String queryAfter(ChangeCursor cursor) {
    return (limit.hasValue() ? "limit=" + limit.value() + "&" : "")
        + (seconds.hasValue() ? "wait=" + seconds.value() + "&" : "")
        + "after="
        + cursor.text();
  }
}
