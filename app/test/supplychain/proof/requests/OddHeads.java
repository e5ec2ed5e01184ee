package supplychain.proof.requests;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;

/** Methods, paths, headers and ends of requests that no client should send; a character a byte. */
final class OddHeads {
  private static final List<String> METHODS = OddWords.of("heads methods");
  private static final List<String> SEGMENTS = OddWords.of("heads segments");
  private static final List<String> PATHS = OddWords.of("heads paths");
  private static final List<String> NAMES = OddWords.of("heads names");
  private static final List<String> VALUES = OddWords.of("heads values");
  private static final List<String> TYPES = OddWords.of("accepts types");
  private static final List<String> WEIGHTS = OddWords.of("accepts weights");
  private static final List<String> CODINGS = OddWords.of("framing codings");
  private static final List<String> LENGTHS = OddWords.of("framing lengths");
  private static final List<String> CHUNKS = OddWords.of("framing chunks");
  private static final List<String> BREAKS = OddWords.of("framing breaks");
  private static final List<String> STARTS = OddWords.of("framing starts");
  private static final List<String> VERSIONS =
      List.of(
          "HTTP/1.0", "HTTP/1.2", "HTTP/2.0", "HTTP/0.9", "HTTP/1.1 x", "http/1.1", "", "X/1.1");

  private final Random random;

  OddHeads(Random random) {
    this.random = random;
  }

  /** A method, which may be the right one. */
  String method(String right) {
    return random.nextInt(3) > 0 ? right : pick(METHODS);
  }

  /** A path, near the right one. */
  String path(String right) {
    String segment = pick(SEGMENTS);
    int at = random.nextInt(right.length() + 1);
    return switch (random.nextInt(5)) {
      case 0 -> pick(PATHS);
      case 1 -> right + segment;
      case 2 -> right.replaceAll("[0-9a-f-]{36}", Matcher.quoteReplacement(segment));
      case 3 -> right.substring(0, at) + segment + right.substring(at);
      default -> right.substring(0, at) + right.substring(Math.min(right.length(), at + 1));
    };
  }

  /** One to three headers, each with its line's end. */
  String headers() {
    StringBuilder headers = new StringBuilder();
    for (int i = random.nextInt(3); i >= 0; i--) {
      headers.append(pick(NAMES)).append(": ").append(pick(VALUES)).append("\r\n");
    }
    return random.nextInt(50) == 0 ? headers.toString().repeat(100) : headers.toString();
  }

  /** A header Accept with its line's end (RFC 9110, 12.5.1). */
  String accept() {
    StringBuilder header = new StringBuilder("Accept: ").append(type());
    for (int i = random.nextInt(3) * random.nextInt(2); i > 0; i--) {
      header.append(pick(List.of(",", ", ", "\r\nAccept: ", ",,"))).append(type());
    }
    return header.append("\r\n").toString();
  }

  private String type() {
    String type = pick(TYPES);
    String cased = random.nextInt(20) == 0 ? type.toUpperCase(Locale.ROOT) : type;
    return random.nextInt(3) == 0 ? cased + pick(WEIGHTS) : cased;
  }

  /**
   * The request, which has a Content-Length and a body or neither, with another end than it says.
   */
  String broken(String request) {
    int end = request.indexOf("\r\n\r\n");
    String head = request.substring(0, end);
    String body = request.substring(end);
    int at = random.nextInt(head.length() + 1);
    return switch (random.nextInt(9)) {
      case 0 -> withLength(head, "Content-Length: " + pick(LENGTHS)) + body;
      case 1 -> withLength(head, "Transfer-Encoding: " + pick(CODINGS)) + body;
      case 2 -> {
        String chunks = pick(CHUNKS).replace("%s", body.substring(4));
        yield withLength(head, "Transfer-Encoding: " + pick(CODINGS)) + "\r\n\r\n" + chunks;
      }
      case 3 -> request.substring(0, random.nextInt(request.length() + 1));
      case 4 -> head.substring(0, at) + pick(BREAKS) + head.substring(at) + body;
      case 5 -> head.replaceFirst("HTTP/1.1", Matcher.quoteReplacement(pick(VERSIONS))) + body;
      case 6 -> pick(STARTS) + request;
      case 7 -> request.repeat(2 + random.nextInt(4));
      default -> head + "\r\nExpect: " + pick(List.of("100-continue", "x")) + body;
    };
  }

  private static String withLength(String head, String header) {
    return head.replaceAll("Content-Length: .*", Matcher.quoteReplacement(header));
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}
