package supplychain.proof.requests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Keeps a connection and stops within its requests, about as long as the service waits. */
final class HesitantClient implements Callable<Map<String, Integer>> {
  private static final int PATIENCE_MILLIS = 30_000;
  private static final int MOST_BLANKS = 40_000;
  private static final long LONGEST_PAUSE_NANOS = 50_000_000;

  private final URI origin;
  private final Random random;
  private final int requests;
  private final UUID company;
  private final List<String> tokens;
  private final String ids = "hesitant-" + UUID.randomUUID() + "-";
  private final Map<String, Integer> answers = new TreeMap<>();
  private Socket socket;
  private InputStream in;

  /** A client that sends so many requests, about this company, each with one of these tokens. */
  HesitantClient(String origin, Random random, int requests, UUID company, List<String> tokens) {
    this.origin = URI.create(origin);
    this.random = random;
    this.requests = requests;
    this.company = company;
    this.tokens = tokens;
  }

  /** Sends them; how many answers there were of each kind. */
  @Override
  public Map<String, Integer> call() throws IOException {
    for (int i = 0; i < requests; i++) {
      String id = ids + i;
      Heard heard = ask(request(id));
      requireAnswerTo(id, heard);
      answers.merge(heard.status() + (heard.isLast() ? " last" : ""), 1, Integer::sum);
      if (heard.isLast()) {
        close();
      }
    }
    close();
    return answers;
  }

  private Heard ask(byte[] request) throws IOException {
    if (socket == null) {
      socket = new Socket(origin.getHost(), origin.getPort());
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(PATIENCE_MILLIS);
      in = new BufferedInputStream(socket.getInputStream());
    }
    int first = random.nextInt(request.length + 1);
    socket.getOutputStream().write(request, 0, first);
    if (random.nextInt(4) > 0) {
      LockSupport.parkNanos((long) (random.nextDouble() * LONGEST_PAUSE_NANOS));
    }
    try {
      socket.getOutputStream().write(request, first, request.length - first);
    } catch (IOException refusedAlready) {
      // Its answer may have come before; if not, the next line says so.
      answers.merge("refused while it sent", 1, Integer::sum);
    }
    Heard heard = Heard.read(in, false);
    if (heard == null) {
      throw new AssertionError("the service closed without an answer");
    }
    return heard;
  }

  private byte[] request(String id) {
    boolean reads = random.nextInt(8) == 0;
    String path =
        random.nextInt(6) == 0
            ? "/v1/nothing/"
            : reads
                ? "/v1/supply-chains/companies/" + company + "/"
                : "/v1/supply-chains/company-products/";
    List<String> lines = new ArrayList<>();
    lines.add((reads ? "GET " : random.nextInt(8) == 0 ? "PUT " : "POST ") + path + " HTTP/1.1");
    lines.add("Host: x");
    lines.add("X-Request-Id: " + id);
    lines.add("Authorization: Bearer " + tokens.get(random.nextInt(tokens.size())));
    String body = reads ? "" : body();
    if (!reads) {
      lines.add("Content-Type: " + (random.nextInt(8) == 0 ? "text/plain" : "application/json"));
      boolean chunked = random.nextInt(4) == 0;
      lines.add(chunked ? "Transfer-Encoding: chunked" : "Content-Length: " + body.length());
      body = chunked ? "%x\r\n%s\r\n0\r\n\r\n".formatted(body.length(), body) : body;
    }
    return (String.join("\r\n", lines) + "\r\n\r\n" + body).getBytes(ISO_8859_1);
  }

  private String body() {
    String start =
        List.of("{\"company\": \"" + company + "\"}", "{\"company\": 1}", "{", "{}")
            .get(random.nextInt(4));
    return start + " ".repeat(random.nextInt(MOST_BLANKS));
  }

  private void requireAnswerTo(String id, Heard heard) {
    String text = heard.text();
    String told = heard.status() < 400 ? company.toString() : "\"request_id\":\"" + id + "\"";
    if (!id.equals(heard.header("X-Request-Id")) || !text.contains(told)) {
      throw new AssertionError("to " + id + ": " + heard.headers() + " " + text);
    }
    if (heard.status() >= 500) {
      throw new AssertionError("a fault: " + text);
    }
  }

  private void close() throws IOException {
    if (socket != null) {
      socket.close();
      socket = null;
    }
  }
}
