package supplychain.core;

import java.util.Locale;

/** Every kind of refusal the service gives: one status, one title, one {@code type} (RFC 9457). */
public enum ProblemType {
  MALFORMED_REQUEST(
      400,
      "The request is malformed",
      "It is no HTTP, or its path, a header or a line is malformed or too long; or "
          + "its body did not arrive whole in time.",
      "Mend what `detail` names and send it again. A client that has a library for "
          + "HTTP does not get here."),
  MALFORMED_JSON(
      400,
      "The body is not well-formed JSON",
      "The body could not be read at all. `detail` names the line and column where "
          + "reading ended.",
      "Let a library write the JSON, in UTF-8, each name once."),
  INVALID_BODY(
      400,
      "The body has mistakes",
      "The body is JSON, but breaks rules of its fields. Nothing of it was recorded.",
      "`errors` names every mistake at once, each with its JSON Pointer, a code for "
          + "programs and a sentence for people. Mend them all and send it again."),
  INVALID_QUERY(
      400,
      "The query has mistakes",
      "A parameter after the question mark is unknown, stands there twice, or has a "
          + "value that it does not take.",
      "`errors` names every mistake, each with the name of its parameter. Take a "
          + "cursor as it stands in `Link`, with the parameters that stand beside it there."),
  UNAUTHENTICATED(
      401,
      "A valid token is needed",
      "The request has no token, or one that is malformed, unknown, revoked or " + "expired.",
      "Send the header `Authorization: Bearer TOKEN`. Who runs the service makes "
          + "tokens; one that is lost is replaced, not found again."),
  FORBIDDEN(
      403,
      "This token may not do that",
      "The token is known, but its role is too low, or what is asked is for another "
          + "company to do.",
      "Use a token with the role that `detail` or the description of the operation "
          + "names, or ask who may do it."),
  NOT_FOUND(
      404,
      "There is nothing here",
      "There is no such path, or the id in it stands for nothing that is yours. What "
          + "belongs to others looks the same as what does not exist.",
      "Compare the path with the description, and the id with the answer that you "
          + "have it from."),
  METHOD_NOT_ALLOWED(
      405,
      "This path does not take that method",
      "The path is right, but not for this method. What was recorded is never " + "deleted.",
      "The header `Allow` names the methods that it takes."),
  CONFLICT(
      409,
      "It conflicts with what is recorded",
      "The body is right in itself, but contradicts what is recorded: a number that "
          + "is taken, a card that another holds, a transaction that is reversed already. "
          + "Nothing of it was recorded.",
      "`errors` names the places. Read the record that stands against it, and decide "
          + "which of the two is right."),
  INSUFFICIENT_STOCK(
      409,
      "There is not enough left",
      "More was to be drawn from the parents than is left of them, perhaps because "
          + "somebody else was faster. Nothing of it was recorded.",
      "`errors` names each parent with its `current_quantity`. Draw less, or name "
          + "other parents."),
  CURSOR_EXPIRED(
      409,
      "The cursor is not of these records",
      "The cursor is of another database, or of this one before a backup was restored or "
          + "PostgreSQL was replaced.",
      "Start over: take a cursor with `after=now`, read the lists, and follow from there."),
  ORIGINS_INCOMPLETE(
      409,
      "The origins of the lot are not complete",
      "What is recorded of where the lot came from is not enough for a file of origins: "
          + "goods without parents and without a farmer, a farmer without a place or a country, "
          + "a company that does not share.",
      "`blockers` names everything that is missing, with the ids of the transaction, the farmer "
          + "and the plot. Record it and ask again; `?incomplete=true` gives what there is."),
  LINEAGE_TOO_LARGE(
      409,
      "There is too much to show",
      "What the transaction came from, or what came from it, is more than one answer "
          + "holds, or more than a picture shows.",
      "`detail` names the limit. Trace in one direction only, or from a transaction on "
          + "the way; a picture that is too large is still there as JSON and as text."),
  REQUEST_UNDER_WAY(
      409,
      "The first request with this key is still running",
      "Another request with the same `Idempotency-Key` is being worked on right now.",
      "Wait as long as `Retry-After` says and send the same request again: it gets "
          + "the answer of the first."),
  PRECONDITION_FAILED(
      412,
      "The record has changed",
      "Somebody changed the record since the version that `If-Match` names, or "
          + "`If-None-Match` of a change names the present version. Nothing of yours was recorded.",
      "Read it again, put your change into what is there now, and send it with the "
          + "new `ETag`."),
  BODY_TOO_LARGE(
      413,
      "The body is too large",
      "The body has more bytes than the service takes, of one record or of many, or more records.",
      "Send less at once: one record alone, or many in several requests. The limits are in the "
          + "answer of `GET /v1/`. The command `import` takes a file of any length."),
  UNSUPPORTED_MEDIA_TYPE(
      415,
      "The body is of a type that is not taken",
      "The body is not said to be JSON in UTF-8, or what else the path takes, or is compressed.",
      "Send the header `Content-Type: application/json`, and no `Content-Encoding`. Where the "
          + "path takes many records, `text/csv` and `application/x-ndjson` are taken too."),
  KEY_REUSED(
      422,
      "The idempotency key was used for another request",
      "The `Idempotency-Key` came before, with another path or another body. Nothing "
          + "was recorded now.",
      "A key stands for one request: make a new one for each, and repeat a request "
          + "byte for byte."),
  TOO_MANY_REQUESTS(
      429,
      "Too many requests",
      "Your user sends more requests a second than who runs the service allows.",
      "Wait as long as `Retry-After` says, and send fewer at once."),
  INTERNAL_ERROR(
      500,
      "The service failed",
      "It is a fault of the service, not of the request.",
      "Tell who runs the service the `request_id`: its log has the cause there. A "
          + "POST with an `Idempotency-Key` may be repeated."),
  UNAVAILABLE(
      503,
      "The service is not available right now",
      "The database is away or busy, or too much is under way. Whether a write was "
          + "recorded is not known if the database was lost meanwhile.",
      "Wait as long as `Retry-After` says and send it again, a POST with the same "
          + "`Idempotency-Key`: it is recorded once.");

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

  /** The HTTP status. */
  public int status() {
    return status;
  }

  /** The same sentence for each problem of this type. */
  public String title() {
    return title;
  }

  /** What it means, on its page. */
  public String meaning() {
    return meaning;
  }

  /** What who gets it can do, on its page. */
  public String remedy() {
    return remedy;
  }

  /** The URI reference that identifies the type. */
  public String uri() {
    return "/problems/" + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
