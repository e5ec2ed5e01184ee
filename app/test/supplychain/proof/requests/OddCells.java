package supplychain.proof.requests;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import supplychain.core.Json;

/** What stands in a cell of a table, and in the names of its columns, and does not belong there. */
final class OddCells {
  private static final List<String> RAW = OddWords.of("cells raw");

  private static final List<String> NAMES = OddWords.of("cells names");

  private final Random random;
  private final List<UUID> ids;

  /** Cells in which {@code ids} stand where they do not belong. */
  OddCells(Random random, List<UUID> ids) {
    this.random = random;
    this.ids = ids;
  }

  /** A cell as it is written, with or without quotes. */
  String next() {
    return switch (random.nextInt(8)) {
      case 0, 1, 2 -> RAW.get(random.nextInt(RAW.size()));
      case 3 -> OddValues.next(random, ids);
      case 4 -> quoted(OddValues.next(random, ids));
      case 5 -> ids.get(random.nextInt(ids.size())) + " " + ids.get(random.nextInt(ids.size()));
      default -> quoted(OddCells.text(OddTexts.next(random)));
    };
  }

  /** A name of a column; {@code there} are those that stand there already. */
  String name(List<String> there, Set<String> columns) {
    return switch (random.nextInt(6)) {
      case 0 -> there.isEmpty() ? "" : there.get(random.nextInt(there.size()));
      case 1 -> quoted(text(OddTexts.name(random)));
      case 2, 3 -> NAMES.get(random.nextInt(NAMES.size()));
      default -> columns.stream().sorted().skip(random.nextInt(columns.size())).findFirst().get();
    };
  }

  /** The text of a string token of JSON. */
  private static String text(String token) {
    try {
      return Json.MAPPER.readTree(token).asText();
    } catch (JsonProcessingException e) {
      // Half of a pair of surrogates stands for none.
      return token;
    }
  }

  /** A value as it stands in a table. */
  static String quoted(String value) {
    return value.matches("(?s).*[\",\r\n].*") ? '"' + value.replace("\"", "\"\"") + '"' : value;
  }
}
