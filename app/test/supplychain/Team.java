package supplychain;

import static org.junit.jupiter.api.Assertions.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import supplychain.core.Json;
import supplychain.core.Role;

/** A company, and a user of it who creates, changes and reads its records. */
public final class Team extends OneCompany {
  private static final Set<String> OWN = Set.of("id", "created_on", "updated_on");
  private static final String OWN_VALUE =
      "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+\\+00:00";

  public final UUID user = world.member(company);

  public final Client client;

  private final String path;

  /** A team that deals with the records at this path, in this role. */
  public Team(String path, Role role) {
    this.path = path;
    this.client = as(role);
  }

  /** The same user in another role; an OPERATOR is of no company. */
  public Client as(Role role) {
    return world.client(user, role == Role.OPERATOR ? null : company, role);
  }

  /** Creates a record; single quotes stand for double ones. */
  @SuppressWarnings("AnnotateFormatMethod")
  public Reply post(String body, Object... values) {
    return client.post(path, json(body, values));
  }

  /** Creates a record, as it should be. */
  public Reply made(String body, Object... values) {
    Reply reply = post(body, values).expect(201);
    assertEquals(path + reply.id() + "/", reply.header("Location"));
    return reply;
  }

  /** Changes a record. */
  public Reply patch(Object id, String body, Object... values) {
    return client.patch(path + id + "/", json(body, values));
  }

  /** Changes a record, as it should be. */
  public JsonNode changed(Object id, String body, Object... values) {
    Reply reply = patch(id, body, values).expect(200);
    assertEquals(reply.json(), read(id));
    return reply.json();
  }

  /** A record as it is read. */
  public JsonNode read(Object id) {
    return client.get(path + id + "/").expect(200).json();
  }

  /** The ids of the records that a list has with a query. */
  public List<String> list(String query) {
    return client.get(path + query).expect(200).ids();
  }

  /**
   * The same fields in the same order with the same digits, except that each record's own id and
   * times are only checked for their form; {@code *} stands for them.
   */
  public static void assertShown(String expected, JsonNode actual) {
    String json = json(expected);
    JsonNode parsed = assertDoesNotThrow(() -> Json.MAPPER.readTree(json), json);
    JsonNode copy = actual.deepCopy();
    hideOwn(copy);
    assertEquals(parsed.toPrettyString(), copy.toPrettyString());
  }

  private static void hideOwn(JsonNode node) {
    if (node instanceof ObjectNode object) {
      for (String name : OWN) {
        if (object.has(name)) {
          assertTrue(object.get(name).asText().matches(OWN_VALUE), name + object.get(name));
          object.put(name, "*");
        }
      }
    }
    node.forEach(Team::hideOwn);
  }

  /** A copy without these fields, on every level. */
  public static JsonNode without(JsonNode document, String... names) {
    JsonNode copy = document.deepCopy();
    for (String name : names) {
      copy.findParents(name).forEach(parent -> ((ObjectNode) parent).remove(name));
    }
    return copy;
  }

  /** A copy without the fields that every change sets. */
  public static JsonNode withoutTraces(JsonNode document) {
    return without(document, "updated_on", "updater");
  }

  @SuppressWarnings("AnnotateFormatMethod")
  private static String json(String text, Object... values) {
    return (values.length == 0 ? text : text.formatted(values)).replace('\'', '"');
  }
}
