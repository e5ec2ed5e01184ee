package supplychain;

import static supplychain.schema.Tables.APP_USER;
import static supplychain.schema.Tables.CARD;
import static supplychain.schema.Tables.COMPANY;
import static supplychain.schema.Tables.COMPANY_MEMBER;
import static supplychain.schema.Tables.CURRENCY;
import static supplychain.schema.Tables.ENTITY;
import static supplychain.schema.Tables.ENTITY_CARD;
import static supplychain.schema.Tables.FARMER;
import static supplychain.schema.Tables.FORM;
import static supplychain.schema.Tables.FORM_FIELD;
import static supplychain.schema.Tables.PREMIUM;
import static supplychain.schema.Tables.PREMIUM_OPTION;
import static supplychain.schema.Tables.PRODUCT;
import static supplychain.schema.Tables.SUBMISSION;
import static supplychain.schema.Tables.TOKEN;

import java.math.BigDecimal;
import java.util.UUID;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Role;
import supplychain.database.Author;
import supplychain.database.Database;
import supplychain.database.Ids;
import supplychain.http.Tokens;

/**
 * Makes the records that a test starts from; each test makes its own, so that none meets another's.
 */
public final class World {
  /** Who writes what a test starts from. */
  public static final Author AUTHOR = new Author(Caller.SYSTEM, "test");

  private final Database database;

  /** Records of the shared installation. */
  public World() {
    this(Installation.shared().database());
  }

  /** Records of another database; clients of its tokens are made by whoever serves it. */
  public World(Database database) {
    this.database = database;
  }

  /** Changes what a test starts from, in the shared installation, past the service. */
  public static void write(String sql, Object... values) {
    Installation.shared().database().write(AUTHOR, dsl -> dsl.execute(sql, values));
  }

  /** A company whose currency is the Ugandan shilling. */
  public UUID company(String name) {
    UUID id = entity("COMPANY");
    run(
        sql ->
            sql.insertInto(COMPANY)
                .set(COMPANY.ID, id)
                .set(COMPANY.NAME, name)
                .set(COMPANY.CURRENCY, currency("UGX"))
                .set(COMPANY.CREATOR, Caller.SYSTEM)
                .set(COMPANY.UPDATER, Caller.SYSTEM)
                .execute());
    return id;
  }

  /** A currency's id. */
  public UUID currency(String code) {
    return database.read(
        sql ->
            sql.select(CURRENCY.ID)
                .from(CURRENCY)
                .where(CURRENCY.CODE.eq(code))
                .fetchSingle(CURRENCY.ID));
  }

  /** A farmer of a company. */
  public UUID farmer(UUID buyer) {
    UUID id = entity("FARMER");
    run(
        sql ->
            sql.insertInto(FARMER)
                .set(FARMER.ID, id)
                .set(FARMER.BUYER, buyer)
                .set(FARMER.NUMBER, unique(10))
                .set(FARMER.FIRST_NAME, "Grace")
                .set(FARMER.CREATOR, Caller.SYSTEM)
                .set(FARMER.UPDATER, Caller.SYSTEM)
                .execute());
    return id;
  }

  private UUID entity(String kind) {
    UUID id = Ids.next();
    run(sql -> sql.insertInto(ENTITY).set(ENTITY.ID, id).set(ENTITY.KIND, kind).execute());
    return id;
  }

  /** A product of the catalogue, with a name that no other has. */
  public UUID product(String name) {
    UUID id = Ids.next();
    run(
        sql ->
            sql.insertInto(PRODUCT)
                .set(PRODUCT.ID, id)
                .set(PRODUCT.NAME, name + " " + unique(10))
                .set(PRODUCT.CREATOR, Caller.SYSTEM)
                .set(PRODUCT.UPDATER, Caller.SYSTEM)
                .execute());
    return id;
  }

  /** A form without fields: TRANSACTION, FARMER, PAYMENT or PRODUCT. */
  public UUID form(UUID owner, String type) {
    UUID id = Ids.next();
    run(
        sql ->
            sql.insertInto(FORM)
                .set(FORM.ID, id)
                .set(FORM.OWNER, owner)
                .set(FORM.FORM_TYPE, type)
                .set(FORM.CREATOR, Caller.SYSTEM)
                .set(FORM.UPDATER, Caller.SYSTEM)
                .execute());
    return id;
  }

  /** A field at the end of a form; {@code options} is a JSON array of strings. */
  public UUID field(UUID form, String key, String type, boolean required, String options) {
    UUID id = Ids.next();
    run(
        sql ->
            sql.insertInto(FORM_FIELD)
                .set(FORM_FIELD.ID, id)
                .set(FORM_FIELD.FORM, form)
                .set(FORM_FIELD.POSITION, sql.fetchCount(FORM_FIELD, FORM_FIELD.FORM.eq(form)))
                .set(FORM_FIELD.LABEL, key)
                .set(FORM_FIELD.TYPE, type)
                .set(FORM_FIELD.KEY, key)
                .set(FORM_FIELD.REQUIRED, required)
                .set(FORM_FIELD.OPTIONS, options)
                .set(FORM_FIELD.CREATOR, Caller.SYSTEM)
                .set(FORM_FIELD.UPDATER, Caller.SYSTEM)
                .execute());
    return id;
  }

  /** A premium of a company, NORMAL or OPTIONS. */
  public UUID premium(UUID owner, String calculationType, boolean isActive) {
    UUID id = Ids.next();
    run(
        sql ->
            sql.insertInto(PREMIUM)
                .set(PREMIUM.ID, id)
                .set(PREMIUM.OWNER, owner)
                .set(PREMIUM.NAME, "Organic")
                .set(PREMIUM.CATEGORY, "PAYOUT")
                .set(PREMIUM.TYPE, "PER_TRANSACTION")
                .set(PREMIUM.AMOUNT, new BigDecimal("2.50"))
                .set(PREMIUM.APPLICABLE_ACTIVITY, "BUY")
                .set(PREMIUM.CALCULATION_TYPE, calculationType)
                .set(PREMIUM.IS_ACTIVE, isActive)
                .set(PREMIUM.CREATOR, Caller.SYSTEM)
                .set(PREMIUM.UPDATER, Caller.SYSTEM)
                .execute());
    return id;
  }

  /** An option of a premium. */
  public UUID option(UUID premium, String name, boolean isActive) {
    UUID id = Ids.next();
    run(
        sql ->
            sql.insertInto(PREMIUM_OPTION)
                .set(PREMIUM_OPTION.ID, id)
                .set(PREMIUM_OPTION.PREMIUM, premium)
                .set(PREMIUM_OPTION.NAME, name)
                .set(PREMIUM_OPTION.AMOUNT, new BigDecimal("12.50"))
                .set(PREMIUM_OPTION.IS_ACTIVE, isActive)
                .set(PREMIUM_OPTION.CREATOR, Caller.SYSTEM)
                .set(PREMIUM_OPTION.UPDATER, Caller.SYSTEM)
                .execute());
    return id;
  }

  /** A card of a company; {@code holder} is the entity that holds it, null for nobody. */
  public UUID card(UUID company, UUID holder) {
    UUID id = Ids.next();
    run(
        sql ->
            sql.insertInto(CARD)
                .set(CARD.ID, id)
                .set(CARD.COMPANY, company)
                .set(CARD.CARD_ID, unique(12))
                .set(CARD.CREATOR, Caller.SYSTEM)
                .set(CARD.UPDATER, Caller.SYSTEM)
                .execute());
    if (holder != null) {
      run(
          sql ->
              sql.insertInto(ENTITY_CARD)
                  .set(ENTITY_CARD.ID, Ids.next())
                  .set(ENTITY_CARD.COMPANY, company)
                  .set(ENTITY_CARD.CARD, id)
                  .set(ENTITY_CARD.ENTITY, holder)
                  .set(ENTITY_CARD.CREATOR, Caller.SYSTEM)
                  .set(ENTITY_CARD.UPDATER, Caller.SYSTEM)
                  .execute());
    }
    return id;
  }

  /** Ends the assignment of a card that somebody holds. */
  public void endCard(UUID card) {
    run(
        sql ->
            sql.update(ENTITY_CARD)
                .set(ENTITY_CARD.IS_ACTIVE, false)
                .where(ENTITY_CARD.CARD.eq(card))
                .execute());
  }

  /** Takes its currency from a company. */
  public void clearCurrency(UUID company) {
    run(
        sql ->
            sql.update(COMPANY).setNull(COMPANY.CURRENCY).where(COMPANY.ID.eq(company)).execute());
  }

  /** A submission without values, of nothing. */
  public UUID submission(UUID company, UUID form) {
    UUID id = Ids.next();
    run(
        sql ->
            sql.insertInto(SUBMISSION)
                .set(SUBMISSION.ID, id)
                .set(SUBMISSION.COMPANY, company)
                .set(SUBMISSION.FORM, form)
                .set(SUBMISSION.CREATOR, Caller.SYSTEM)
                .set(SUBMISSION.UPDATER, Caller.SYSTEM)
                .execute());
    return id;
  }

  /** A user who is a member of a company. */
  public UUID member(UUID company) {
    UUID id = Ids.next();
    run(
        sql ->
            sql.insertInto(APP_USER)
                .set(APP_USER.ID, id)
                .set(APP_USER.EMAIL, id + "@example.org")
                .set(APP_USER.CREATOR, Caller.SYSTEM)
                .set(APP_USER.UPDATER, Caller.SYSTEM)
                .execute());
    if (company != null) {
      run(
          sql ->
              sql.insertInto(COMPANY_MEMBER)
                  .set(COMPANY_MEMBER.ID, Ids.next())
                  .set(COMPANY_MEMBER.COMPANY, company)
                  .set(COMPANY_MEMBER.APP_USER, id)
                  .set(COMPANY_MEMBER.CREATOR, Caller.SYSTEM)
                  .set(COMPANY_MEMBER.UPDATER, Caller.SYSTEM)
                  .execute());
    }
    return id;
  }

  /** A token of a new member of a company; an OPERATOR has none. */
  public String token(UUID company, Role role) {
    return token(member(company), company, role);
  }

  /** A token of a user. */
  public String token(UUID user, UUID company, Role role) {
    String token = Tokens.generate();
    run(
        sql ->
            sql.insertInto(TOKEN)
                .set(TOKEN.ID, Ids.next())
                .set(TOKEN.HASH, Tokens.hash(token))
                .set(TOKEN.APP_USER, user)
                .set(TOKEN.COMPANY, company)
                .set(TOKEN.ROLE, role.name())
                .set(TOKEN.CREATOR, Caller.SYSTEM)
                .set(TOKEN.UPDATER, Caller.SYSTEM)
                .execute());
    return token;
  }

  /** The id of a token. */
  public UUID tokenId(String token) {
    return database.read(
        sql ->
            sql.select(TOKEN.ID)
                .from(TOKEN)
                .where(TOKEN.HASH.eq(Tokens.hash(token)))
                .fetchSingle(TOKEN.ID));
  }

  /** The id of a user's membership of a company. */
  public UUID membership(UUID company, UUID user) {
    return database.read(
        sql ->
            sql.select(COMPANY_MEMBER.ID)
                .from(COMPANY_MEMBER)
                .where(COMPANY_MEMBER.COMPANY.eq(company))
                .and(COMPANY_MEMBER.APP_USER.eq(user))
                .fetchSingle(COMPANY_MEMBER.ID));
  }

  /** A client with a new token. */
  public Client client(UUID company, Role role) {
    return Installation.shared().client(token(company, role));
  }

  /** Text that nothing else has. */
  public static String unique(int length) {
    String random = UUID.randomUUID().toString().replace("-", "");
    return random.substring(0, length);
  }

  private void run(java.util.function.Function<DSLContext, Integer> statement) {
    int rows = database.write(AUTHOR, statement);
    if (rows != 1) {
      throw new AssertionError("one row was to be written, not " + rows);
    }
  }
}
