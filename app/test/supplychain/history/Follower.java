package supplychain.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import supplychain.Client;
import supplychain.Reply;

/** Keeps a copy of what a client can read, by following the changes. */
final class Follower {
  static final String CHANGES = "/v1/changes/";

  private static final Pattern NEXT = Pattern.compile("<([^>]*)>; rel=\"next\"");

  /** The records, by their paths. */
  final Map<String, JsonNode> copy = new TreeMap<>();

  /** All that was read, in its order. */
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

  /** The path of what comes next. */
  static String next(Reply reply) {
    Matcher next = NEXT.matcher(String.valueOf(reply.header("Link")));
    assertEquals(true, next.matches(), reply.header("Link") + reply.text());
    return next.group(1);
  }

  /** Where it goes on. */
  String next() {
    return next;
  }

  /** Goes on with these parameters, too. */
  Follower with(String parameters) {
    next = next.replace("?", "?" + parameters + "&");
    return this;
  }

  /** Reads one answer; its changes. */
  List<JsonNode> read() {
    Reply reply = answer();
    assertEquals(200, reply.status(), reply.text());
    List<JsonNode> changes = new ArrayList<>();
    reply.json().forEach(changes::add);
    changes.forEach(this::take);
    next = next(reply);
    return changes;
  }

  /**
   * Who is told to come again does: other tests may have left much that is still to be numbered.
   */
  private Reply answer() {
    Reply reply;
    do {
      reply = client.get(next);
    } while (reply.header("Retry-After") != null);
    return reply;
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

  /** Reads until there is nothing left for now; all that came. */
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
}
