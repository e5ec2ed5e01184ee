package supplychain.database;

import java.util.UUID;

/**
 * Who writes, and with which request. The history keeps the user and both ids of the request with
 * each change of the transaction.
 *
 * @param request the service's own id of the HTTP request, or the words of the command
 * @param clientRequest the client's id of the HTTP request; null if it sent none
 * @param token the id of the token, which must stay live to the end of the transaction; null for a
 *     command
 */
public record Author(UUID user, String request, String clientRequest, UUID token) {
  /** The author of a command, or of work that the service does by itself. */
  public Author(UUID user, String request) {
    this(user, request, null, null);
  }
}
