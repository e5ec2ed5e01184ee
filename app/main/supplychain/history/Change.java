package supplychain.history;

import java.time.OffsetDateTime;
import java.util.UUID;
import org.jooq.JSONB;

/**
 * One change of one record, as it was kept.
 *
 * @param id greater than those of the changes that were made before it
 * @param user on whose behalf; null for who came past the service
 * @param email the user's address; null where there is none
 * @param request the service's id of the request, or the words of the command
 * @param clientRequest the id that the client gave the request; null where it gave none
 * @param kind the table
 * @param record the record's id
 * @param partOf the record of which it is a part; null if of none
 * @param field the key of the form's field, of a value of a form; else null
 * @param before what the columns held; null for a new record
 * @param after what they hold since; null for a removed record
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
  /** Whether it made the record. */
  boolean isNew() {
    return before == null;
  }

  /** Whether it removed the record. */
  boolean isRemoval() {
    return after == null;
  }
}
