package supplychain.history;

import java.time.OffsetDateTime;
import java.util.UUID;

/**
 * The changes to show. A null parameter excludes nothing.
 *
 * @param record only changes of this record and its parts
 * @param user only changes by this user
 * @param kind only changes of records in this table
 * @param request only changes by the request with this id, the service's or the client's, or by
 *     this command
 * @param since only changes at this time or later
 * @param until only changes before this time
 */
public record HistoryFilter(
    UUID record,
    UUID user,
    String kind,
    String request,
    OffsetDateTime since,
    OffsetDateTime until) {}
