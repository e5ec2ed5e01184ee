package supplychain.http;

import static java.util.stream.Collectors.joining;

import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.Header;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.apache.commons.io.function.Uncheck;
import supplychain.verify.Warning;

/**
 * An answer.
 *
 * @param status the HTTP status
 * @param location the path of the new record; null if the request creates none
 * @param body the record as JSON, or lines
 * @param kept the body for a repeat of the request, without secrets that are shown once
 * @param mediaType the type of the body
 * @param warnings the codes of what looks wrong about the record, separated by commas; or ""
 */
public record Answer(
    int status, String location, byte[] body, byte[] kept, String mediaType, String warnings) {
  private static final String WARNINGS = "Supply-Chain-Warnings";

  /** An answer in JSON without secrets and warnings. */
  public Answer(int status, String location, byte[] body) {
    this(status, location, body, body, ContentType.JSON, "");
  }

  /** 200 with a line for each record of the request. */
  public static Answer lines(byte[] body) {
    return new Answer(200, null, body, body, LinesType.DOCUMENTS.written(), "");
  }

  /** This answer with the codes of these warnings, each code once. */
  public Answer with(List<Warning> found) {
    String codes = found.stream().map(Warning::code).distinct().collect(joining(", "));
    return new Answer(status, location, body, kept, mediaType, codes);
  }

  public void send(Context ctx) {
    if (!warnings.isEmpty()) {
      ctx.header(WARNINGS, warnings);
    }
    if (location != null) {
      ctx.header(Header.LOCATION, location);
    }
    send(ctx, status, mediaType, body);
  }

  /** Answers with these bytes: 503 if this is a read and the memory budget is used. */
  public static void send(Context ctx, int status, String mediaType, byte[] bytes) {
    // The client must receive the answer to a write.
    if (ctx.method().equals(HandlerType.GET)) {
      MemoryBudget.take(ctx, bytes.length);
    }
    write(ctx, status, mediaType, bytes);
  }

  /** The bytes after a body: JSON ends with a newline, for terminals. */
  static byte[] end(String mediaType) {
    return mediaType.equals(ContentType.JSON) ? new byte[] {'\n'} : new byte[0];
  }

  /** Answers with these bytes, which the memory budget does not count. */
  static void write(Context ctx, int status, String mediaType, byte[] bytes) {
    Admission.noteLength(ctx, bytes.length);
    HttpServletResponse response = ctx.status(status).contentType(mediaType).res();
    response.resetBuffer();
    // The buffer holds the whole answer, so that no thread waits for a client that reads slowly.
    response.setBufferSize(bytes.length + 2);
    Uncheck.run(
        () -> {
          response.getOutputStream().write(bytes);
          response.getOutputStream().write(end(mediaType));
        });
  }
}
