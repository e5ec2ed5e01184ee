package supplychain.history;

import java.time.OffsetDateTime;
import java.util.UUID;

/**
 * Which changes are wanted; null is all.
 *
 * @param record of this record and its parts
 * @param user of this user
 * @param kind of records in this table
 * @param request of this request, by the service's id or the client's, or of this command
 * @param since from then on
 * @param until before then
 */
public record HistoryFilter(
    UUID record,
    UUID user,
    String kind,
    String request,
    OffsetDateTime since,
    OffsetDateTime until) {}
