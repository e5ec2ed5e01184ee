package supplychain.http;

import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.Header;

/**
 * What a write answers.
 *
 * @param status the HTTP status
 * @param location the path of what was made; null where nothing was
 * @param body the record, as JSON
 */
public record Answer(int status, String location, byte[] body) {
  /** 201 with the record and its path. */
  public static Answer created(String location, byte[] body) {
    return new Answer(201, location, body);
  }

  /** Sends it. */
  public void send(Context ctx) {
    if (location != null) {
      ctx.header(Header.LOCATION, location);
    }
    ctx.status(status).contentType(ContentType.APPLICATION_JSON).result(body);
  }
}
