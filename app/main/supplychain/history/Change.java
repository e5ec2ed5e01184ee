package supplychain.history;

import java.time.OffsetDateTime;
import java.util.UUID;
import org.jooq.JSONB;

/**
 * One change of one record, as the history keeps it.
 *
 * @param id greater than the ids of all earlier changes
 * @param user the user who made the change; null if it was made without the service
 * @param email the user's address; null without a user
 * @param request the service's id of the request, or the words of the command
 * @param clientRequest the X-Request-Id of the client; null if it sent none
 * @param kind the table
 * @param record the record's id
 * @param partOf the record of which this record is a part; null if it is no part
 * @param field for a value of a form, the key of the field; else null
 * @param before the old values of the columns; null for a new record
 * @param after the new values of the columns; null for a removed record
 */
public record Change(
    long id,
    OffsetDateTime at,
    UUID user,
    String email,
    String request,
    String clientRequest,
    String kind,
    UUID record,
    UUID partOf,
    String field,
    JSONB before,
    JSONB after) {
  /** Whether the change created the record. */
  boolean isNew() {
    return before == null;
  }

  /** Whether the change removed the record. */
  boolean isRemoval() {
    return after == null;
  }
}
