package supplychain.proof.requests;

import java.util.List;
import java.util.Random;

/** Requests that end elsewhere than they say, or say it in more than one way. */
final class OddFraming {
  private static final List<String> CODINGS = OddWords.of("framing codings");

  private static final List<String> LENGTHS = OddWords.of("framing lengths");

  private static final List<String> CHUNKS = OddWords.of("framing chunks");

  private static final List<String> BREAKS = OddWords.of("framing breaks");

  private static final List<String> VERSIONS =
      List.of(
          "HTTP/1.0", "HTTP/1.2", "HTTP/2.0", "HTTP/0.9", "HTTP/1.1 x", "http/1.1", "", "X/1.1");

  private static final List<String> STARTS = OddWords.of("framing starts");

  private final Random random;

  OddFraming(Random random) {
    this.random = random;
  }

  /** The same request, broken; it has a Content-Length and a body, or neither. */
  String next(String request) {
    int end = request.indexOf("\r\n\r\n");
    String head = request.substring(0, end);
    String body = request.substring(end + 4);
    return switch (random.nextInt(9)) {
      case 0 ->
          head.replaceAll("Content-Length: .*", "Content-Length: " + quoted(LENGTHS)) + end(body);
      case 1 -> coded(head) + end(body);
      case 2 -> coded(head) + "\r\n\r\n" + pick(CHUNKS).replace("%s", body);
      case 3 -> request.substring(0, random.nextInt(request.length() + 1));
      case 4 -> broken(head) + end(body);
      case 5 -> head.replaceFirst("HTTP/1.1", quoted(VERSIONS)) + end(body);
      case 6 -> pick(STARTS) + request;
      case 7 -> request.repeat(2 + random.nextInt(4));
      default -> head + "\r\nExpect: " + pick(List.of("100-continue", "x")) + end(body);
    };
  }

  private String coded(String head) {
    return head.replaceAll("Content-Length: .*", "Transfer-Encoding: " + quoted(CODINGS));
  }

  private String broken(String head) {
    int at = random.nextInt(head.length() + 1);
    return head.substring(0, at) + pick(BREAKS) + head.substring(at);
  }

  private static String end(String body) {
    return "\r\n\r\n" + body;
  }

  private String quoted(List<String> from) {
    return java.util.regex.Matcher.quoteReplacement(pick(from));
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}
