package supplychain.verify;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import supplychain.Client;
import supplychain.Goods;
import supplychain.OneCompany;
import supplychain.Reply;
import supplychain.core.Json;
import supplychain.core.Role;

/** A cooperative that records things, some of which look wrong. */
final class WarningScene extends OneCompany {
  static final String HEADER = "Supply-Chain-Warnings";

  /** A day some time ago; a day that stays the same would be a warning two years later. */
  static final LocalDate DAY = daysAgo(9);

  static final LocalDate NEXT_DAY = DAY.plusDays(1);

  final UUID exporter = world.company("Exporter");
  final UUID farmer = world.farmer(company);
  final UUID cherry = world.product("Cherry");
  final Client member = world.client(company, Role.MEMBER);

  /** How many transactions were recorded: each has a day of its own, after those before it. */
  private int recorded;

  /** Records a purchase of 100 kg for 10 from the farmer, with these fields instead. */
  Reply bought(String fields) {
    return record(GOODS, dated(goods(farmer, company)), fields);
  }

  /** Records a sale of 100 kg for 10 to the exporter, with these fields instead. */
  Reply sold(String fields) {
    return record(GOODS, dated(goods(company, exporter)), fields);
  }

  /** The body with a day that no earlier one has. */
  String dated(String body) {
    return merged(body, "'date': '" + daysAgo(300 - recorded++) + "'");
  }

  private static LocalDate daysAgo(int days) {
    return LocalDate.now(ZoneId.systemDefault()).minusDays(days);
  }

  String goods(UUID source, UUID destination) {
    return Goods.body(source, destination, cherry, "'amount': '10', 'quantity': '100'");
  }

  /** Records a payment of 10 from the cooperative to the farmer, with these fields instead. */
  Reply paid(String fields) {
    String payment = "{'source': '%s', 'destination': '%s', 'amount': 10}";
    return record(PAYMENTS, dated(payment.formatted(company, farmer)), fields);
  }

  /** Records a farmer of the cooperative. */
  Reply farmer(String fields) {
    return record(FARMERS, "{'first_name': 'Grace'}", fields);
  }

  /** The boundary of a square, from its corner in the south-west, with this side in degrees. */
  static String square(double west, double south, double side) {
    String ring = "[%1$.5f,%2$.5f],[%3$.5f,%2$.5f],[%3$.5f,%4$.5f],[%1$.5f,%4$.5f],[%1$.5f,%2$.5f]";
    return String.format(
        Locale.ROOT,
        "'geometry': {'type': 'Polygon', 'coordinates': [[" + ring + "]]}",
        west,
        south,
        west + side,
        south + side);
  }

  /** Records a plot of a farmer. */
  Reply plot(UUID owner, String fields) {
    return record(PLOTS, "{'farmer': '%s'}".formatted(owner), fields);
  }

  private Reply record(String path, String body, String fields) {
    return member.post(path, merged(body, fields)).expect(201);
  }

  /**
   * The fields of one object, and those of another instead; single quotes stand for double ones.
   */
  static String merged(String body, String fields) {
    ObjectNode merged = object(body);
    merged.setAll(object("{" + fields + "}"));
    return merged.toString();
  }

  private static ObjectNode object(String text) {
    return (ObjectNode)
        assertDoesNotThrow(() -> Json.MAPPER.readTree(text.replace('\'', '"')), text);
  }

  /**
   * The header has these codes, and the path below the new record has these warnings, each as
   * {@code code: detail}.
   */
  void assertWarned(Reply reply, String... warnings) {
    String codes =
        Stream.of(warnings)
            .map(warning -> warning.replaceFirst(":.*", ""))
            .distinct()
            .collect(Collectors.joining(", "));
    assertEquals(codes.isEmpty() ? null : codes, reply.header(HEADER));
    assertEquals(List.of(warnings), warnings(member, reply.header("Location")));
  }

  /** The warnings about the record at this path, each as {@code code: detail}. */
  static List<String> warnings(Client reader, String path) {
    return of(reader.get(path + "warnings/").expect(200).json());
  }

  static List<String> of(JsonNode warnings) {
    return warnings
        .valueStream()
        .map(each -> each.get("code").asText() + ": " + each.get("detail").asText())
        .toList();
  }
}
