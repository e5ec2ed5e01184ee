package supplychain.records.form;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.schema.Tables.FORM;

import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import supplychain.AtOnce;
import supplychain.Client;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Caller;
import supplychain.core.Role;
import supplychain.database.Ids;

/** A company shows all its forms: they can't be so many or so large that nobody can read it. */
class FormTotalsTest {
  private static final String FORMS = "/v1/forms/forms/";
  private static final String FIELD = "{\"key\": \"%s\", \"label\": \"L\"}";

  private final World world = new World();
  private final UUID company = world.company("Cooperative");
  private final Client admin = world.client(company, Role.ADMIN);
  private final UUID form = world.form(company, "FARMER");

  private Reply make(String more) {
    return admin.post(
        FORMS, "{\"owner\": \"%s\", \"form_type\": \"FARMER\"%s}".formatted(company, more));
  }

  private Reply change(String body) {
    return admin.patch(FORMS + form + "/", body);
  }

  private static String fields(String name, String... keys) {
    return Stream.of(keys)
        .map(FIELD::formatted)
        .collect(Collectors.joining(",", "\"" + name + "\": [", "]"));
  }

  /** Other forms of the company, this many. */
  private UUID[] others(int count) {
    UUID[] ids = Stream.generate(Ids::next).limit(count).toArray(UUID[]::new);
    World.write(
        """
        insert into form (id, owner, form_type, creator, updater)
        select other.id, owner, form_type, creator, updater
          from form, unnest(?::uuid[]) other (id)
         where form.id = ?""",
        ids,
        form);
    return ids;
  }

  private void assertRefused(Reply reply, String place, String detail) {
    reply.expect(409, place + " too_many");
    assertEquals(detail, reply.at("/detail"));
  }

  private int forms() {
    return Records.count(FORM, FORM.OWNER.eq(company));
  }

  @Test
  void aCompanyHasAThousandFormsAndNoMore() throws Exception {
    others(FormTotals.MOST_FORMS - 3);
    List<Reply> replies = AtOnce.send(4, i -> make(""));
    assertEquals(List.of(201, 201, 409, 409), AtOnce.statuses(replies));
    assertEquals(FormTotals.MOST_FORMS, forms());
    assertRefused(make(""), "", "A company may have at most 1000 forms.");
    change("{" + fields("fields", "grade") + "}").expect(200);
    UUID elsewhere = world.company("Other");
    Reply other = world.client(elsewhere, Role.ADMIN).post(FORMS, "{\"form_type\": \"FARMER\"}");
    other.expect(400, "/owner required");
    assertEquals(FormTotals.MOST_FORMS, forms());
  }

  @Test
  void theFormsOfACompanyHaveTenThousandFieldsTogetherAndNoMore() {
    World.write(
        """
        insert into form_field (id, form, position, label, type, key, creator, updater)
        select gen_random_uuid(), form, i, 'L', 'TEXT', 'k' || i, ?, ?
          from unnest(?::uuid[]) with ordinality as of_company (form, nth), generate_series(1, 500) i
         where nth > 2 or i < 500""",
        Caller.SYSTEM,
        Caller.SYSTEM,
        others(FormTotals.MOST_FIELDS / 500));
    change("{" + fields("fields", "a") + "}").expect(200);
    String detail = "All forms of a company may have at most 10000 fields together.";
    assertRefused(change("{" + fields("fields", "b", "c") + "}"), "/fields", detail);
    assertRefused(make("," + fields("fields", "b", "c")), "/fields", detail);
    make("," + fields("fields", "b")).expect(201);
    assertRefused(make("," + fields("fields", "b")), "/fields", detail);
    change("{\"fields\": [{\"key\": \"a\", \"label\": \"M\"}]}").expect(200);
    make("").expect(201);
  }

  @Test
  void theFormsOfACompanyHaveAtMostTenThousandFieldConfigurations() {
    World.write(
        """
        insert into field_config (id, form, label, key, creator, updater)
        select gen_random_uuid(), form, 'L', 'k' || i, ?, ?
          from unnest(?::uuid[]) form, generate_series(1, 500) i""",
        Caller.SYSTEM,
        Caller.SYSTEM,
        others(FormTotals.MOST_FIELDS / 500));
    String detail = "All forms of a company may have at most 10000 field configurations together.";
    String one = fields("field_config", "a");
    assertRefused(change("{" + one + "}"), "/field_config", detail);
    assertRefused(make("," + one), "/field_config", detail);
    World.write(
        "delete from field_config where form in (select max(id::text)::uuid from form where owner = ?)",
        company);
    change("{" + one + "}").expect(200);
  }

  @Test
  void theFormsOfACompanyNameAtMostTwoThousandProducts() {
    String prefix = World.unique(12);
    World.write(
        """
        insert into product (id, name, creator, updater)
        select gen_random_uuid(), ? || i, ?, ? from generate_series(1, 1000) i""",
        prefix,
        Caller.SYSTEM,
        Caller.SYSTEM);
    World.write(
        """
        insert into form_product (form, product)
        select form, id from product, unnest(?::uuid[]) form where starts_with(name, ?)""",
        others(FormTotals.MOST_PRODUCTS / 1000),
        prefix);
    String one = "\"products\": [\"%s\"]".formatted(world.product("Cherry"));
    String detail = "All forms of a company may have at most 2000 products together.";
    assertRefused(change("{" + one + "}"), "/products", detail);
    assertRefused(make("," + one), "/products", detail);
    change("{\"products\": []}").expect(200);
    World.write(
        "delete from form_product where product in (select id from product where name = ?)",
        prefix + "7");
    change("{" + one + "}").expect(200);
    make("," + one).expect(201);
    assertRefused(make("," + one), "/products", detail);
  }

  @Test
  void theTextsOfAllFormsHaveAtMostFourMillionCharacters() {
    World.write(
        """
        insert into form_field (id, form, position, label, type, key, options, creator, updater)
        select gen_random_uuid(), form, 0, 'L', 'TEXT', 'k', '[]' || repeat(' ', 999997), ?, ?
          from unnest(?::uuid[]) form""",
        Caller.SYSTEM,
        Caller.SYSTEM,
        others(3));
    String detail =
        "All forms of a company may have at most 4000000 characters in labels, default values"
            + " and options together.";
    String options =
        IntStream.range(0, 1000)
            .mapToObj(i -> "\"%s%03d\"".formatted("x".repeat(494), i))
            .collect(Collectors.joining(",", "[", "]"));
    // 500,001 characters as they are kept, and two of the label.
    String large = "{\"key\": \"%s\", \"label\": \"LL\", \"options\": " + options + "}";
    change("{\"fields\": [" + large.formatted("a") + "]}").expect(200);
    assertRefused(make(", \"fields\": [" + large.formatted("b") + "]"), "/fields", detail);
    int left = FormTotals.MOST_CHARACTERS - 3_000_000 - 500_003;
    World.write(
        "update form_field set options = options || repeat(' ', ?) where form = ? and key = 'a'",
        left - 3,
        form);
    // One character of a label, two for no options.
    make("," + fields("fields", "z")).expect(201);
    assertRefused(make("," + fields("fields", "z")), "/fields", detail);
    assertRefused(make("," + fields("field_config", "z")), "/fields", detail);
    make("").expect(201);
    World.write("update form_field set options = options || ' ' where form = ?", form);
    change("{\"fields\": [{\"key\": \"a\", \"label\": \"L\"}]}").expect(200);
  }
}
