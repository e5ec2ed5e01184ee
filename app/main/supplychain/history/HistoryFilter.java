package supplychain.history;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.OffsetDateTime;
import java.util.Set;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;

/**
 * The changes to show, of the database or of an archive. A null parameter excludes nothing.
 *
 * @param record only changes of this record and its parts
 * @param email only changes by the user with this address, ignoring case
 * @param kind only changes of records in this table
 * @param request only changes by the request with this id of the service or the client, or by this
 *     command
 * @param until only changes before this time
 */
public record HistoryFilter(
    UUID record,
    String email,
    String kind,
    String request,
    OffsetDateTime since,
    OffsetDateTime until) {

  /** The changes in the database. */
  public Condition condition(DSLContext sql) {
    return and(
        record == null ? noCondition() : HISTORY.RECORD.in(HistoryQueries.withParts(sql, record)),
        email == null ? noCondition() : lower(APP_USER.EMAIL).eq(lower(val(email))),
        kind == null ? noCondition() : HISTORY.KIND.eq(kind),
        request == null ? noCondition() : val(request).in(HISTORY.REQUEST, HISTORY.CLIENT_REQUEST),
        since == null ? noCondition() : HISTORY.AT.ge(since),
        until == null ? noCondition() : HISTORY.AT.lt(until));
  }

  boolean takes(JsonNode change, Set<String> withParts) {
    OffsetDateTime at = OffsetDateTime.parse(change.get("at").asText());
    return (record == null || withParts.contains(change.get("record").asText()))
        && (email == null || email.equalsIgnoreCase(change.get("email").asText()))
        && (kind == null || kind.equals(change.get("kind").asText()))
        && (request == null
            || request.equals(change.get("request").asText())
            || request.equals(change.get("client_request").asText()))
        && (since == null || !at.isBefore(since))
        && (until == null || at.isBefore(until));
  }
}
