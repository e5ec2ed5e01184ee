package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.*;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.CapturedLog;
import supplychain.Installation;
import supplychain.OwnService;
import supplychain.RawConnection;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.RepeatedLines;
import supplychain.core.Role;
import supplychain.database.Database;
import supplychain.proof.Proof;

/** Refused requests in a loop do not fill the disk: the log counts them. */
@Tag("proof")
class LogFloodTest {
  private static final int REQUESTS_EACH = Proof.count(300, 5_000);

  private static final int CALLERS = Proof.count(700, 5_000);

  private static final Pattern COUNTED = Pattern.compile(".* - (\\d+) more within 10 s like: .*");

  private final World world = new World();
  private final UUID company = world.company("Cooperative");
  private final String member = world.token(company, Role.MEMBER);
  private final String mark = World.unique(20);
  private final long start = System.nanoTime();

  /** Each kind of refusal, by the status that answers it. */
  private List<IntFunction<String>> kinds() {
    String farmers = "/v1/supply-chains/farmers/";
    return List.of(
        i -> "401" + request("GET", "/v1/" + i + "/", "", ""),
        i -> "401" + request("GET", farmers + i + "/", "Bearer sct_" + i, ""),
        i -> "404" + request("GET", "/v1/" + i + "/", "Bearer " + member, ""),
        i -> "404" + request("GET", farmers + i + "/", "Bearer " + member, ""),
        i -> "403" + request("POST", "/v1/auth/tokens/", "Bearer " + member, ""),
        i -> "415" + request("POST", farmers, "Bearer " + member, "Content-Type: a/" + i + "\r\n"),
        i -> "405" + request("M" + i, farmers, "Bearer " + member, ""),
        i -> "400" + request("GET", farmers + "?x" + i, "Bearer " + member, ""),
        i -> "400" + request("GET", "/v1/" + i, "Bearer 1", "Authorization: Bearer 2\r\n"),
        i -> "400" + request("GET", "/v1/" + i, "", "Expect: x" + i + "\r\n"));
  }

  private String request(String method, String path, String authorization, String more) {
    String header = authorization.isEmpty() ? "" : "Authorization: " + authorization + "\r\n";
    String own = "Host: x\r\nX-Request-Id: " + mark + "\r\n";
    return method + " " + path + " HTTP/1.1\r\n" + own + header + more + "\r\n";
  }

  @Test
  void aRefusalThatRepeatsIsALineAndACount() throws Exception {
    List<String> lines = logged(REQUESTS_EACH, kinds());
    assertEquals((long) REQUESTS_EACH * kinds().size(), requests(lines));
    assertTrue(lines.size() <= most(kinds().size()), lines.size() + " lines");
  }

  @Test
  void theLogCountsALimitedNumberOfKinds() throws Exception {
    IntFunction<String> manyCallers =
        i -> {
          String token = world.token(company, Role.MEMBER);
          return "404" + request("GET", "/v1/none/", "Bearer " + token, "");
        };
    List<String> lines = logged(CALLERS, List.of(manyCallers));
    assertTrue(lines.size() <= most(RepeatedLines.MOST_KINDS + 1), lines.size() + " lines");
    assertEquals(CALLERS, requests(lines));
  }

  /** A line and a count of each kind in each window since the start, and one more that began. */
  private long most(int kinds) {
    long windows = (System.nanoTime() - start) / RepeatedLines.WINDOW.toNanos() + 1;
    return 2L * kinds * windows;
  }

  @Test
  void anAnswerIsALineEachAndTheFirstRefusalComesAtOnce() throws Exception {
    String path = "/v1/supply-chains/companies/" + company + "/";
    List<String> lines =
        logged(
            REQUESTS_EACH,
            List.of(
                i -> "200" + request("GET", path, "Bearer " + member, ""),
                i -> "404" + request("GET", "/v1/none/", "Bearer " + member, "")));
    long answered = lines.stream().filter(line -> line.contains(" GET " + path + " 200 ")).count();
    assertEquals(REQUESTS_EACH, answered);
    // Sent by turns: it stands among the first.
    assertTrue(lines.subList(0, 2).stream().anyMatch(line -> line.contains(" 404 ")));
  }

  @Test
  void aWarningThatRepeatsIsALineAndACount() {
    String request = request("GET", "/v1/none/", "Bearer " + member, "");
    try (Database one = Installation.shared().open(1, Duration.ofMillis(300))) {
      // The reading holds the only connection.
      List<String> lines =
          one.read(sql -> assertDoesNotThrow(() -> logged(one, 20, List.of(i -> "503" + request))));
      List<String> warnings = lines.stream().filter(line -> line.contains(" WARN ")).toList();
      assertEquals(20, requests(warnings));
      assertTrue(warnings.size() <= most(1), warnings.toString());
    }
  }

  /** How many requests these lines stand for. */
  private static long requests(List<String> lines) {
    return lines.stream().mapToLong(line -> Math.max(1, count(line))).sum();
  }

  /** How many requests a line stands for beside those with lines of their own. */
  private static long count(String line) {
    Matcher counted = COUNTED.matcher(line);
    return counted.matches() ? Long.parseLong(counted.group(1)) : 0;
  }

  /** Sends so many of each kind by turns to a service of its own; what it logged. */
  private List<String> logged(int each, List<IntFunction<String>> kinds) throws Exception {
    return logged(Installation.shared().database(), each, kinds);
  }

  private List<String> logged(Database database, int each, List<IntFunction<String>> kinds)
      throws Exception {
    return CapturedLog.lines(
        mark,
        log -> {
          try (OwnService service = OwnService.on(database);
              RawConnection line = new RawConnection(service.origin())) {
            IntStream.range(0, each).forEach(i -> kinds.forEach(kind -> ask(line, kind.apply(i))));
          }
        });
  }

  private static void ask(RawConnection line, String expected) {
    Reply reply = line.ask(expected.substring(3));
    assertEquals(expected.substring(0, 3), "" + reply.status(), reply.text());
  }
}
