package supplychain.core;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The types of refusals, each with its status and title (RFC 9457). The file {@code
 * docs/problems.yaml} has the text of their pages.
 */
public enum ProblemType {
  MALFORMED_REQUEST(400, "The request is malformed"),
  MALFORMED_JSON(400, "The body is not well-formed JSON"),
  INVALID_BODY(400, "The body has mistakes"),
  INVALID_QUERY(400, "The query has mistakes"),
  UNAUTHENTICATED(401, "The request needs a valid token"),
  FORBIDDEN(403, "The token does not allow this"),
  NOT_FOUND(404, "There is no such path or record"),
  METHOD_NOT_ALLOWED(405, "The path does not support this method"),
  CONFLICT(409, "The request contradicts a record"),
  INSUFFICIENT_STOCK(409, "There is not enough stock"),
  ALREADY_RECORDED(409, "The same file was recorded before"),
  CURSOR_EXPIRED(409, "The cursor is no longer valid"),
  ORIGINS_INCOMPLETE(409, "The origins of the lot are incomplete"),
  LINEAGE_TOO_LARGE(409, "The trace is too large to show"),
  REQUEST_UNDER_WAY(409, "The first request with this key is still in progress"),
  ERASED(410, "The first answer was erased"),
  PRECONDITION_FAILED(412, "The record has changed"),
  BODY_TOO_LARGE(413, "The body is too large"),
  UNSUPPORTED_MEDIA_TYPE(415, "The path does not accept this type of body"),
  KEY_REUSED(422, "The idempotency key was used for another request"),
  TOO_MANY_REQUESTS(429, "Too many requests"),
  INTERNAL_ERROR(500, "The service failed"),
  UNAVAILABLE(503, "The service is not available at the moment"),
  TIME_LIMIT(504, "The request takes too long");

  private final int status;
  private final String title;

  ProblemType(int status, String title) {
    this.status = status;
    this.title = title;
  }

  public int status() {
    return status;
  }

  /** The sentence that each problem of this type has. */
  public String title() {
    return title;
  }

  /** The URI reference that identifies the type, and the path of its page. */
  public String uri() {
    return "/problems/" + shortName();
  }

  /** The last part of the URI, such as {@code invalid-body}. */
  public String shortName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The type with this {@link #shortName()}, if there is one. */
  public static Optional<ProblemType> named(String shortName) {
    return Arrays.stream(values()).filter(type -> type.shortName().equals(shortName)).findFirst();
  }
}
