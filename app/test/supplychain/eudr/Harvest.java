package supplychain.eudr;

import static supplychain.Paths.*;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.commons.lang3.ArrayUtils;
import supplychain.Client;
import supplychain.Goods;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.database.Ids;

/** A cooperative that buys from its farmers and sells to an exporter, who sells to a roaster. */
final class Harvest {
  static final String UGANDAN = "\"country\": \"Uganda\"";

  /** A square of about 1.24 ha, counter-clockwise. */
  static final String SQUARE =
      "{\"type\":\"Polygon\",\"coordinates\":[[[34.100001,1.100001],[34.101001,1.100001],"
          + "[34.101001,1.101001],[34.100001,1.101001],[34.100001,1.100001]]]}";

  static final String POINT = "{\"type\":\"Point\",\"coordinates\":[34.123456,1.234567]}";

  final World world = new World();
  final UUID coop = world.company("Cooperative");
  final UUID exporter = world.company("Exporter");
  final UUID roaster = world.company("Roaster");
  final UUID cherry = world.product("Cherry");
  final UUID green = world.product("Green beans");
  final Client ofCoop = world.client(coop, Role.MEMBER);
  final Client ofExporter = world.client(exporter, Role.MEMBER);
  final Client ofRoaster = world.client(roaster, Role.MEMBER);
  private final Client operator = world.client(null, Role.OPERATOR);
  private final Map<String, String> names = new LinkedHashMap<>();

  /** A farmer of the cooperative, with these fields besides a first name. */
  UUID farmer(String firstName, String fields) {
    Reply reply =
        ofCoop
            .post(FARMERS, "{\"first_name\": \"%s\", %s}".formatted(firstName, fields))
            .expect(201);
    return UUID.fromString(reply.id());
  }

  /** A Ugandan farmer with one good plot. */
  UUID farmer() {
    UUID farmer = farmer("Grace", UGANDAN);
    plot(farmer, "2", POINT);
    return farmer;
  }

  /** A plot without a name; the area is SQL. */
  UUID plot(UUID farmer, String area, String geometry) {
    return plot(farmer, null, area, null, geometry);
  }

  /** A plot, as it stands in the database; the area is SQL. */
  UUID plot(UUID farmer, String name, String area, String place, String geometry) {
    UUID id = Ids.next();
    World.write(
        """
        insert into plot (id, company, farmer, name, area, production_place, geometry, creator, updater)
        select ?, buyer, id, ?, %s, ?, ?::jsonb, creator, creator from farmer where id = ?
        """
            .formatted(area),
        id,
        name,
        place,
        geometry,
        farmer);
    return id;
  }

  /** The company shows its buyers where its goods came from. */
  void shares(UUID company) {
    World.write("update company set shares_upstream = true where id = ?", company);
  }

  /** Goods that moved; the quantity may be "null". */
  UUID move(UUID source, UUID destination, UUID product, String quantity, UUID... parents) {
    String amount = quantity.equals("null") ? quantity : '"' + quantity + '"';
    String body = Goods.moved(source, destination, product, amount, (Object[]) parents);
    return UUID.fromString(operator.post(GOODS, body).expect(201).id());
  }

  /** Cherries that the cooperative bought. */
  UUID buy(UUID farmer) {
    return move(farmer, coop, cherry, "100");
  }

  /** Cherries that it sold to the exporter. */
  UUID sell(String quantity, UUID... parents) {
    return move(coop, exporter, cherry, quantity, parents);
  }

  /**
   * This purchase, and as many like it: each of another farmer like its own, with a point.
   *
   * @return the ids of all of them
   */
  UUID[] buysOfOthers(int count, UUID farmer, UUID purchase) {
    UUID[] farmers = Stream.generate(Ids::next).limit(count).toArray(UUID[]::new);
    UUID[] lots = Stream.generate(Ids::next).limit(count).toArray(UUID[]::new);
    World.write(
        "insert into entity select id, 'FARMER' from unnest(?::uuid[]) id", (Object) farmers);
    World.write(
        """
        insert into farmer (id, buyer, number, first_name, country, creator, updater)
        select other.id, buyer, left(md5(other.id::text), 10), first_name, country, creator, updater
          from farmer, unnest(?::uuid[]) other (id)
         where farmer.id = ?""",
        farmers,
        farmer);
    World.write(
        """
        insert into plot (id, company, farmer, area, geometry, creator, updater)
        select gen_random_uuid(), buyer, id, 1, ?::jsonb, creator, creator
          from farmer where id = any (?)""",
        POINT,
        farmers);
    World.write(
        """
        insert into product_transaction (
          id, company, type, source, destination, product, amount, quantity, source_quantity,
          remaining, number, date, method, creator, updater)
        select other.id, company, type, other.farmer, destination, product, amount, quantity,
               source_quantity, quantity, left(md5(other.id::text), 10), date, method, creator,
               updater
          from product_transaction, unnest(?::uuid[], ?::uuid[]) other (id, farmer)
         where product_transaction.id = ?""",
        lots,
        farmers,
        purchase);
    return ArrayUtils.addFirst(lots, purchase);
  }

  static String file(UUID lot) {
    return GOODS + lot + "/origins.geojson";
  }

  static String incomplete(UUID lot) {
    return file(lot) + "?incomplete=true";
  }

  static String summary(UUID lot) {
    return GOODS + lot + "/origins/";
  }

  /** Calls a record by a name, for what is compared as a whole. */
  UUID named(String name, UUID id) {
    names.put(id.toString(), "<" + name + ">");
    return id;
  }

  /** The text with these names in place of the ids. */
  String withNames(String text) {
    String result = text;
    for (Map.Entry<String, String> each : names.entrySet()) {
      result = result.replace(each.getKey(), each.getValue());
    }
    return result;
  }

  /** The blockers of an answer or a summary, each as {@code code transaction farmer plot}. */
  List<String> remarks(Reply reply, String member) {
    return reply
        .json()
        .get(member)
        .valueStream()
        .map(
            remark ->
                "%s %s %s %s"
                    .formatted(
                        remark.get("code").asText(),
                        remark.get("transaction").asText(),
                        remark.get("farmer").asText(),
                        remark.get("plot").asText())
                    .replace(" null", " -"))
        .map(this::withNames)
        .toList();
  }

  /** A whole file that lies beside the tests. */
  static String golden(String name) {
    return World.fileBeside(Harvest.class, name);
  }
}
