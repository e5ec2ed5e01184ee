package supplychain.http;

import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.Header;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.UUID;

/**
 * What a write answers.
 *
 * @param status the HTTP status
 * @param location the path of what was made; null where nothing was
 * @param body the record, as JSON, or lines
 * @param kept what a repeat answers in its place: all but what is shown once
 * @param mediaType what the body is
 */
public record Answer(int status, String location, byte[] body, byte[] kept, String mediaType) {
  /** An answer in JSON that shows nothing once. */
  public Answer(int status, String location, byte[] body) {
    this(status, location, body, body, ContentType.JSON);
  }

  /** 200 with a line for each of the records that were sent. */
  public static Answer lines(byte[] body) {
    return new Answer(200, null, body, body, LinesType.DOCUMENTS.written());
  }

  /** 201 with the document of a new record, and its path below {@code path}. */
  public static Answer created(String path, UUID id, byte[] document) {
    return new Answer(201, path + id + "/", document);
  }

  /** Sends it. */
  public void send(Context ctx) {
    if (location != null) {
      ctx.header(Header.LOCATION, location);
    }
    write(ctx, status, mediaType, body);
  }

  /** Answers with these bytes, and with nothing that was to be answered before. */
  static void write(Context ctx, int status, String mediaType, byte[] bytes) {
    PendingAnswers.hold(ctx, bytes.length);
    Admission.noteLength(ctx, bytes.length);
    HttpServletResponse response = ctx.status(status).contentType(mediaType).res();
    response.resetBuffer();
    // A buffer that holds them all: no thread waits for a client that takes them slowly.
    response.setBufferSize(bytes.length + 1);
    try {
      response.getOutputStream().write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
