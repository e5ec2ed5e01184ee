package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import supplychain.Installation;
import supplychain.World;
import supplychain.core.Role;
import supplychain.http.JsonRequest;
import supplychain.validation.Findings;

/** What costs little to send costs little to answer, in time, in bytes and in memory. */
@Tag("proof")
class ExpensiveTest {
  private static final Operation READ = Operation.READ_COMPANY;
  private static final Operation WRITE = Operation.CREATE_PRODUCT_TRANSACTION;
  private static final int SAMPLES = 5;
  private static final int TRIES = 3;

  /** More than any body of the limits' size may cost, measured in usual requests. */
  private static final int MANY = 1_000;

  private static final int FEW = 5;

  private static World world;
  private static EveryRecord own;
  private static String token;
  private static UUID form;
  private static UUID choice;
  private static Line line;

  @BeforeAll
  static void makeLargeForm() {
    world = new World();
    own = new EveryRecord(world.product("Cherry"));
    token = own.token(Role.MEMBER);
    form = own.records().get("form");
    for (int i = 0; i < 498; i++) {
      world.field(form, "k".repeat(60) + i, "TEXT", false, "[]");
    }
    String options = list(1_000, i -> "\"" + "o".repeat(496) + i + "\"");
    choice = world.field(form, "choice", "DROPDOWN", false, "[" + options + "]");
    line = new Line(Installation.shared().origin());
  }

  @AfterAll
  static void hangUp() {
    line.close();
  }

  /** What is asked, and how many times as long as a usual request it may take. */
  static Stream<Arguments> requests() {
    return Stream.of(
        Arguments.of("blanks in If-None-Match", read("\"a\"" + " ".repeat(7_500) + "x"), FEW),
        Arguments.of("tags in If-None-Match", read("\"a\",".repeat(1_800)), FEW),
        Arguments.of("unknown fields", write(list(80_000, i -> "\"a" + i + "\":1")), MANY),
        Arguments.of("arrays", write("\"parents\":[" + list(300_000, i -> "[]") + "]"), MANY),
        Arguments.of("numbers", write("\"quantity\":[" + list(2_500, i -> digits()) + "]"), MANY),
        Arguments.of(
            "absent lots",
            write("\"parents\":[" + list(10_000, ExpensiveTest::absent) + "]"),
            MANY),
        Arguments.of("unknown keys", submissions(100, 100, i -> "j".repeat(61) + i), MANY),
        Arguments.of("known keys", submissions(1, 400, i -> "k".repeat(60) + i), MANY));
  }

  private static String absent(int i) {
    return "\"" + new UUID(i, i) + "\"";
  }

  private static String digits() {
    return "9".repeat(JsonRequest.NUMBER_LENGTH);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("requests")
  void itTakesNoTimeOutOfProportion(String what, String request, int most) {
    String usual = request.startsWith("GET") ? read("\"a\"") : write("");
    double ratio = Double.MAX_VALUE;
    for (int i = 0; i < TRIES && ratio > most; i++) {
      ratio = (double) nanos(request) / nanos(usual);
    }
    assertTrue(ratio <= most, what + ": " + ratio + " times as long as a usual request");
  }

  private static long nanos(String request) {
    long[] times = new long[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
      long start = System.nanoTime();
      line.ask(request);
      times[i] = System.nanoTime() - start;
    }
    Arrays.sort(times);
    return times[SAMPLES / 2];
  }

  @Test
  void whatWasMeantIsLookedForAFewTimes() {
    JsonNode errors = line.ask(write(list(200, i -> "\"sourc" + i + "\":1"))).json().get("errors");
    String hint = "There is no such field. Did you mean `source`?";
    assertEquals(
        Findings.MOST_LOOKS,
        errors.findValuesAsText("detail").stream().filter(hint::equals).count());
  }

  @Test
  void aFindingNamesAFewOfManyOptions() {
    Heard heard = line.ask(submissions(1, 1, i -> choice.toString()));
    JsonNode error = heard.json().at("/errors/0");
    assertEquals("/submissions/0/values/0/value", error.get("pointer").asText());
    assertEquals(
        "This field takes one of [" + "o".repeat(496) + "0,  …], 1000 in all.",
        error.get("detail").asText());
  }

  @Test
  void namesThatClientsMakeUpAreNotKept() throws JsonProcessingException {
    assertNotSame(nameOf("{\"made up\":1}"), nameOf("{\"made up\":1}"));
  }

  private static String nameOf(String json) throws JsonProcessingException {
    return JsonRequest.MAPPER.readTree(json).fieldNames().next();
  }

  private static String read(String tags) {
    return READ.request(READ.path(own), token, "")
        .replaceFirst("\r\n\r\n", "\r\nIf-None-Match: " + tags + "\r\n\r\n");
  }

  /** A product transaction with more fields, which may be wrong. */
  private static String write(String more) {
    String body = own.fill("{'source':'<company>','destination':'<farmer>','product':'<product>'");
    String separator = more.isEmpty() ? "" : ",";
    return WRITE.request(WRITE.route, token, body + ",\"amount\":\"1\"" + separator + more + "}");
  }

  private static String submissions(int count, int values, IntFunction<String> field) {
    String filled = list(values, i -> "{\"field\":\"" + field.apply(i) + "\",\"value\":\"x\"}");
    return write(
        "\"submissions\":["
            + list(count, i -> "{\"form\":\"" + form + "\",\"values\":[" + filled + "]}")
            + "]");
  }

  private static String list(int count, IntFunction<String> item) {
    return IntStream.range(0, count).mapToObj(item).collect(Collectors.joining(","));
  }
}
