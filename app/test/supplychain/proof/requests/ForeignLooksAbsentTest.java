package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import supplychain.Installation;
import supplychain.World;
import supplychain.core.Role;
import supplychain.database.Ids;
import supplychain.proof.Proof;

/**
 * What is another company's can't be told from what is nobody's: not by the answer, not by its
 * time, not by waiting while that company works on it.
 */
@Tag("proof")
class ForeignLooksAbsentTest {
  /** How many fields and options the other company has: reading one takes long if anything does. */
  private static final int MANY = 200;

  private static final double RATIO = 1.5;
  private static final int TRIES = 5;
  private static final int SAMPLES = Proof.count(15, 200);

  private static TwoCompanies companies;
  private static EveryRecord own;
  private static Map<Role, String> tokens;
  private static Line line;

  /**
   * Where a request names a record.
   *
   * @param pointer a place in the body; "" for the path
   * @param kind of which kind the record is that stands there
   */
  record Place(Operation operation, Role role, String pointer, String kind) {
    String request(Object id) {
      JsonNode body = operation.body(own);
      return pointer.isEmpty()
          ? operation.request(operation.path("" + id), tokens.get(role), body.toString())
          : operation.request(
              operation.path(own),
              tokens.get(role),
              Trees.with(body, pointer, TextNode.valueOf("" + id)).toString());
    }

    /** Whether what may stand there is a company's own, and nobody else's to know. */
    boolean isSecret() {
      return foreign().containsKey(kind) && !TwoCompanies.isOpen(pointer, kind);
    }
  }

  @BeforeAll
  static void makeTwoCompanies() {
    companies = new TwoCompanies();
    own = companies.own();
    companies.other().swell(MANY);
    tokens = new HashMap<>();
    for (Role role : List.of(Role.REPORTER, Role.MEMBER, Role.ADMIN)) {
      tokens.put(role, own.token(role));
    }
    line = new Line(Installation.shared().origin());
  }

  @AfterAll
  static void hangUp() {
    line.close();
  }

  /** Every place of every operation, by every role. */
  static Stream<Place> places() {
    List<Place> places = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      for (Role role : tokens.keySet()) {
        if (operation.hasId()) {
          places.add(new Place(operation, role, "", operation.inPath()));
        }
        JsonNode body = operation.body(own);
        for (String pointer : Operation.references(body)) {
          places.add(
              new Place(operation, role, pointer, companies.kind(body.at(pointer).asText())));
        }
      }
    }
    return places.stream();
  }

  private static Map<String, UUID> foreign() {
    return companies.foreign();
  }

  @ParameterizedTest
  @MethodSource("places")
  void theAnswerIsTheSame(Place place) {
    String absent = answer(place, Ids.next());
    foreign()
        .forEach(
            (kind, id) -> {
              if (!TwoCompanies.isOpen(place.pointer(), kind)) {
                assertEquals(absent, answer(place, id), kind);
              }
            });
  }

  @Test
  void whatTheOtherCompanyIsDoingIsNotWaitedFor() {
    int locked =
        Installation.shared()
            .database()
            .write(
                World.AUTHOR,
                sql -> {
                  int rows = companies.lockForeign(sql);
                  places().filter(Place::isSecret).forEach(ForeignLooksAbsentTest::looksAbsent);
                  return rows;
                });
    assertEquals(foreign().size() + 2, locked, "each record, and company and farmer as entities");
  }

  private static void looksAbsent(Place place) {
    String absent = answer(place, Ids.next());
    assertEquals(absent, answer(place, foreign().get(place.kind())), place.toString());
  }

  /** Where another company's record of the same kind could stand, by who may do everything. */
  static Stream<Place> timed() {
    return places().filter(place -> place.role() == Role.ADMIN && place.isSecret());
  }

  /** Not in every build: what else a machine does can make anything slow. */
  @ParameterizedTest
  @MethodSource("timed")
  @EnabledIfSystemProperty(named = "proof", matches = "true")
  void theTimeIsTheSame(Place place) {
    String absent = place.request(Ids.next());
    String there = place.request(foreign().get(place.kind()));
    double ratio = Double.MAX_VALUE;
    for (int i = 0; i < TRIES && ratio > RATIO; i++) {
      ratio = ratio(absent, there);
    }
    if (ratio > RATIO) {
      throw new AssertionError(place + " takes " + ratio + " times as long or as short");
    }
  }

  /** How often the greater median of many alternating requests contains the lesser. */
  private static double ratio(String one, String another) {
    long[] ofOne = new long[SAMPLES];
    long[] ofAnother = new long[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
      ofOne[i] = nanos(one);
      ofAnother[i] = nanos(another);
    }
    Arrays.sort(ofOne);
    Arrays.sort(ofAnother);
    double ratio = (double) ofOne[SAMPLES / 2] / ofAnother[SAMPLES / 2];
    return Math.max(ratio, 1 / ratio);
  }

  private static long nanos(String request) {
    long start = System.nanoTime();
    line.ask(request);
    return System.nanoTime() - start;
  }

  /** Status, headers and body, without what is the request's own. */
  private static String answer(Place place, UUID id) {
    Heard heard = line.ask(place.request(id));
    List<String> headers =
        heard.headers().stream().filter(header -> !header.startsWith("Date: ")).toList();
    String text = heard.text().replace(id.toString(), "<id>");
    return heard.status() + "\n" + String.join("\n", headers) + "\n" + text;
  }
}
