package supplychain.records.form;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;
import static supplychain.schema.Tables.FORM;

import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import supplychain.AtOnce;
import supplychain.Client;
import supplychain.OneCompany;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Caller;
import supplychain.core.Role;
import supplychain.database.Ids;

/** A company shows all its forms: they can't be so many or so large that nobody can read it. */
class FormTotalsTest extends OneCompany {
  private final Client admin = world.client(company, Role.ADMIN);
  private final UUID form = world.form(company, "FARMER");

  /** Creates a form with these members; single quotes stand for double ones. */
  private Reply make(String members) {
    String more = members.isEmpty() ? "" : ", " + members;
    String body = "{'owner': '%s', 'form_type': 'FARMER'%s}".formatted(company, more);
    return admin.post(FORMS, body.replace('\'', '"'));
  }

  private Reply change(String members) {
    return admin.patch(FORMS + form + "/", ("{" + members + "}").replace('\'', '"'));
  }

  private static String parts(String name, String... keys) {
    return Stream.of(keys)
        .map("{'key': '%s', 'label': 'L'}"::formatted)
        .collect(Collectors.joining(",", "'" + name + "': [", "]"));
  }

  /** Other forms of the company, this many. */
  private UUID[] others(int count) {
    UUID[] ids = Stream.generate(Ids::next).limit(count).toArray(UUID[]::new);
    World.write(
        """
        insert into form (id, owner, form_type, creator, updater)
        select other.id, owner, form_type, creator, updater
          from form, unnest(?::uuid[]) other (id)
         where form.id = ?\
        """,
        ids,
        form);
    return ids;
  }

  private static void assertRefused(Reply reply, String place, String detail) {
    reply.expect(409, place + " too_many");
    assertEquals(detail, reply.at("/detail"));
  }

  /** Neither a new form nor a changed one can have more of these parts. */
  private void assertFull(String members, String most) {
    String place = "/" + members.substring(1, members.indexOf("'", 1));
    String detail = "All forms of a company together can have at most " + most + ".";
    assertRefused(change(members), place, detail);
    assertRefused(make(members), place, detail);
  }

  @Test
  void aCompanyHasAThousandFormsAndNoMore() {
    others(FormTotals.MOST_FORMS - 3);
    List<Reply> replies = AtOnce.send(4, i -> make(""));
    assertEquals(List.of(201, 201, 409, 409), AtOnce.statuses(replies));
    assertRefused(make(""), "", "A company can have at most 1000 forms.");
    change(parts("fields", "grade")).expect(200);
    assertEquals(FormTotals.MOST_FORMS, Records.count(FORM, FORM.OWNER.eq(company)));
  }

  @Test
  void theFormsOfACompanyHaveTenThousandFieldsTogetherAndNoMore() {
    World.write(
        """
        insert into form_field (id, form, position, label, type, key, creator, updater)
        select gen_random_uuid(), form, i, 'L', 'TEXT', 'k' || i, ?, ?
          from unnest(?::uuid[]) with ordinality as of_company (form, nth), generate_series(1, 500) i
         where nth > 2 or i < 500\
        """,
        Caller.SYSTEM,
        Caller.SYSTEM,
        others(FormTotals.MOST_FIELDS / 500));
    change(parts("fields", "a")).expect(200);
    assertFull(parts("fields", "b", "c"), "10000 fields");
    make(parts("fields", "b")).expect(201);
    assertFull(parts("fields", "c"), "10000 fields");
    change("'fields': [{'key': 'a', 'label': 'M'}]").expect(200);
    make("").expect(201);
  }

  @Test
  void theFormsOfACompanyHaveAtMostTenThousandFieldConfigurations() {
    World.write(
        """
        insert into field_config (id, form, label, key, creator, updater)
        select gen_random_uuid(), form, 'L', 'k' || i, ?, ?
          from unnest(?::uuid[]) form, generate_series(1, 500) i\
        """,
        Caller.SYSTEM,
        Caller.SYSTEM,
        others(FormTotals.MOST_FIELDS / 500));
    String one = parts("field_config", "a");
    assertFull(one, "10000 field configurations");
    World.write(
        "delete from field_config where form in (select max(id::text)::uuid from form where"
            + " owner = ?)",
        company);
    change(one).expect(200);
  }

  @Test
  void theFormsOfACompanyNameAtMostTwoThousandProducts() {
    String prefix = World.unique(12);
    World.write(
        """
        insert into product (id, name, creator, updater)
        select gen_random_uuid(), ? || i, ?, ? from generate_series(1, 1000) i\
        """,
        prefix,
        Caller.SYSTEM,
        Caller.SYSTEM);
    World.write(
        """
        insert into form_product (form, product)
        select form, id from product, unnest(?::uuid[]) form where starts_with(name, ?)\
        """,
        others(FormTotals.MOST_PRODUCTS / 1000),
        prefix);
    String one = "'products': ['%s']".formatted(world.product("Cherry"));
    assertFull(one, "2000 products");
    change("'products': []").expect(200);
    World.write(
        "delete from form_product where product in (select id from product where name = ?)",
        prefix + "7");
    change(one).expect(200);
    make(one).expect(201);
    assertRefused(
        make(one), "/products", "All forms of a company together can have at most 2000 products.");
  }

  @Test
  void theTextsOfAllFormsHaveAtMostFourMillionCharacters() {
    World.write(
        """
        insert into form_field (id, form, position, label, type, key, options, creator, updater)
        select gen_random_uuid(), form, 0, 'L', 'TEXT', 'k', '[]' || repeat(' ', 999997), ?, ?
          from unnest(?::uuid[]) form\
        """,
        Caller.SYSTEM,
        Caller.SYSTEM,
        others(3));
    String options =
        IntStream.range(0, 1000)
            .mapToObj(i -> "'%s%03d'".formatted("x".repeat(494), i))
            .collect(Collectors.joining(",", "[", "]"));
    // 500,001 characters as they are kept, and two of the label.
    String large = "'fields': [{'key': '%s', 'label': 'LL', 'options': " + options + "}]";
    change(large.formatted("a")).expect(200);
    String most = "4000000 characters in labels, default values and options";
    String detail = "All forms of a company together can have at most " + most + ".";
    assertRefused(make(large.formatted("b")), "/fields", detail);
    int left = FormTotals.MOST_CHARACTERS - 3_000_000 - 500_003;
    World.write(
        "update form_field set options = options || repeat(' ', ?) where form = ? and key = 'a'",
        left - 3,
        form);
    // One character of a label, two for no options.
    make(parts("fields", "z")).expect(201);
    assertRefused(make(parts("fields", "z")), "/fields", detail);
    assertRefused(make(parts("field_config", "z")), "/fields", detail);
    make("").expect(201);
    World.write("update form_field set options = options || ' ' where form = ?", form);
    change("'fields': [{'key': 'a', 'label': 'L'}]").expect(200);
  }
}
