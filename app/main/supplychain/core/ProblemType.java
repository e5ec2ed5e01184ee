package supplychain.core;

import java.util.Locale;

/** The types of refusals, each with its status and title (RFC 9457) and the text of its page. */
public enum ProblemType {
  MALFORMED_REQUEST(
      400,
      "The request is malformed",
      "The request is not valid HTTP, its path or a header is malformed or too long, or its body "
          + "did not arrive completely in time.",
      "Correct what `detail` names and send the request again. A library for HTTP avoids most of "
          + "these mistakes."),
  MALFORMED_JSON(
      400,
      "The body is not well-formed JSON",
      "The service cannot parse the body. `detail` names the line and column of the mistake.",
      "Write the JSON with a library, in UTF-8, with each name once in an object."),
  INVALID_BODY(
      400,
      "The body has mistakes",
      "The body is JSON, but some of its fields have mistakes. Nothing was recorded.",
      "`errors` names every mistake, each with its JSON Pointer, a code for programs and a sentence "
          + "for people. Correct them all and send the request again."),
  INVALID_QUERY(
      400,
      "The query has mistakes",
      "A parameter after the question mark is unknown, appears more than once, or has a wrong "
          + "value.",
      "`errors` names every mistake, each with the name of its parameter. Use the whole address in "
          + "`Link`, with its cursor and its other parameters, unchanged."),
  UNAUTHENTICATED(
      401,
      "A valid token is needed",
      "The request has no token, or the token is malformed, unknown, revoked or expired.",
      "Send the header `Authorization: Bearer TOKEN`. Your administrator creates tokens. A lost "
          + "token cannot be shown again, only replaced."),
  FORBIDDEN(
      403,
      "This token may not do that",
      "The token is valid, but its role is too low, or only another company can do this.",
      "Use a token with the role that `detail` or the description of the operation names, or ask "
          + "somebody with such a token."),
  NOT_FOUND(
      404,
      "There is nothing here",
      "There is no such path, or you have no record with the id in it. The answer is the same for a "
          + "record of another company and for one that does not exist.",
      "Compare the path with the description, and the id with the answer where you found it."),
  METHOD_NOT_ALLOWED(
      405,
      "This path does not take that method",
      "The path exists, but not for this method. No record can be deleted.",
      "The header `Allow` names the methods of this path."),
  CONFLICT(
      409,
      "It conflicts with what is recorded",
      "The body has no mistakes, but contradicts a record: the number is used already, another "
          + "farmer holds the card, the transaction is reversed already. Nothing was recorded.",
      "`errors` names the places. Read the other record, and decide which of the two is right."),
  INSUFFICIENT_STOCK(
      409,
      "There is not enough left",
      "You asked for more than the parents have left. Perhaps another request used it first. "
          + "Nothing was recorded.",
      "`errors` names each parent with its `current_quantity`. Draw less, or name other parents."),
  CURSOR_EXPIRED(
      409,
      "The cursor is not of these records",
      "The cursor comes from another database, or from this one before a backup was restored or "
          + "PostgreSQL was replaced.",
      "Start over: take a cursor with `after=now`, read the lists, and follow from there."),
  ORIGINS_INCOMPLETE(
      409,
      "The origins of the lot are not complete",
      "The records are not enough for a file of origins: goods have no parents and no farmer, a "
          + "farmer has no place or country, or a company does not share its records.",
      "`blockers` names everything that is missing, with the ids of the transaction, the farmer "
          + "and the plot. Record it and ask again, or read an incomplete file with "
          + "`?incomplete=true`."),
  LINEAGE_TOO_LARGE(
      409,
      "There is too much to show",
      "The transaction came from more transactions, or led to more, than one answer or one picture "
          + "can show.",
      "`detail` names the limit. Trace in one direction only, or start from a nearer transaction. "
          + "JSON and text can show more than a picture."),
  REQUEST_UNDER_WAY(
      409,
      "The first request with this key is still running",
      "Another request with the same `Idempotency-Key` is in progress.",
      "Wait as long as `Retry-After` says and send the same request again: you receive the answer "
          + "to the first."),
  PRECONDITION_FAILED(
      412,
      "The record has changed",
      "Somebody changed the record after the version in `If-Match`, or `If-None-Match` names the "
          + "current version. Nothing was recorded.",
      "Read the record again, apply your change to the current version, and send it with the new "
          + "`ETag`."),
  BODY_TOO_LARGE(
      413,
      "The body is too large",
      "The body has too many bytes or too many records.",
      "Send fewer records in a request. `GET /v1/` answers the limits. The command `import` accepts "
          + "a file of any length."),
  UNSUPPORTED_MEDIA_TYPE(
      415,
      "The path does not accept this type of body",
      "The headers do not name JSON in UTF-8 or another type that the path accepts, or the body is "
          + "compressed.",
      "Send the header `Content-Type: application/json`, and no `Content-Encoding`. A path for many "
          + "records also accepts `text/csv` and `application/x-ndjson`."),
  KEY_REUSED(
      422,
      "The idempotency key was used for another request",
      "An earlier request had this `Idempotency-Key` with another path or another body. Nothing was "
          + "recorded now.",
      "Send a new key with each new request. Repeat a request byte for byte."),
  TOO_MANY_REQUESTS(
      429,
      "Too many requests",
      "Your user sends more requests a second than your administrator allows.",
      "Wait as long as `Retry-After` says, and send fewer requests a second."),
  INTERNAL_ERROR(
      500,
      "The service failed",
      "This is a fault of the service, not of the request.",
      "Give the `request_id` to your administrator: the log has the cause under this id. You can "
          + "repeat a POST with an `Idempotency-Key`."),
  UNAVAILABLE(
      503,
      "The service is not available right now",
      "The database is away or busy, or too many requests are in progress. If the connection to the "
          + "database was lost, the write may or may not be recorded.",
      "Wait as long as `Retry-After` says and send the request again. For a POST, send the same "
          + "`Idempotency-Key`: the write is recorded once.");

  private final int status;
  private final String title;
  private final String meaning;
  private final String remedy;

  ProblemType(int status, String title, String meaning, String remedy) {
    this.status = status;
    this.title = title;
    this.meaning = meaning;
    this.remedy = remedy;
  }

  public int status() {
    return status;
  }

  /** The same sentence for each problem of this type. */
  public String title() {
    return title;
  }

  public String meaning() {
    return meaning;
  }

  public String remedy() {
    return remedy;
  }

  /** The URI reference that identifies the type. */
  public String uri() {
    return "/problems/" + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
