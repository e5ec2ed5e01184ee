package supplychain.history;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import supplychain.Client;
import supplychain.Reply;

/** Keeps a copy of what a client can read, by following the changes. */
final class Follower {
  static final String CHANGES = "/v1/changes/";

  /** The records, by their paths. */
  final Map<String, JsonNode> copy = new TreeMap<>();

  /** All changes so far, in their order. */
  final List<JsonNode> all = new ArrayList<>();

  private final Client client;
  private String next;

  /** Follows from now on. */
  Follower(Client client) {
    this(client, CHANGES + "?after=now");
    read();
  }

  /** Follows from this path on. */
  Follower(Client client, String path) {
    this.client = client;
    this.next = path;
  }

  /** The path of the next page. */
  String next() {
    return next;
  }

  /** Adds parameters to the next request. */
  Follower with(String parameters) {
    next = next.replace("?", "?" + parameters + "&");
    return this;
  }

  /** Reads one answer and returns its changes. */
  List<JsonNode> read() {
    Reply reply = client.get(next).expect(200);
    List<JsonNode> changes = new ArrayList<>();
    reply.json().forEach(changes::add);
    changes.forEach(this::take);
    next = reply.next();
    assertNotNull(next, reply.text());
    return changes;
  }

  private void take(JsonNode change) {
    all.add(change);
    String path = change.get("path").asText();
    if (change.get("record").isNull()) {
      copy.remove(path);
    } else {
      copy.put(path, change.get("record"));
    }
  }

  /** Reads until an answer is empty, and returns all changes. */
  List<JsonNode> readAll() {
    List<JsonNode> came = new ArrayList<>();
    List<JsonNode> some;
    do {
      some = read();
      came.addAll(some);
    } while (!some.isEmpty());
    return came;
  }

  /** The same, each as {@code OPERATION resource [fields]}. */
  List<String> summaries() {
    return readAll().stream().map(Follower::summary).toList();
  }

  static String summary(JsonNode change) {
    return "%s %s %s"
        .formatted(
            change.get("operation").asText(),
            change.get("resource").asText(),
            change.get("changed").toString().replace("\"", ""));
  }

  /** The path of the record of each change. */
  static List<String> paths(List<JsonNode> changes) {
    return changes.stream().map(change -> change.get("path").asText()).toList();
  }
}
