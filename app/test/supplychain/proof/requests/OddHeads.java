package supplychain.proof.requests;

import java.util.List;
import java.util.Random;

/** Methods, paths and headers that nobody who means well sends; each character is one byte. */
final class OddHeads {
  private static final List<String> METHODS =
      List.of(
          "GET",
          "POST",
          "PUT",
          "PATCH",
          "DELETE",
          "OPTIONS",
          "TRACE",
          "CONNECT",
          "PROPFIND",
          "get",
          "PATCHX",
          "X",
          "M-SEARCH",
          "QUERY",
          "PRI");

  private static final List<String> SEGMENTS =
      List.of(
          "%00",
          "%2F",
          "%2e%2e",
          "..",
          ".",
          ";a=b",
          "%25",
          "%",
          "%zz",
          "%c0%af",
          "%ed%a0%80",
          "*",
          "{hashid}",
          "~",
          "'",
          "%0d%0a",
          "%20",
          "+",
          "\\",
          "|",
          "\u00e9",
          "%E2%80%AE",
          "a".repeat(300),
          "/",
          "?x=%ff",
          "?",
          "#x",
          "?a&&=&%00",
          ":80",
          "@x",
          "%3f",
          "%23");

  private static final List<String> PATHS =
      List.of(
          "/",
          "//",
          "*",
          "http://x/v1/",
          "/v1",
          "/health/live",
          "/problems/conflict",
          "/v1/../v1/",
          "/" + "a".repeat(9_000),
          "/v1/supply-chains/companies/x/",
          "/%",
          "",
          "v1",
          "/.git/config");

  private static final List<String> NAMES =
      List.of(
          "Idempotency-Key",
          "If-Match",
          "If-None-Match",
          "Prefer",
          "Authorization",
          "Content-Type",
          "Content-Encoding",
          "Accept",
          "Host",
          "X-Request-Id",
          "Cookie",
          "Range",
          "TE",
          "Origin",
          "X-HTTP-Method-Override",
          "X-Forwarded-For",
          "Forwarded",
          "If-Modified-Since",
          "Date",
          "Accept-Encoding",
          "Accept-Charset",
          "Accept-Language",
          "Content-Language",
          "Referer",
          "Max-Forwards",
          "Via",
          "Keep-Alive",
          "From",
          "Trailer",
          "Link",
          "x".repeat(200));

  private static final List<String> VALUES =
      List.of(
          "",
          " ",
          "\"",
          "\"\"",
          "\"a\"",
          "a",
          "*",
          ",",
          ",,,",
          "W/\"a\"",
          "W/",
          "\"a\", \"b\"",
          "W/\"a\",*",
          "Bearer",
          "Bearer ",
          "Bearer  x",
          "bearer x",
          "Basic YTpi",
          "Bearer x, y",
          "application/json",
          "application/json; charset=utf-16",
          "text/plain",
          "application/json;",
          "application/merge-patch+json",
          "*/*",
          "gzip",
          "identity",
          "gzip, identity",
          "x",
          "handling=lenient",
          "handling=strict",
          "handling = \"lenient\" ; x=y, a",
          "respond-async",
          "bytes=0-1",
          "$Version=1; a=b",
          "127.0.0.1",
          "a:b:c",
          "[::1]:99999",
          "\u00e9",
          "\u0080\u00ff",
          "\t",
          "a\tb",
          "%0d%0aX: y",
          "\\r\\n",
          "'",
          "a".repeat(64),
          "a".repeat(65),
          "a".repeat(255),
          "a".repeat(256),
          "a".repeat(7_000),
          "a".repeat(9_000),
          ",".repeat(3_000),
          "\"a\",".repeat(1_500),
          " ".repeat(3_000) + "x",
          "(((",
          "-1",
          "99999999999999999999",
          "Thu, 01 Jan 1970 00:00:00 GMT",
          "2026-11-21");

  private final Random random;

  OddHeads(Random random) {
    this.random = random;
  }

  /** A method, which may be the right one. */
  String method(String right) {
    return random.nextInt(3) > 0 ? right : METHODS.get(random.nextInt(METHODS.size()));
  }

  /** A path, near the right one. */
  String path(String right) {
    if (random.nextInt(4) == 0) {
      return PATHS.get(random.nextInt(PATHS.size()));
    }
    String segment = SEGMENTS.get(random.nextInt(SEGMENTS.size()));
    int at = random.nextInt(right.length() + 1);
    return switch (random.nextInt(4)) {
      case 0 -> right + segment;
      case 1 ->
          right.replaceAll("[0-9a-f-]{36}", java.util.regex.Matcher.quoteReplacement(segment));
      case 2 -> right.substring(0, at) + segment + right.substring(at);
      default -> right.substring(0, at) + right.substring(Math.min(right.length(), at + 1));
    };
  }

  /** One to three headers, each with its line's end. */
  String headers() {
    StringBuilder headers = new StringBuilder();
    for (int i = random.nextInt(3); i >= 0; i--) {
      headers.append(NAMES.get(random.nextInt(NAMES.size()))).append(": ");
      headers.append(VALUES.get(random.nextInt(VALUES.size()))).append("\r\n");
    }
    return random.nextInt(50) == 0 ? headers.toString().repeat(100) : headers.toString();
  }
}
