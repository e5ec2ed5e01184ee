package supplychain.proof.requests;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;

/** Methods, paths, headers and ends of requests that no client should send; a character a byte. */
record OddHeads(Chance chance) {
  /** The request with another line or other headers. */
  String changed(String request) {
    int line = request.indexOf("\r\n");
    String[] words = request.substring(0, line).split(" ", -1);
    String first = request.substring(0, line + 2);
    if (chance.oneIn(3)) {
      String method = chance.oneIn(3) ? chance.word("heads methods") : words[0];
      first = method + " " + path(words[1]) + " " + words[2] + "\r\n";
    }
    String rest = request.substring(line + 2);
    if (chance.oneIn(4)) {
      rest = rest.replaceFirst("(Authorization|Content-Type|Host): [^\r\n]*\r\n", "");
    }
    return first + headers() + rest;
  }

  /** A path, near the right one. */
  private String path(String right) {
    String segment = chance.word("heads segments");
    int at = chance.below(right.length() + 1);
    return switch (chance.below(5)) {
      case 0 -> chance.word("heads paths");
      case 1 -> right + segment;
      case 2 -> right.replaceAll("[0-9a-f-]{36}", Matcher.quoteReplacement(segment));
      case 3 -> right.substring(0, at) + segment + right.substring(at);
      default -> right.substring(0, at) + right.substring(Math.min(right.length(), at + 1));
    };
  }

  /** One to three headers, in one of fifty cases a hundred times. */
  private String headers() {
    StringBuilder headers = new StringBuilder();
    for (int i = chance.below(3); i >= 0; i--) {
      headers.append(chance.word("heads names")).append(": ");
      headers.append(chance.word("heads values")).append("\r\n");
    }
    return headers.toString().repeat(chance.oneIn(50) ? 100 : 1);
  }

  /** A header Accept (RFC 9110, 12.5.1). */
  String accept() {
    StringBuilder header = new StringBuilder("Accept: ").append(type());
    for (int i = chance.below(3) * chance.below(2); i > 0; i--) {
      header.append(chance.word("accepts joints")).append(type());
    }
    return header.toString();
  }

  private String type() {
    String type = chance.word("accepts types");
    String cased = chance.oneIn(20) ? type.toUpperCase(Locale.ROOT) : type;
    return chance.oneIn(3) ? cased + chance.word("accepts weights") : cased;
  }

  /**
   * The request, which has a Content-Length and a body or neither, with another end than it says.
   */
  String broken(String request) {
    int end = request.indexOf("\r\n\r\n");
    String head = request.substring(0, end);
    String body = request.substring(end);
    int at = chance.below(head.length() + 1);
    String coding = "Transfer-Encoding: " + chance.word("framing codings");
    return switch (chance.below(9)) {
      case 0 -> withLength(head, "Content-Length: " + chance.word("framing lengths")) + body;
      case 1 -> withLength(head, coding) + body;
      case 2 -> {
        String chunks = chance.word("framing chunks").replace("%s", body.substring(4));
        yield withLength(head, coding) + "\r\n\r\n" + chunks;
      }
      case 3 -> request.substring(0, chance.below(request.length() + 1));
      case 4 -> head.substring(0, at) + chance.word("framing breaks") + head.substring(at) + body;
      case 5 -> head.replaceFirst("HTTP/1.1", chance.word("framing versions")) + body;
      case 6 -> chance.word("framing starts") + request;
      case 7 -> request.repeat(2 + chance.below(4));
      default -> head + "\r\nExpect: " + chance.of(List.of("100-continue", "x")) + body;
    };
  }

  private static String withLength(String head, String header) {
    return head.replaceAll("Content-Length: .*", Matcher.quoteReplacement(header));
  }
}
