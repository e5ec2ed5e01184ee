package supplychain.records.company;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.OwnService;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.http.Limits;

/** A company is kept for its next readers, and each change of one of its rows shows at once. */
class CachedCompanyTest {
  private static final String OWN_FORMS = "(select id from form where owner = ?)";

  /** One for each table of the document; each gets the id of the company. */
  private static final List<String> CHANGES =
      List.of(
          "update company set city = 'Kapchorwa' where id = ?",
          "update company set name = 'Another' where id = (select buyer from company where id = ?)",
          "update card set creator = (select u.id from app_user u left join company_member m on"
              + " m.app_user = u.id where m is null and u.id not in (card.creator, card.updater)"
              + " order by u.created_on desc limit 1) where id in (select card from entity_card"
              + " where entity = ?)",
          membership("k.creator", "entity_card e join card k on k.id = e.card", "e.entity"),
          membership(
              "p.creator", "company_product c join product p on p.id = c.product", "c.company"),
          "update entity_card set is_active = false where entity = ?",
          "update company set currency = null where id = ?",
          "update form set updated_on = now() where owner = ?",
          "update product set updated_on = now() where id in"
              + " (select product from form_product where form in "
              + OWN_FORMS
              + ")",
          "update field_visibility set updated_on = now() where company = ?",
          "update form_field set label = 'Other' where form in " + OWN_FORMS,
          "update field_config set label = 'Other' where form in " + OWN_FORMS,
          "update product set description = 'Other' where id in"
              + " (select product from company_product where company = ?)",
          "update company_product set premiums = '{}' where company = ?",
          "delete from form_product where form in " + OWN_FORMS,
          "insert into company_product (id, company, product, creator, updater) select"
              + " gen_random_uuid(), c.id, p.id, p.creator, p.creator from product p, company c"
              + " where c.id = ? and not exists (select from company_product h where h.product ="
              + " p.id)",
          "update field_visibility set visibility = not visibility where company = ?",
          "update premium set owner = (select buyer from company where id = owner) where owner = ?",
          "update company_member set is_active = false where company = ?");

  @AutoClose private static OwnService keeps;
  @AutoClose private static OwnService keepsNothing;

  private final World world = new World();
  private final FullCompany full = new FullCompany();
  private final String path = COMPANIES + full.id + "/";
  private final String token = world.token(full.id, Role.MEMBER);

  @BeforeAll
  static void start() {
    keeps = OwnService.limited(new Limits());
    keepsNothing = OwnService.limited(OwnService.limits(one -> one.copies = 0));
  }

  @Test
  void eachChangeWithSqlShowsAtOnce() {
    world.product(World.unique(10));
    world.member(null);
    for (String change : CHANGES) {
      Reply before = read(keeps);
      assertEquals(before.text(), read(keeps).text(), change);
      World.write(change, full.id);
      Reply after = read(keeps);
      assertNotEquals(before.text(), after.text(), change);
      assertEquals(read(keepsNothing).text(), after.text(), change);
      assertNotEquals(before.header("ETag"), after.header("ETag"), change);
    }
  }

  @Test
  void aChangeThatIsCommittedAfterALaterOneShowsAtOnce() {
    World.write(
        sql -> {
          sql.execute("update company_member set is_active = false where company = ?", full.id);
          World.write(
              "update field_visibility set visibility = not visibility where company = ?", full.id);
          assertEquals(read(keepsNothing).text(), read(keeps).text());
          return 0;
        });
    assertEquals(read(keepsNothing).text(), read(keeps).text());
  }

  @Test
  void onlyReadersOfACompanyGetItsCachedDocument() {
    read(keeps);
    UUID other = world.company("Other");
    keeps.client(world.token(other, Role.MEMBER)).get(path).expectProblem(404, "not-found");
    keeps.client(null).get(path).expect(401);
    Client operator = keeps.client(world.token(null, Role.OPERATOR));
    assertEquals(read(keepsNothing).json().get("name"), operator.get(path).json().get("name"));
  }

  @Test
  void anotherNameOfTheCurrencyShowsAtOnce() {
    String named = "update currency set name = '%s' where code = 'ZWL' and ? is not null";
    String own =
        "update company set currency = (select id from currency where code = 'ZWL') where id = ?";
    World.write(own, full.id);
    Reply before = read(keeps);
    World.write(named.formatted("Other dollar"), full.id);
    try {
      assertEquals("Other dollar", read(keeps).at("/currency/name"));
      assertEquals(read(keepsNothing).text(), read(keeps).text());
    } finally {
      World.write(named.formatted(before.at("/currency/name")), full.id);
    }
    assertEquals(before.text(), read(keeps).text());
  }

  @Test
  void aProductThatGotItsOwnValuesAgainShowsAtOnce() {
    Reply before = read(keeps);
    String product = before.at("/forms/0/products/0/id");
    Client operator = keeps.client(world.token(null, Role.OPERATOR));
    String same = "{\"name\": \"%s\"}".formatted(before.at("/forms/0/products/0/name"));
    for (int i = 0; i < 2; i++) {
      operator.patch(PRODUCTS + product + "/", same).expect(200);
      assertEquals(read(keepsNothing).text(), read(keeps).text());
    }
  }

  /** A user becomes a member of the buyer, and so is no longer shown to the company. */
  private static String membership(String user, String rows, String company) {
    return "insert into company_member (id, company, app_user, creator, updater)"
        + " select gen_random_uuid(), (select buyer from company where id = %2$s), %1$s, %1$s, %1$s from %3$s where %2$s = ? limit 1"
            .formatted(user, company, rows);
  }

  private Reply read(OwnService service) {
    return service.client(token).get(path).expect(200);
  }
}
