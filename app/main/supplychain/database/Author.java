package supplychain.database;

import java.util.Objects;
import java.util.UUID;

/**
 * Who writes and at which request: it is kept with every change of the transaction.
 *
 * @param user the user on whose behalf
 * @param request the service's own id of the HTTP request, or the words of the command
 * @param clientRequest the client's id of the HTTP request; null where there is none
 * @param token the id of the token, which has to be live until the end; null for a command
 */
public record Author(UUID user, String request, String clientRequest, UUID token) {
  /** User and request may not be missing. */
  public Author {
    Objects.requireNonNull(user);
    Objects.requireNonNull(request);
  }

  /** A command, or work that the service does by itself. */
  public Author(UUID user, String request) {
    this(user, request, null, null);
  }
}
