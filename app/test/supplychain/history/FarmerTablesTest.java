package supplychain.history;

import static java.util.Map.entry;
import static java.util.stream.Collectors.toMap;
import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.World;
import supplychain.core.Role;
import supplychain.verify.Books;

/** No table that names a farmer is forgotten: a new one fails here until its place is known. */
class FarmerTablesTest extends ErasureScene {
  /** What an erasure leaves: tables and columns, each with the reason. */
  private static final Map<String, String> NOT_ERASED =
      Map.ofEntries(
          entry("product_transaction", "the books need it"),
          entry("payment_transaction", "the books need it"),
          entry("estimate", "a quantity and a period tell nobody who the farmer is"),
          entry("erasure", "it says who erased the farmer, when and why"),
          entry("farmer.country", "nobody knows a farmer by the country"),
          entry("farmer.consent_status", "it becomes NOT_GRANTED"),
          entry("plot.area", "the EU requires where the goods grew, while the plot stays"),
          entry("plot.measured_area", "the EU requires where the goods grew, while the plot stays"),
          entry("plot.geometry", "the EU requires where the goods grew, while the plot stays"));

  /** What still names a farmer who was replaced, each with the reason. */
  private static final Map<String, String> NOT_MOVED =
      Map.of(
          "product_transaction.source", "the books name the old record",
          "product_transaction.destination", "the books name the old record",
          "payment_transaction.source", "the books name the old record",
          "payment_transaction.destination", "the books name the old record",
          "entity_card.entity", "the holding ends, and the farmer that stays gets one of its own",
          "erasure.farmer", "it says which record was erased");

  /** The columns that name a farmer, but for those of the farmer itself. */
  private static final String NAMES =
      """
      with named as (
        select relname::text as table, attname::text as column, attrelid, attnum
          from pg_class
          join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
         where relnamespace = current_schema()::regnamespace and relkind = 'r'
           and relname <> 'farmer' and attname <> 'id'
           and (attname in ('farmer', 'entity', 'source', 'destination')
                or exists (select from pg_constraint
                            where conrelid = attrelid and contype = 'f'
                              and confrelid in ('farmer'::regclass, 'entity'::regclass)
                              and conkey[cardinality(conkey)] = attnum)))
      """;

  /** The columns of these tables, and of farmers, that have more than ids, times and yes or no. */
  private static final String TOLD =
      NAMES
          + """
          , told as (
            select relname::text as table, attname::text as column,
                   attname = any (personal(relname::text)) as is_personal
              from pg_class
              join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
             where relnamespace = current_schema()::regnamespace
               and (relname = 'farmer' or relname in (select "table" from named))
               and atttypid not in ('uuid'::regtype, 'timestamptz'::regtype, 'boolean'::regtype))
          """;

  private List<String> texts(String query) {
    return room.database().read(sql -> sql.fetch(query).getValues(0, String.class));
  }

  private List<String> named() {
    return texts(NAMES + "select \"table\" || '.' || \"column\" from named order by 1");
  }

  private static String table(String column) {
    return column.substring(0, column.indexOf('.'));
  }

  private static String within(String column) {
    return column.substring(column.indexOf('.') + 1);
  }

  private static boolean isErased(String column) {
    return !NOT_ERASED.containsKey(column) && !NOT_ERASED.containsKey(table(column));
  }

  /** Records one of everything about the farmer that can change. */
  private void recordAll() {
    farmer.plot();
    room.write(
        "update farmer set image = 'https://a.example/x.png' where id = {0}",
        UUID.fromString(farmer.id));
    String estimate =
        """
        {"farmer": "%s", "product": "<PRODUCT>", "date_from": "2026-09-01",
         "date_before": "2027-03-01", "quantity": 250}
        """;
    admin.post(ESTIMATES, farmer.fill(estimate.formatted(farmer.id))).expect(201);
  }

  @Test
  void eachColumnThatTellsOfAFarmerIsErasedOrStaysForAReason() {
    List<String> told =
        texts(TOLD + "select \"table\" || '.' || \"column\" from told where not is_personal");
    assertEquals(
        List.of(),
        told.stream().filter(FarmerTablesTest::isErased).sorted().toList(),
        "If people can know a farmer by such a column, add it to the SQL function personal"
            + " in a new migration. Otherwise add it, or its table, to NOT_ERASED.");
  }

  @Test
  void anErasureChangesEachPersonalValue() {
    recordAll();
    List<String> personal =
        texts(TOLD + "select \"table\" || '.' || \"column\" from told where is_personal").stream()
            .filter(FarmerTablesTest::isErased)
            .toList();
    Map<String, String> before = personal.stream().collect(toMap(each -> each, this::values));
    before.forEach(
        (column, values) ->
            assertNotEquals("", values, "Record a value of " + column + " in recordAll."));
    farmer.erase().expect(201);
    assertEquals(
        List.of(),
        personal.stream().filter(each -> values(each).equals(before.get(each))).sorted().toList(),
        "The SQL function erase_parts does not erase these columns. A new migration replaces it.");
  }

  @Test
  void eachTableWithErasedColumnsIsRewritten() {
    List<String> erased =
        texts(
            """
            select distinct table_name
              from information_schema.columns
             where table_schema = current_schema() and column_name = any (personal(table_name))""");
    assertEquals(
        List.of(), erased.stream().filter(one -> !Leftovers.TABLES.contains(one)).toList());
  }

  /** The values of a column that are about the farmer. */
  private String values(String column) {
    String name =
        named().stream()
            .filter(each -> table(each).equals(table(column)))
            .map(FarmerTablesTest::within)
            .findFirst()
            .orElse("id");
    String query = "select coalesce(string_agg(%s::text, ' '), '') from %s where %s = {0}";
    return (String)
        room.value(
            query.formatted(within(column), table(column), name), UUID.fromString(farmer.id));
  }

  @Test
  void eachTableIsInThePersonalData() {
    String query = World.fileBeside(Erasures.class, "personal-data.sql");
    Set<String> missing = new TreeSet<>();
    for (String column : named()) {
      if (!Pattern.compile("(from|join) " + table(column) + "\\b").matcher(query).find()) {
        missing.add(table(column));
      }
    }
    assertEquals(
        Set.of(),
        missing,
        "Add each table to history/personal-data.sql, to PersonalData in docs/farmers.yaml, and to"
            + " the output in privacy.md.");
  }

  @Test
  void thePersonalDataHaveTheRefOfEachRecordThatPeopleLoadAndAnErasureErasesIt() {
    recordAll();
    List<String> refs = new ArrayList<>();
    for (String column : named()) {
      String ref = World.unique(20);
      if (isLoaded(table(column)) && count(column) > 0) {
        String named = "insert into load_ref select '%s', {0}, id from %s where %s = {1} limit 1";
        String insert = named.formatted(column, table(column), within(column));
        room.write(insert, ref, UUID.fromString(farmer.id));
        refs.add(column + ref);
      }
    }
    JsonNode kept = admin.get(path + "personal-data/").expect(200).json().get("load_refs");
    Set<String> missing = new TreeSet<>(refs);
    kept.forEach(one -> missing.remove(one.get("kind").asText() + one.get("ref").asText()));
    assertEquals(Set.of(), missing, "Add them to load_refs in history/personal-data.sql.");
    farmer.erase().expect(201);
    List<String> left = texts("select kind || ref from load_ref");
    assertEquals(
        List.of(),
        refs.stream().filter(left::contains).toList(),
        "Add them to the SQL function erase_refs (db/V008__privacy.sql).");
  }

  @Test
  void theNewCompanyOfAFarmerGetsNoPersonalDataThatStayWithTheOldOne() {
    recordAll();
    String next = farmer.demo.get("BUYER");
    Client buyer = room.client(room.token(next, Role.ADMIN));
    Client operator = room.client(new World(room.database()).token(null, Role.OPERATOR));
    String move = farmer.fill("{\"first_name\": \"$\", \"buyer\": \"<BUYER>\"}");
    operator.patch(path, move).expect(200);
    ObjectNode told = (ObjectNode) buyer.get(path + "personal-data/").expect(200).json();
    // The history tells of the move itself, and so of the old company.
    told.remove("history");
    assertEquals(
        Set.of(next),
        Set.copyOf(told.findValuesAsText("company")),
        "In history/personal-data.sql, only the company of such a record may get it.");
  }

  /** Whether the rule about loaded files knows the table. */
  private static boolean isLoaded(String table) {
    String rules = World.fileBeside(Books.class, "rules.sql");
    return Pattern.compile("select '[a-z-]+', id from " + table + "\\b").matcher(rules).find();
  }

  @Test
  void aReplacementMovesEachRecordOrItStaysForAReason() {
    recordAll();
    List<String> moved = new ArrayList<>(named());
    moved.removeAll(NOT_MOVED.keySet());
    requireRows(moved);
    String stays = admin.post(FARMERS, "{\"first_name\": \"Ruth\"}").expect(201).id();
    admin.post(path + "replacement/", "{\"replaced_by\": \"%s\"}".formatted(stays)).expect(201);
    assertEquals(
        List.of(),
        moved.stream().filter(column -> count(column) > 0).toList(),
        "Move them in records/farmer/Replacements, or add them to NOT_MOVED.");
  }

  @Test
  void theHistoryHasEachRecordAsAPartOfTheFarmer() {
    recordAll();
    List<String> parts = new ArrayList<>(named());
    parts.removeAll(NOT_MOVED.keySet());
    requireRows(parts);
    String kept =
        "select count(*) from history where kind = '%s' and part_of = '" + farmer.id + "'";
    parts.removeIf(column -> !room.value(kept.formatted(table(column))).equals(0L));
    assertEquals(
        List.of(),
        parts,
        "Without array['farmer'] as the third value of keep_history_of, the personal data lack the"
            + " changes of these tables.");
  }

  private void requireRows(List<String> columns) {
    for (String column : columns) {
      assertNotEquals(0L, count(column), "Record a row for " + column + " in recordAll.");
    }
  }

  private long count(String column) {
    String query = "select count(*) from %s where %s = {0}";
    return (Long)
        room.value(query.formatted(table(column), within(column)), UUID.fromString(farmer.id));
  }

  @Test
  void anIndexBeginsWithEachOfTheseColumns() {
    assertEquals(
        List.of(),
        texts(
            NAMES
                + """
                select "table" || '.' || "column"
                  from named
                 where not exists (select from pg_index
                                    where indrelid = attrelid and indkey[0] = attnum)
                """),
        "Add an index on each of these columns to the migration that creates the table.");
  }
}
