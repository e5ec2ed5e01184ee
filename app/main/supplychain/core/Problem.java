package supplychain.core;

import io.javalin.http.Header;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A refusal, which the client receives as {@code application/problem+json} (RFC 9457). */
public final class Problem extends RuntimeException {
  private final transient ProblemType type;
  private final transient List<Finding> findings;
  private final transient Map<String, String> headers = new LinkedHashMap<>();
  private final transient Map<String, Object> members = new LinkedHashMap<>();

  /** A problem of this type; {@code detail} is for people and contains no secrets. */
  public Problem(ProblemType type, String detail) {
    this(type, detail, List.of());
  }

  /** A problem with the mistakes in the body. */
  public Problem(ProblemType type, String detail, List<Finding> findings) {
    super(detail, null, false, false);
    this.type = type;
    this.findings = List.copyOf(findings);
  }

  /** One answer for an unknown id and for the id of a record that the caller cannot see. */
  public static Problem notFound() {
    return new Problem(
        ProblemType.NOT_FOUND, "There is no record with this id, or your company cannot see it.");
  }

  /** The answer to a token that is unknown, or that was revoked meanwhile. */
  public static Problem unknownToken() {
    return invalidToken("The token is unknown, revoked or expired. Send another token.");
  }

  /** The answer to a token that cannot be used (RFC 6750, 3.1). */
  public static Problem invalidToken(String detail) {
    return new Problem(ProblemType.UNAUTHENTICATED, detail)
        .header(Header.WWW_AUTHENTICATE, "Bearer error=\"invalid_token\"");
  }

  /** The answer to a caller who can see the record but is not allowed to do this. */
  public static Problem forbidden(String detail, Finding... findings) {
    return new Problem(ProblemType.FORBIDDEN, detail, List.of(findings));
  }

  /** The answer to a request that contradicts a record. */
  public static Problem conflict(String detail, Finding... findings) {
    return new Problem(ProblemType.CONFLICT, detail, List.of(findings));
  }

  public Problem header(String name, String value) {
    headers.put(name, value);
    return this;
  }

  /** Adds a member to the document of the problem (RFC 9457, 3.2). */
  public Problem member(String name, Object value) {
    members.put(name, value);
    return this;
  }

  public ProblemType type() {
    return type;
  }

  public List<Finding> findings() {
    return findings;
  }

  public Map<String, String> headers() {
    return headers;
  }

  public Map<String, Object> members() {
    return members;
  }
}
