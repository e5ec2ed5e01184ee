package supplychain;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static supplychain.schema.Tables.*;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;
import supplychain.core.Caller;
import supplychain.core.Role;
import supplychain.core.Tokens;
import supplychain.database.Author;
import supplychain.database.Database;
import supplychain.database.Ids;
import supplychain.postgres.EmbeddedPostgres;

/**
 * Makes the records that a test starts from; each test makes its own, so that none meets another's.
 */
public final class World {
  /** The user who records the data with which a test starts. */
  public static final Author AUTHOR = new Author(Caller.SYSTEM, "test");

  /** A caller who sees every record. */
  public static final Caller OPERATOR = new Caller(Caller.SYSTEM, null, Role.OPERATOR);

  private final Database database;
  private final UUID creator;

  /** Records of the shared installation. */
  public World() {
    this(Installation.shared().database());
  }

  /** Records of another database; clients of its tokens are made by whoever serves it. */
  public World(Database database) {
    this(database, Caller.SYSTEM);
  }

  private World(Database database, UUID creator) {
    this.database = database;
    this.creator = creator;
  }

  /** A pool of connections to the database of a PostgreSQL. */
  public static Database open(EmbeddedPostgres postgres, int connections, Duration wait) {
    return Database.open(
        postgres.url(), postgres.user(), postgres.password(), connections, wait, "test");
  }

  /** The same database, where this user creates the records from now on. */
  public World by(UUID user) {
    return new World(database, user);
  }

  /** Reads from the database of the shared installation. */
  public static <T> T read(Function<DSLContext, T> reading) {
    return Installation.shared().database().read(reading);
  }

  /** Writes into the database of the shared installation, past the service. */
  public static <T> T write(Function<DSLContext, T> writing) {
    return Installation.shared().database().write(AUTHOR, writing);
  }

  /** Changes what a test starts from, in the shared installation, past the service. */
  public static void write(String sql, Object... values) {
    Installation.shared().database().write(AUTHOR, dsl -> dsl.execute(sql, values));
  }

  /** Adds copies of a record, each with an id of its own and C1, C2 and so on in this column. */
  public static void copy(Table<?> table, UUID record, String column, int copies) {
    write(
        """
        insert into %1$s
        select copy.*
          from %1$s one
         cross join generate_series(1, ?) i
         cross join jsonb_populate_record(
                 one, jsonb_build_object('id', gen_random_uuid(), '%2$s', 'C' || i)) copy
         where one.id = ?\
        """
            .formatted(table.getName(), column),
        copies,
        record);
  }

  /** A company whose currency is the Ugandan shilling. */
  public UUID company(String name) {
    return insert(COMPANY, entity("COMPANY"), "name currency", name, currency("UGX"));
  }

  public UUID currency(String code) {
    return database.read(sql -> sql.fetchValue(CURRENCY.ID, CURRENCY.CODE.eq(code)));
  }

  public UUID farmer(UUID buyer) {
    return insert(FARMER, entity("FARMER"), "buyer number first_name", buyer, unique(10), "Grace");
  }

  private UUID entity(String kind) {
    return insert(ENTITY, Ids.next(), "kind", kind);
  }

  /** A product of the catalogue, with a name that no other has. */
  public UUID product(String name) {
    return insert(PRODUCT, Ids.next(), "name", name + " " + unique(10));
  }

  /** A form without fields: TRANSACTION, FARMER, PAYMENT or PRODUCT. */
  public UUID form(UUID owner, String type) {
    return insert(FORM, Ids.next(), "owner form_type", owner, type);
  }

  /** A field at the end of a form; {@code options} is a JSON array of strings. */
  public UUID field(UUID form, String key, String type, boolean required, String options) {
    int position = database.read(sql -> sql.fetchCount(FORM_FIELD, FORM_FIELD.FORM.eq(form)));
    return insert(
        FORM_FIELD,
        Ids.next(),
        "form position label type key required options",
        form,
        position,
        key,
        type,
        key,
        required,
        options);
  }

  /** A premium of a company, NORMAL or OPTIONS. */
  public UUID premium(UUID owner, String calculationType, boolean isActive) {
    return insert(
        PREMIUM,
        Ids.next(),
        "owner name category type amount applicable_activity calculation_type is_active",
        owner,
        "Organic",
        "PAYOUT",
        "PER_TRANSACTION",
        new BigDecimal("2.50"),
        "BUY",
        calculationType,
        isActive);
  }

  public UUID option(UUID premium, String name, boolean isActive) {
    return insert(
        PREMIUM_OPTION,
        Ids.next(),
        "premium name amount is_active",
        premium,
        name,
        new BigDecimal("12.50"),
        isActive);
  }

  /** A card of a company; {@code holder} is the entity that holds it, null for nobody. */
  public UUID card(UUID company, UUID holder) {
    UUID card = insert(CARD, Ids.next(), "company card_id", company, unique(12));
    if (holder != null) {
      insert(ENTITY_CARD, Ids.next(), "company card entity", company, card, holder);
    }
    return card;
  }

  /** Ends the assignment of a card that somebody holds. */
  public void endCard(UUID card) {
    run(sql -> sql.execute("update entity_card set is_active = false where card = ?", card));
  }

  /** Takes its currency from a company. */
  public void clearCurrency(UUID company) {
    run(sql -> sql.execute("update company set currency = null where id = ?", company));
  }

  /** A submission without values, of nothing. */
  public UUID submission(UUID company, UUID form) {
    return insert(SUBMISSION, Ids.next(), "company form", company, form);
  }

  /** A user who is a member of a company. */
  public UUID member(UUID company) {
    UUID id = Ids.next();
    insert(APP_USER, id, "email", id + "@example.org");
    if (company != null) {
      insert(COMPANY_MEMBER, Ids.next(), "company app_user", company, id);
    }
    return id;
  }

  /** A token of a new member of a company; an OPERATOR has none. */
  public String token(UUID company, Role role) {
    return token(member(company), company, role);
  }

  public String token(UUID user, UUID company, Role role) {
    String token = Tokens.generate();
    byte[] hash = Tokens.hash(token);
    insert(TOKEN, Ids.next(), "hash app_user company role", hash, user, company, role.name());
    return token;
  }

  public UUID tokenId(String token) {
    return database.read(sql -> sql.fetchValue(TOKEN.ID, TOKEN.HASH.eq(Tokens.hash(token))));
  }

  public UUID membership(UUID company, UUID user) {
    Condition isMember = COMPANY_MEMBER.COMPANY.eq(company).and(COMPANY_MEMBER.APP_USER.eq(user));
    return database.read(sql -> sql.fetchValue(COMPANY_MEMBER.ID, isMember));
  }

  /** A client with a new token. */
  public Client client(UUID company, Role role) {
    return Installation.shared().client(token(company, role));
  }

  public Client client(UUID user, UUID company, Role role) {
    return Installation.shared().client(token(user, company, role));
  }

  /** The text of a file beside a class. */
  public static String fileBeside(Class<?> type, String name) {
    byte[] bytes = assertDoesNotThrow(() -> type.getResourceAsStream(name).readAllBytes(), name);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The text with each {@code <name>} replaced by its value. */
  public static String filled(String template, Map<String, ?> values) {
    String text = template;
    for (Map.Entry<String, ?> each : values.entrySet()) {
      text = text.replace("<" + each.getKey() + ">", each.getValue().toString());
    }
    return text;
  }

  /** Text that nothing else has. */
  public static String unique(int length) {
    String random = UUID.randomUUID().toString().replace("-", "");
    return random.substring(0, length);
  }

  /** Inserts a row with values for these columns, and returns its id. */
  private UUID insert(Table<?> table, UUID id, String columns, Object... values) {
    Map<Field<?>, Object> row = new LinkedHashMap<>();
    row.put(table.field("id"), id);
    for (String column : List.of("creator", "updater")) {
      if (table.field(column) != null) {
        row.put(table.field(column), creator);
      }
    }
    String[] names = columns.split(" ", -1);
    for (int i = 0; i < names.length; i++) {
      row.put(table.field(names[i]), values[i]);
    }
    run(sql -> sql.insertInto(table).set(row).execute());
    return id;
  }

  private void run(Function<DSLContext, Integer> statement) {
    int rows = database.write(AUTHOR, statement);
    if (rows != 1) {
      throw new AssertionError("one row was to be written, not " + rows);
    }
  }
}
