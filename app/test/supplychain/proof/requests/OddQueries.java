package supplychain.proof.requests;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.StreamSupport;
import supplychain.openapi.OpenApi;

/** Queries of the parameters that an operation takes, right and not. */
final class OddQueries {
  private static final String LIMIT = "limit";

  private final Random random;
  private final OddParameters values;
  private final String[] links = new String[16];
  private int linked;

  /** Queries that name {@code ids}. */
  OddQueries(Random random, List<UUID> ids) {
    this.random = random;
    values = new OddParameters(random, ids);
    Arrays.fill(links, "/v1/supply-chains/farmers/?cursor=none");
  }

  /** Remembers where an answer goes on. */
  void heard(Heard heard) {
    String link = heard.header("Link");
    if (link != null && link.startsWith("<")) {
      links[linked++ % links.length] = link.substring(1, link.indexOf('>'));
    }
  }

  /** The path with a query after it, or the one that goes on with a list heard before. */
  String next(Operation operation, String path) {
    String link = links[random.nextInt(links.length)];
    List<JsonNode> parameters = parameters(operation);
    boolean goesOn = isList(operation) && random.nextInt(4) == 0;
    List<String> query = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      query.add(values.next(parameters, link));
    }
    if (random.nextInt(15) == 0 && !query.isEmpty()) {
      query.add(query.get(0));
    }
    return goesOn ? link : query.isEmpty() ? path : path + "?" + String.join("&", query);
  }

  /** The same with a limit, if it is a list without: all of one is much. */
  String limited(Operation operation, String path) {
    String limit = LIMIT + "=" + (1 + random.nextInt(20));
    boolean takesOne = isList(operation) && !path.contains(LIMIT + "=");
    return takesOne ? path + (path.contains("?") ? "&" : "?") + limit : path;
  }

  /** Whether it answers with parts of a whole. */
  static boolean isList(Operation operation) {
    return parameters(operation).stream()
        .anyMatch(parameter -> parameter.get("name").asText().equals(LIMIT));
  }

  private static List<JsonNode> parameters(Operation operation) {
    return StreamSupport.stream(operation.document().path("parameters").spliterator(), false)
        .map(
            one ->
                one.has("$ref")
                    ? OpenApi.document().at(one.get("$ref").asText().substring(1))
                    : one)
        .filter(one -> one.path("in").asText().equals("query"))
        .toList();
  }
}
