package supplychain.proof.requests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import supplychain.ingest.IngestKind;

/** Bodies of many records, for the operations that take them. */
final class OddBulks {
  private static final String TABLE = "text/csv";
  private static final String LINES = "application/x-ndjson";
  private static final String FEATURES = "application/geo+json";

  /** What each of the operations that take many records takes many of. */
  private static final Map<Operation, IngestKind> KINDS = kinds();

  /** Things of which there is one: the second record with them is refused. */
  private static final List<String> ONCE = List.of("entity_card", "parents", "card_id");

  private final Random random;
  private final OddTables tables;
  private final OddLines lines;
  private final OddFeatures features;

  /** Bodies in which {@code ids} stand where they do not belong. */
  OddBulks(Random random, List<UUID> ids, OddBodies bodies) {
    this.random = random;
    tables = new OddTables(random, new OddCells(random, ids));
    lines = new OddLines(random, bodies);
    features = new OddFeatures(random, bodies);
  }

  /**
   * A body of many records.
   *
   * @param text each character is one byte
   */
  record Bulk(String type, String text) {}

  private static Map<Operation, IngestKind> kinds() {
    Map<Operation, IngestKind> kinds = new EnumMap<>(Operation.class);
    for (Operation operation : Operation.values()) {
      if (takes(operation, TABLE)) {
        kinds.put(
            operation,
            IngestKind.OF_LINES.stream()
                .filter(kind -> operation.route.endsWith(kind.path() + "/"))
                .findFirst()
                .orElseThrow());
      }
    }
    return kinds;
  }

  private static boolean takes(Operation operation, String type) {
    return operation.document().at("/requestBody/content").has(type);
  }

  /** Whether it takes many records. */
  static boolean areTakenBy(Operation operation) {
    return KINDS.containsKey(operation);
  }

  /** Whether a request is said to have many. */
  static boolean isOne(String request) {
    return Stream.of(TABLE, LINES, FEATURES)
        .anyMatch(type -> request.contains("\r\nContent-Type: " + type));
  }

  /** Records like that one, most of them right, in one of the types that the operation takes. */
  Bulk next(Operation operation, JsonNode right) {
    int count = count();
    JsonNode record = count > 1 && random.nextBoolean() ? repeatable(right) : right;
    if (takes(operation, FEATURES) && random.nextBoolean()) {
      return new Bulk(FEATURES, features.next(record, count));
    }
    return random.nextBoolean()
        ? new Bulk(LINES, lines.next(record, count))
        : new Bulk(TABLE, tables.next(record, count, KINDS.get(operation).columns().keySet()));
  }

  /** Most often few: what is wrong with one is as wrong with many, only slower. */
  private int count() {
    return switch (random.nextInt(40)) {
      case 0 -> 50;
      case 1, 2 -> random.nextInt(20);
      default -> 1 + random.nextInt(3);
    };
  }

  private static JsonNode repeatable(JsonNode right) {
    ObjectNode record = right.deepCopy();
    return record.remove(ONCE);
  }
}
