package supplychain.records.form;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jooq.DSLContext;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Meanwhile;
import supplychain.OneCompany;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** The document of a form that the database keeps shows each product and premium as it is. */
class KeptFormTest extends OneCompany {
  private static final String ADD_PRODUCT =
      "insert into form_product (form, product) values (?, ?)";

  private final Client admin = world.client(company, Role.ADMIN);
  private final UUID product = world.product("Cherry");
  private final UUID premium = world.premium(company, "NORMAL", true);
  private final UUID form = world.form(company, "FARMER");
  private final String withPremium =
      "{\"company\": \"%s\", \"product_id\": \"%s\", \"premiums\": [\"%s\"]}"
          .formatted(company, product, premium);

  private Reply addProduct() {
    return admin.patch(FORMS + form + "/", "{\"products\": [\"%s\"]}".formatted(product));
  }

  private Reply describeProduct() {
    return world
        .client(null, Role.OPERATOR)
        .patch(PRODUCTS + product + "/", "{\"description\": \"Ripe\"}");
  }

  private Reply payPremium() {
    return admin.post(COMPANY_PRODUCTS, withPremium);
  }

  /** The description and the premiums of the only product of the form. */
  private List<String> shown() {
    Reply read = admin.get(FORMS + form + "/").expect(200);
    return List.of(read.at("/products/0/description"), read.at("/products/0/premiums"));
  }

  @Test
  void aChangeOfAProductShowsInItsForms() {
    addProduct().expect(200);
    assertEquals(List.of("", ""), shown());
    describeProduct().expect(200);
    assertEquals(List.of("Ripe", ""), shown());
  }

  @Test
  void thePremiumsOfACompanyProductShowInItsFormsInTheirOrder() {
    addProduct().expect(200);
    String companyProduct = COMPANY_PRODUCTS + payPremium().expect(201).id() + "/";
    assertEquals(List.of("", premium.toString()), shown());
    UUID other = world.premium(company, "NORMAL", true);
    admin.patch(companyProduct, "{\"premiums\": [\"%s\", \"%s\"]}".formatted(other, premium));
    assertEquals(List.of("", other + "," + premium), shown());
    admin.patch(companyProduct, "{\"premiums\": null}").expect(200);
    assertEquals(List.of("", ""), shown());
  }

  @Test
  void otherChangesOfACompanyProductLeaveItsFormsAlone() {
    addProduct().expect(200);
    String companyProduct = COMPANY_PRODUCTS + payPremium().expect(201).id() + "/";
    String version = "select concat(ctid, xmin) from form where id = ?";
    Object before = World.read(sql -> sql.fetchValue(version, form));
    String same = "{\"is_active\": false, \"premiums\": [\"%s\"]}".formatted(premium);
    admin.patch(companyProduct, same).expect(200);
    assertEquals(before, World.read(sql -> sql.fetchValue(version, form)));
  }

  @Test
  void theChangeOfAProductWaitsForAFormThatTakesItUp() {
    Meanwhile.during(sql -> sql.execute(ADD_PRODUCT, form, product), this::describeProduct)
        .expect(200);
    assertEquals(List.of("Ripe", ""), shown());
  }

  @Test
  void aFormWaitsForTheChangeOfAProductThatItTakesUp() {
    String change = "update product set description = 'Ripe', updated_on = now() where id = ?";
    Meanwhile.during(sql -> sql.execute(change, product), this::addProduct).expect(200);
    assertEquals(List.of("Ripe", ""), shown());
  }

  @Test
  void thePremiumsOfAProductWaitForAFormThatTakesItUp() {
    Meanwhile.during(sql -> sql.execute(ADD_PRODUCT, form, product), this::payPremium).expect(201);
    assertEquals(List.of("", premium.toString()), shown());
  }

  /** Otherwise the form would wait for the premiums, and they for the form. */
  @Test
  void aFormThatWaitsForPremiumsIsNotLockedYet() {
    String companyProduct = payPremium().expect(201).id();
    UUID other = world.premium(company, "NORMAL", true);
    String add = "update company_product set premiums = premiums || ?::uuid where id = ?";
    AtomicReference<DSLContext> premiums = new AtomicReference<>();
    Meanwhile.during(
            sql -> {
              sql.execute(add, other, UUID.fromString(companyProduct));
              premiums.set(sql);
            },
            this::addProduct,
            reply ->
                premiums.get().execute("select from form where id = ? for update nowait", form))
        .expect(200);
    assertEquals(List.of("", premium + "," + other), shown());
  }

  @Test
  void aPageOfFormsEndsAtItsBytesHoweverWellTheyCompress() {
    for (int i = 0; i < 3; i++) {
      UUID heavy = world.form(company, "FARMER");
      world.field(heavy, "size", "TEXT", false, "[]");
      World.write("update form_field set options = repeat(' ', 3000000) where form = ?", heavy);
    }
    assertEquals(3, admin.get(FORMS).expect(200).json().size());
  }

  @Test
  void aFormWaitsForThePremiumsOfAProductThatItTakesUp() {
    String companyProduct = payPremium().expect(201).id();
    admin.patch(COMPANY_PRODUCTS + companyProduct + "/", "{\"premiums\": null}").expect(200);
    String add = "update company_product set premiums = array[?::uuid] where id = ?";
    Meanwhile.during(
            sql -> sql.execute(add, premium, UUID.fromString(companyProduct)), this::addProduct)
        .expect(200);
    assertEquals(List.of("", premium.toString()), shown());
  }
}
