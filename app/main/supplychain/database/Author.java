package supplychain.database;

import java.util.Objects;
import java.util.UUID;

/**
 * Who writes and at which request: it is kept with every change of the transaction.
 *
 * @param user the user on whose behalf
 * @param request the id of the HTTP request, or the words of the command
 */
public record Author(UUID user, String request) {
  /** Neither may be missing. */
  public Author {
    Objects.requireNonNull(user);
    Objects.requireNonNull(request);
  }
}
