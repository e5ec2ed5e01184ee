package supplychain.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.config.Key;
import io.javalin.http.Context;
import io.javalin.http.Header;
import io.javalin.http.HttpResponseException;
import io.javalin.http.MethodNotAllowedResponse;
import io.javalin.http.NotFoundResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.io.function.Uncheck;
import org.apache.commons.lang3.Strings;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import supplychain.core.Finding;
import supplychain.core.Json;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.core.Tokens;
import supplychain.database.Database;
import supplychain.database.SqlFailure;
import supplychain.validation.FindingLine;
import supplychain.validation.NearestName;
import supplychain.validation.TerminalText;

/** Turns every exception into the answer that the client receives. */
public final class Problems {
  /** The media type of every refusal (RFC 9457). */
  public static final String MEDIA_TYPE = "application/problem+json";

  /** The seconds after which a client can retry a request that was answered 503. */
  public static final String RETRY_AFTER_SECONDS = "1";

  private static final String TEXT = "text/plain";

  /** What a client may accept. Many name JSON and any type beside text, and expect JSON. */
  private static final List<String> TYPES =
      List.of(MEDIA_TYPE, "application/json", "application/*", "*/*", TEXT);

  static final Key<List<String>> PATHS = new Key<>("paths");

  private static final String TAKES_TOO_LONG =
      ("PostgreSQL needed more than %d seconds for this request, so the service stopped it. Nothing"
              + " was recorded. Ask for less: use a narrower filter, a smaller limit, or fewer"
              + " records.")
          .formatted(Database.STATEMENT_TIME.toSeconds());

  /** Jetty's name for a path that it could not read. */
  private static final String NO_PATH = "/badMessage";

  private static final Pattern WORD = Pattern.compile("[a-z][a-z.-]*");
  private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

  /** The SQLSTATEs, or their first two characters, of what can work a moment later. */
  private static final String[] TRY_AGAIN = {
    "08", "53", "57", "58", "55P03", "40001", "40P01", "25006", "25P03", "28000", "28P01", "3D000"
  };

  private static final String UNIQUE_VIOLATION = "23505";
  private static final String CANCELLED = "57014";

  private Problems() {}

  /** Answers with the problem that an exception stands for. */
  public static void answer(Exception exception, Context ctx) {
    Problem problem = of(exception, ctx);
    Throwable rootCause = ExceptionUtils.getRootCause(exception);
    if (problem.type() == ProblemType.INTERNAL_ERROR) {
      LOG.error("request {} failed", RequestId.of(ctx), exception);
    } else if (problem.type() == ProblemType.TIME_LIMIT) {
      RequestLog.warn(ctx, "a statement of a request was cancelled", rootCause);
    } else if (problem.type() == ProblemType.UNAVAILABLE) {
      RequestLog.warn(ctx, "the database could not be used for a request", rootCause);
    } else if (SqlFailure.state(exception).equals(UNIQUE_VIOLATION)) {
      String what = "a unique constraint refused a record that had passed all checks";
      RequestLog.warn(ctx, what, rootCause);
    }
    ctx.appData(Metrics.KEY).refused(problem.type());
    problem.headers().forEach(ctx::header);
    String requestId = RequestId.of(ctx).forAnswer();
    if (Preferences.mediaType(ctx, TYPES).equals(TEXT)) {
      Preferences.varyByAccept(ctx);
      Answer.write(ctx, problem.type().status(), TEXT, text(problem, ctx, requestId));
    } else {
      byte[] document = document(problem, ctx.req().getRequestURI(), requestId);
      Answer.write(ctx, problem.type().status(), MEDIA_TYPE, document);
    }
  }

  /** Answers 500 after an error of Java, such as a stack overflow. */
  static void answerError(HttpServletResponse response, Error error) {
    String id = response.getHeader(RequestId.HEADER);
    LOG.error("request {} failed", id, error);
    Problem problem = fault();
    response.setStatus(problem.type().status());
    response.setContentType(MEDIA_TYPE);
    try {
      response.getOutputStream().write(document(problem, null, id));
    } catch (IOException e) {
      LOG.debug("request {}: the client has disconnected", id, e);
    }
  }

  /** Answers a request that Jetty refuses: bad syntax, a bad path, any request during a stop. */
  static boolean answerUnreadable(
      Request request, Response response, Callback callback, Metrics metrics) {
    ProblemType type = typeOf(response.getStatus());
    RequestId id = RequestId.of(request.getHeaders().get(RequestId.HEADER));
    String path = Objects.requireNonNullElse(request.getHttpURI().getPath(), NO_PATH);
    Problem problem =
        new Problem(
            type,
            "The request is not valid HTTP: " + HttpStatus.getMessage(response.getStatus()) + ".");
    response.setStatus(type.status());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, MEDIA_TYPE);
    response.getHeaders().put(RequestId.HEADER, id.forAnswer());
    byte[] document = document(problem, path.equals(NO_PATH) ? null : path, id.forAnswer());
    metrics.countUnreadable(type, RequestLog.write(request, path, type.status(), id));
    boolean isHead = HttpMethod.HEAD.is(request.getMethod());
    response.write(true, isHead ? BufferUtil.EMPTY_BUFFER : ByteBuffer.wrap(document), callback);
    return true;
  }

  private static ProblemType typeOf(int status) {
    return switch (status) {
      case 503 -> ProblemType.UNAVAILABLE;
      case 500 -> ProblemType.INTERNAL_ERROR;
      // 501 and 505 are mistakes of the client too: an unknown coding or version.
      default -> ProblemType.MALFORMED_REQUEST;
    };
  }

  /** The problem for a person: what happened, a line for each finding, and the request's id. */
  private static byte[] text(Problem problem, Context ctx, String requestId) {
    LinesType type = problem.findings().isEmpty() ? null : LinesType.of(ctx).orElse(null);
    String field = type != null && type.isTable() ? "column " : "";
    String message = problem.getMessage().replace("`errors` names", "The lines below name");
    List<String> lines = new ArrayList<>(List.of(TerminalText.of(message)));
    for (Finding one : problem.findings()) {
      boolean isInFile = type != null && FindingLine.hasLine(one);
      lines.add(isInFile ? FindingLine.inFile(one, field) : FindingLine.inBody(one));
    }
    lines.add("request_id: " + requestId + "\n");
    return Tokens.hide(String.join("\n", lines)).getBytes(StandardCharsets.UTF_8);
  }

  private static Problem of(Exception exception, Context ctx) {
    if (exception instanceof Problem problem) {
      return problem;
    }
    if (exception instanceof MethodNotAllowedResponse refused) {
      String allowed = String.join(", ", refused.getDetails().values());
      return new Problem(ProblemType.METHOD_NOT_ALLOWED, "This path supports only " + allowed + ".")
          .header(Header.ALLOW, allowed);
    }
    if (exception instanceof NotFoundResponse) {
      return new Problem(ProblemType.NOT_FOUND, "There is no such path." + nearestPath(ctx));
    }
    if (exception instanceof HttpResponseException refused && refused.getStatus() < 500) {
      return new Problem(ProblemType.MALFORMED_REQUEST, "The service cannot read the request.");
    }
    return ofDatabase(exception);
  }

  /** The path that the client probably meant, by its last word; empty if no path is close. */
  private static String nearestPath(Context ctx) {
    List<String> paths =
        ctx.appData(PATHS).stream()
            .filter(path -> path.startsWith("/v1/"))
            .sorted(Comparator.comparingInt(String::length))
            .toList();
    String written = lastWord(ctx.path().toLowerCase(Locale.ROOT));
    return NearestName.closest(written, paths.stream().map(Problems::lastWord).toList())
        .flatMap(word -> paths.stream().filter(path -> lastWord(path).equals(word)).findFirst())
        .map(path -> " Did you mean `" + path + "`?")
        .orElse("");
  }

  private static String lastWord(String path) {
    return Stream.of(path.split("/", -1))
        .filter(part -> WORD.matcher(part).matches())
        .reduce("", (before, word) -> word);
  }

  private static Problem ofDatabase(Exception exception) {
    String state = SqlFailure.state(exception);
    if (SqlFailure.isOutcomeUnknown(exception)) {
      return unavailable(
          "The database did not confirm the commit, so it is unknown whether this was recorded."
              + " Send it again with the same Idempotency-Key; without a key, look first.");
    }
    if (state.equals(CANCELLED)) {
      return new Problem(ProblemType.TIME_LIMIT, TAKES_TOO_LONG);
    }
    if (SqlFailure.hadNoConnection(exception) || Strings.CS.startsWithAny(state, TRY_AGAIN)) {
      return unavailable(
          "The database is busy or cannot be reached. Send the request again;"
              + " for a POST, with the same Idempotency-Key.");
    }
    if (state.equals(UNIQUE_VIOLATION)) {
      return Problem.conflict(
          "Another request recorded the same record at the same time. Read that record first.");
    }
    return fault();
  }

  /** The answer to a request that the service can do a moment later. */
  static Problem unavailable(String detail) {
    return new Problem(ProblemType.UNAVAILABLE, detail)
        .header(Header.RETRY_AFTER, RETRY_AFTER_SECONDS);
  }

  /** The answer to a request that the service cannot do because of a fault of its own. */
  static Problem fault() {
    return new Problem(
        ProblemType.INTERNAL_ERROR,
        "This is a fault of the service. Give the request_id to your administrator: the log has"
            + " the cause.");
  }

  /** The document of a problem (RFC 9457, 3); {@code instance} is null if it is unknown. */
  static byte[] document(Problem problem, String instance, String requestId) {
    ObjectNode document = Json.MAPPER.createObjectNode();
    document.put("type", problem.type().uri());
    document.put("title", problem.type().title());
    document.put("status", problem.type().status());
    document.put("detail", problem.getMessage());
    if (instance != null) {
      document.put("instance", instance);
    }
    if (!problem.findings().isEmpty()) {
      document.putPOJO("errors", problem.findings());
    }
    problem.members().forEach(document::putPOJO);
    document.put("request_id", requestId);
    String text = Uncheck.get(() -> Json.MAPPER.writeValueAsString(document));
    return (Tokens.hide(text) + "\n").getBytes(StandardCharsets.UTF_8);
  }
}
