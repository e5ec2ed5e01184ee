package supplychain.core;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A refusal on its way to the client, as {@code application/problem+json} (RFC 9457). */
public final class Problem extends RuntimeException {
  private final transient ProblemType type;
  private final transient List<Finding> findings;
  private final transient Map<String, String> headers = new LinkedHashMap<>();
  private final transient Map<String, Object> members = new LinkedHashMap<>();

  /** A problem of this type; {@code detail} is for people and names nothing secret. */
  public Problem(ProblemType type, String detail) {
    this(type, detail, List.of());
  }

  /** A problem with the places of the body it concerns. */
  public Problem(ProblemType type, String detail, List<Finding> findings) {
    super(detail, null, false, false);
    this.type = type;
    this.findings = List.copyOf(findings);
  }

  /** The answer to an id that does not exist or is not the caller's: both are the same. */
  public static Problem notFound() {
    return new Problem(ProblemType.NOT_FOUND, "No such record, or not one of yours.");
  }

  /** The answer to a caller who may see the record but not do this. */
  public static Problem forbidden(String detail, Finding... findings) {
    return new Problem(ProblemType.FORBIDDEN, detail, List.of(findings));
  }

  /** The answer to something that contradicts what is recorded. */
  public static Problem conflict(String detail, Finding... findings) {
    return new Problem(ProblemType.CONFLICT, detail, List.of(findings));
  }

  /** Adds a response header. */
  public Problem header(String name, String value) {
    headers.put(name, value);
    return this;
  }

  /** Adds a member to the document that only this type has (RFC 9457, 3.2): what Jackson writes. */
  public Problem member(String name, Object value) {
    members.put(name, value);
    return this;
  }

  /** What kind of refusal it is. */
  public ProblemType type() {
    return type;
  }

  /** The places of the body it concerns; empty where it concerns none. */
  public List<Finding> findings() {
    return findings;
  }

  /** The response headers it adds. */
  public Map<String, String> headers() {
    return headers;
  }

  /** The members of the document that only this type has. */
  public Map<String, Object> members() {
    return members;
  }
}
