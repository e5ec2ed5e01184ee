package supplychain.records.form;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import supplychain.Client;
import supplychain.Goods;
import supplychain.OneCompany;
import supplychain.Records;
import supplychain.Reply;
import supplychain.core.Role;

/** The rules of a filled-in form: of a farmer, with a product transaction, and alone. */
class FilledFormTest extends OneCompany {
  private static final String EAR_OF_RICE = "\uD83C\uDF3E";
  private static final String LOT = "{'field': 'lot', 'value': 'L1'}";

  /** Where a form is filled in: the type of the form, and the pointer to the submission. */
  enum Place {
    FARMER("/submission"),
    TRANSACTION("/submissions/0"),
    PAYMENT("");

    private final String pointer;

    Place(String pointer) {
      this.pointer = pointer;
    }
  }

  private final UUID product = world.product("Cherry");
  private final Client member = world.client(company, Role.MEMBER);

  /** A form with a required field and others of several types. */
  private UUID form(Place place) {
    UUID form = world.form(company, place.name());
    world.field(form, "lot", "TEXT", true, "[]");
    world.field(form, "note", "TEXT", false, "[]");
    world.field(form, "trees", "INTEGER", false, "[]");
    world.field(form, "tags", "MULTI_SELECT", false, "[\"a\",\"b\"]");
    world.field(form, "free", "MULTI_SELECT", false, "[]");
    return form;
  }

  private Reply send(Place place, String submission) {
    UUID farmer = world.farmer(company);
    String before = Records.lastWrite();
    Reply reply =
        switch (place) {
          case FARMER ->
              member.patch(
                  FARMERS + farmer + "/",
                  json("{'first_name': 'Grace', 'submission': " + submission + "}"));
          case TRANSACTION ->
              member.post(
                  GOODS,
                  Goods.body(
                      farmer,
                      company,
                      product,
                      "'amount': '1', 'submissions': [" + submission + "]"));
          case PAYMENT -> member.post(SUBMISSIONS, json(submission));
        };
    assertEquals(reply.status() >= 400, before.equals(Records.lastWrite()), reply.text());
    return reply;
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }

  private static String filled(UUID form, String... values) {
    return "{'form': '%s', 'values': %s}".formatted(form, List.of(values));
  }

  /** The values that are shown, each as its field's key and its text. */
  private List<String> accepted(Place place, UUID form, String... values) {
    JsonNode shown = send(place, filled(form, values)).json().at(place.pointer + "/values");
    return shown.valueStream().map(value -> value.get("value").asText()).toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      textBlock =
          """
          'field': 'note', 'value': 7                   | value type
          'field': 'note', 'value': true                | value type
          'field': 'note', 'value': {'a': 1}            | value type
          'field': 'note', 'value': ['a']               | value type
          'field': 'note', 'value': []                  | value type
          'field': 'note', 'value': 'a\\u0000'           | value character
          'field': 'note', 'value': 'a\\ud83c'           | value character
          'field': 'trees', 'value': 1                  | value type
          'field': 'trees', 'value': 'ten'              | value format
          'field': 'tags', 'value': 'a'                 | value format
          'field': 'tags', 'value': '[1e99999999999]'   | value format
          'field': 'tags', 'value': ['c']               | value format
          'field': 'tags', 'value': ['a', 'a']          | value format
          'field': 'tags', 'value': ['\\ud83c']          | value character
          'field': 'tags', 'value': {}                  | value type
          'field': 'tags', 'value': 1                   | value type
          'field': 'free', 'value': [1]                 | value format
          'field': 'free', 'value': [[]]                | value format
          'field': 'free', 'value': [null]              | value format
          'field': 'free', 'value': ['\\ud83c']          | value character
          'field': 'LOT', 'value': 'x'                  | field does_not_exist
          'field': '<elsewhere>', 'value': 'x'          | field does_not_exist
          'field': '<unknown>', 'value': 'x'            | field does_not_exist
          'field': ' ', 'value': 'x'                    | field blank
          'value': 'x'                                  | field required
          'field': 'lot', 'value': 'L2'                 | field duplicate
          """)
  void aWrongValueIsRefusedAtItsPlace(String value, String finding) {
    for (Place place : Place.values()) {
      UUID other = world.form(company, place.name());
      UUID elsewhere = world.field(other, "moisture", "TEXT", false, "[]");
      String sent =
          value
              .replace("<elsewhere>", elsewhere.toString())
              .replace("<unknown>", UUID.randomUUID().toString());
      send(place, filled(form(place), LOT, "{" + sent + "}"))
          .expect(400, place.pointer + "/values/1/" + finding);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      textBlock =
          """
          'field': 'note', 'value': 'dry'            | dry
          'field': 'tags', 'value': ['b', 'a']       | ["b","a"]
          'field': 'tags', 'value': []               | []
          'field': 'tags', 'value': '[\\"b\\"]'        | ["b"]
          'field': 'free', 'value': ['größe', 'a b'] | ["größe","a b"]
          """)
  void aValueIsReadBackAsTextAndAnArrayAsItsText(String value, String text) {
    for (Place place : Place.values()) {
      assertEquals(List.of("L1", text), accepted(place, form(place), LOT, "{" + value + "}"));
    }
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void aFieldIsNamedByKeyOrIdAndAppearsOnce(Place place) {
    UUID form = form(place);
    UUID field = world.field(form, "grade", "TEXT", false, "[]");
    String byId = "{'field': '%s', 'value': 'A'}".formatted(field);
    assertEquals(List.of("L1", "A"), accepted(place, form, LOT, byId));
    String twice = place.pointer + "/values/2/field duplicate";
    send(place, filled(form, LOT, "{'field': 'grade', 'value': 'A'}", byId)).expect(400, twice);
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void aNullOrLeftOutValueIsNoValue(Place place) {
    String none = "{'field': 'note', 'value': null}";
    assertEquals(List.of("L1"), accepted(place, form(place), LOT, none, "{'field': 'tags'}"));
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void aRequiredFieldIsFilled(Place place) {
    UUID form = form(place);
    String missing = place.pointer + "/values required";
    send(place, filled(form)).expect(400, missing);
    for (String value : List.of("null", "''", "' '")) {
      String empty = "{'field': 'lot', 'value': " + value + "}";
      send(place, filled(form, empty)).expect(400, missing);
    }
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  void aValueHasAtMostTenThousandCharactersAsTextOrArray(Place place) {
    UUID form = form(place);
    String note = "{'field': 'note', 'value': '%s'}";
    String free = "{'field': 'free', 'value': ['%s']}";
    String longest = EAR_OF_RICE.repeat(10_000);
    String inArray = EAR_OF_RICE.repeat(9_996);
    assertEquals(
        List.of("L1", longest, "[\"" + inArray + "\"]"),
        accepted(place, form, LOT, note.formatted(longest), free.formatted(inArray)));
    send(place, filled(form, LOT, note.formatted(longest + "x"), free.formatted(inArray + "x")))
        .expect(
            400,
            place.pointer + "/values/1/value too_long",
            place.pointer + "/values/2/value too_long");
  }

  @ParameterizedTest
  @EnumSource(value = Place.class, names = "PAYMENT", mode = EnumSource.Mode.EXCLUDE)
  void theFormIsOfTheTypeOfItsPlace(Place place) {
    for (String type : List.of("FARMER", "TRANSACTION", "PAYMENT", "PRODUCT")) {
      if (!type.equals(place.name())) {
        String finding = place.pointer + "/form wrong_form";
        send(place, filled(world.form(company, type))).expect(400, finding);
      }
    }
  }
}
