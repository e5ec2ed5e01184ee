package supplychain.records;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.*;
import static supplychain.records.transaction.ProductTransactionResource.PRODUCT_TRANSACTIONS;
import static supplychain.schema.Tables.FARMER;
import static supplychain.schema.Tables.PRODUCT_TRANSACTION;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.ExecuteListener;
import org.jooq.Field;
import org.jooq.TableField;
import org.jooq.impl.DSL;
import org.jooq.impl.QOM;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import supplychain.World;
import supplychain.backup.Room;
import supplychain.core.Caller;
import supplychain.core.Json;
import supplychain.core.Role;
import supplychain.docs.OpenApi;
import supplychain.http.Query;
import supplychain.records.account.UserResource;
import supplychain.records.farmer.FarmerResource;
import supplychain.records.registry.RecordKinds;
import supplychain.validation.FieldValue;

/** PostgreSQL reads the records that it answers with, however many records others have. */
class ListIndexTest {
  private static final int COMPANIES = 25;
  private static final int RECORDS = 100 * COMPANIES;
  private static final int PAGE = 5;

  /** A page from three indexes reads 40. A walk past the records of other companies reads 150. */
  private static final int MOST = 50;

  private static final Field<UUID> ANY = DSL.val(new UUID(0, 0));

  @AutoClose private static Room room;
  private static UUID company;

  @BeforeAll
  static void fillAllTables() {
    room = new Room();
    room.database().schema().migrate();
    company =
        room.database()
            .write(
                World.AUTHOR,
                sql -> {
                  removeConstraints(sql);
                  kinds().forEach(kind -> fill(sql, kind));
                  String all = kinds().map(kind -> kind.rows.getName()).collect(joining(", "));
                  sql.execute("analyze " + all);
                  return sql.fetchSingle("select " + company("7")).get(0, UUID.class);
                });
  }

  /** The order of a list with updated_after. */
  @Test
  void anIndexOfEachKindBeginsWithUpdatedOn() {
    String withIndex =
        """
        select attrelid::regclass::text
          from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]
         where attname = 'updated_on'""";
    List<String> tables =
        room.database().read(sql -> sql.fetch(withIndex).getValues(0, String.class));
    assertEquals(
        List.of(),
        kinds().map(kind -> kind.rows.getName()).filter(name -> !tables.contains(name)).toList(),
        "Add an index of updated_on and the id to each of these tables.");
  }

  @Test
  void aPageOfAListReadsNoRecordsOfOtherCompanies() {
    Cursor middle = new Cursor(UUID.fromString("80000000-0000-0000-0000-000000000000"), null);
    List<String> slow = new ArrayList<>();
    for (Role role : List.of(Role.OPERATOR, Role.ADMIN, Role.MEMBER, Role.REPORTER)) {
      Caller caller = caller(role);
      Stream<RecordKind> more =
          caller.isOperator() ? Stream.of() : Stream.of(UserResource.OWN_USER);
      for (RecordKind kind : Stream.concat(kinds(), more).toList()) {
        for (Cursor after : Arrays.asList(null, middle)) {
          for (boolean isNewestFirst : List.of(true, false)) {
            int reads = reads(kind, caller, List.of(), isNewestFirst, after);
            if (reads > MOST) {
              slow.add(kind.name() + " for " + role + ": " + reads);
            }
          }
        }
      }
    }
    assertEquals(List.of(), slow, "Add an index that ends in the id for each of these lists.");
  }

  @Test
  void aSearchForFarmersByNameReadsNoOtherFarmers() {
    for (Role role : List.of(Role.OPERATOR, Role.MEMBER)) {
      for (String name : List.of("name", "name_is")) {
        List<Condition> called = conditions(FarmerResource.FARMERS, name, "abcd", role);
        int reads = reads(FarmerResource.FARMERS, caller(role), List.of(called), false, null);
        assertTrue(reads <= MOST, name + " for " + role + ": " + reads);
      }
    }
  }

  @Test
  void aListOfLotsInStockReadsNoOtherLots() {
    for (Role role : List.of(Role.OPERATOR, Role.MEMBER)) {
      List<Condition> held = conditions(PRODUCT_TRANSACTIONS, "in_stock", "true", role);
      int reads = reads(PRODUCT_TRANSACTIONS, caller(role), List.of(held), false, null);
      assertTrue(reads <= MOST, role + ": " + reads);
    }
    List<Condition> used = conditions(PRODUCT_TRANSACTIONS, "in_stock", "false", Role.MEMBER);
    int reads = reads(PRODUCT_TRANSACTIONS, caller(Role.MEMBER), List.of(used), false, null);
    assertTrue(reads <= MOST, "used up: " + reads);
  }

  private static List<Condition> conditions(
      RecordKind kind, String filter, String value, Role role) {
    return kind.filters().stream()
        .filter(one -> one.name().equals(filter))
        .findFirst()
        .flatMap(one -> one.read(Query.body(Map.of(filter, List.of(value))), caller(role)))
        .orElseThrow();
  }

  /** The company of this member gave and received 200 lots. */
  @Test
  void theNamesOfCompaniesAndFarmersAreFoundWithoutTheLotsOfTheCompany() {
    for (NameKind kind : List.of(NameKind.COMPANY_NAME, NameKind.FARMER_NAME)) {
      String lookUp = "with reader (company) as (select $1) " + kind.lookUp(false);
      int reads =
          room.database()
              .readConsistent(
                  sql -> {
                    sql.execute("prepare look_up (uuid, text[]) as " + lookUp.replace("?", "$2"));
                    Object names =
                        sql.fetchSingle("select array(select name from company limit 3)::text")
                            .get(0);
                    int all = reads(sql, "execute look_up ('%s', '%s')".formatted(company, names));
                    sql.execute("deallocate look_up");
                    return all;
                  });
      assertTrue(reads <= MOST, kind + ": " + reads);
    }
  }

  private static Caller caller(Role role) {
    return new Caller(company, role == Role.OPERATOR ? null : company, role);
  }

  private static int reads(
      RecordKind kind,
      Caller caller,
      List<List<Condition>> conditions,
      boolean isNewestFirst,
      Cursor after) {
    ListRequest request =
        new ListRequest(
            conditions, null, null, isNewestFirst, FieldValue.of(PAGE), after, null, null, "");
    List<String> queries = new ArrayList<>();
    ExecuteListener listener = ExecuteListener.onRenderEnd(ctx -> queries.add(ctx.sql()));
    return room.database()
        .read(
            sql -> {
              DSLContext noted = DSL.using(sql.configuration().derive(listener));
              new PageQuery(kind, request, after, PAGE).find(noted, caller);
              return reads(sql, queries.get(0));
            });
  }

  /** The blocks that PostgreSQL reads for a query, or the rows of tables and indexes if more. */
  private static int reads(DSLContext sql, String query) {
    String plan =
        sql.fetchSingle("explain (analyze, buffers, format json) " + query).get(0, String.class);
    JsonNode root = Json.trusted(plan).at("/0/Plan");
    int blocks = root.get("Shared Hit Blocks").asInt() + root.get("Shared Read Blocks").asInt();
    int rows =
        root.findParents("Node Type").stream()
            .filter(node -> node.has("Index Name") || node.has("Relation Name"))
            .mapToInt(ListIndexTest::rows)
            .sum();
    return Math.max(blocks, rows);
  }

  private static int rows(JsonNode scan) {
    double each = scan.get("Actual Rows").asDouble();
    for (String removed : List.of("Rows Removed by Filter", "Rows Removed by Index Recheck")) {
      each += scan.path(removed).asDouble();
    }
    return (int) (each * scan.get("Actual Loops").asDouble());
  }

  /** All kinds that have a list. */
  private static Stream<RecordKind> kinds() {
    return OpenApi.document()
        .get("paths")
        .propertyStream()
        .filter(path -> path.getValue().at("/get/parameters").toString().contains("/updated_after"))
        .map(path -> path.getKey().replaceFirst(".*/(.+)/$", "$1"))
        .distinct()
        .map(RecordKinds::named);
  }

  /** The records have to be many, not right. */
  private static void removeConstraints(DSLContext sql) {
    sql.fetch(
            """
            select format('alter table %s drop constraint %I', conrelid::regclass, conname)
              from pg_constraint
             where connamespace = current_schema()::regnamespace and contype in ('c', 'f') and conrelid <> 0
            union all
            select format('alter domain %s drop constraint %I', contypid::regtype, conname)
              from pg_constraint
             where connamespace = current_schema()::regnamespace and contypid <> 0
            union all
            select format('alter table %s disable trigger user', oid::regclass)
              from pg_class
             where relnamespace = current_schema()::regnamespace and relkind = 'r'
            """)
        .forEach(statement -> sql.execute(statement.get(0, String.class)));
  }

  /** Fills a table with records that many companies see, in turn. */
  private static void fill(DSLContext sql, RecordKind kind) {
    List<Field<?>> owners = new ArrayList<>();
    for (Condition seen : kind.visibility().of(ANY, ANY)) {
      if (seen instanceof QOM.Eq<?> equal && equal.$arg1() instanceof TableField<?, ?> column) {
        owners.add(column);
      }
    }
    Map<Field<?>, Field<?>> row = new LinkedHashMap<>();
    for (Field<?> column : kind.rows.fields()) {
      int owner = owners.indexOf(column);
      row.put(
          column,
          DSL.field(owner < 0 ? value(column) : company("n * (%1$d + 1) + %1$d".formatted(owner))));
    }
    sql.insertInto(kind.rows, row.keySet())
        .select(DSL.select(row.values()).from("generate_series(1, " + RECORDS + ") n"))
        .onConflictDoNothing()
        .execute();
  }

  private static String company(String number) {
    return "md5('company ' || (%s) %% %d)::uuid".formatted(number, COMPANIES);
  }

  /** SQL for some value of a column. */
  private static String value(Field<?> column) {
    if (column.equals(FARMER.REPLACED_BY)) {
      return "null::uuid"; // Lists leave out the few farmers that others replaced.
    }
    if (column.equals(PRODUCT_TRANSACTION.REMAINING)) {
      return "n * (n / %d %% 2)".formatted(COMPANIES); // Each company has used up half of its lots.
    }
    return switch (column.getType().getSimpleName()) {
      case "UUID" -> "gen_random_uuid()";
      case "UUID[]" -> "array[gen_random_uuid()]";
      case "Boolean" -> "true";
      case "JSON", "JSONB" -> "'{\"n\": 1}'";
      case "byte[]" -> "sha256(gen_random_uuid()::text::bytea)";
      case "OffsetDateTime" -> "now() - n * interval '1 minute'";
      case "LocalDate" -> "current_date";
      case "String" ->
          "left(md5(random()::text), %d)".formatted(column.getDataType().length() == 3 ? 3 : 10);
      default -> "n";
    };
  }
}
