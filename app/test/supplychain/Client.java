package supplychain;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import supplychain.docs.Contract;

/**
 * Calls the service with one token; each answer has to be one that its document promises.
 *
 * @param token sent with each request; null for none
 * @param patience how long to wait for an answer
 */
public record Client(String origin, String token, Duration patience) {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  public Client(String origin, String token) {
    this(origin, token, PATIENCE);
  }

  /** Reads a path. Headers come as name, value, name, value … */
  public Reply get(String path, String... headers) {
    return send("GET", path, null, headers);
  }

  /** Creates out of a JSON body. */
  public Reply post(String path, String json, String... headers) {
    return send("POST", path, json, headers);
  }

  /** Changes by a JSON body. */
  public Reply patch(String path, String json, String... headers) {
    return send("PATCH", path, json, headers);
  }

  /** Sends any method; a body is JSON unless the headers say otherwise. */
  public Reply send(String method, String path, String body, String... headers) {
    HttpRequest.Builder request = request(path);
    request.method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (body != null) {
      request.setHeader("Content-Type", "application/json");
    }
    return send(request, headers);
  }

  /** Creates out of a body of any kind; its Content-Type is among the headers, or there is none. */
  public Reply postBody(String path, BodyPublisher body, String... headers) {
    return send(request(path).POST(body), headers);
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(origin + path)).timeout(patience);
    return token == null ? request : request.setHeader("Authorization", "Bearer " + token);
  }

  private static Reply send(HttpRequest.Builder builder, String... headers) {
    for (int i = 0; i < headers.length; i += 2) {
      builder.setHeader(headers[i], headers[i + 1]);
    }
    HttpRequest request = builder.build();
    try {
      HttpResponse<byte[]> response = HTTP.send(request, BodyHandlers.ofByteArray());
      Reply reply = Reply.of(response.statusCode(), response.body(), response.headers());
      Contract.check(request.method(), request.uri().getRawPath(), reply);
      return reply;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
