package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static supplychain.schema.Tables.ENTITY_CARD;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jooq.DSLContext;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Json;
import supplychain.core.Role;

/** A cooperative with a farmer, and a member who changes the record. */
final class FarmerScene {
  static final String FARMERS = "/v1/supply-chains/farmers/";

  /** A character of four bytes, two {@code char}s and one code point. */
  static final String EAR_OF_RICE = "\uD83C\uDF3E";

  private static final Pattern ID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");

  final World world = new World();
  final UUID coop = world.company("Cooperative");
  final UUID farmer = world.farmer(coop);
  final UUID user = world.member(coop);
  final Client member = as(user, Role.MEMBER);

  /** Where the farmer is. */
  final String path = path(farmer);

  static String path(Object farmer) {
    return FARMERS + farmer + "/";
  }

  /** A client of that user for the cooperative. */
  Client as(UUID other, Role role) {
    return Installation.shared().client(world.token(other, coop, role));
  }

  /** A client who acts for the whole installation. */
  Client operator() {
    return world.client(null, Role.OPERATOR);
  }

  /** Changes the farmer: these fields, and the required one. */
  Reply patch(String fields, String... headers) {
    return patch(farmer, fields, headers);
  }

  Reply patch(UUID other, String fields, String... headers) {
    return member.patch(path(other), body(fields), headers);
  }

  /** The same, and it has to succeed. */
  JsonNode patched(String fields) {
    return ok(patch(fields));
  }

  static JsonNode ok(Reply reply) {
    reply.expect(200);
    return reply.json();
  }

  static String body(String fields) {
    return "{\"first_name\": \"Grace\"" + (fields.isEmpty() ? "" : ", " + fields) + "}";
  }

  /** The farmer's document as the database holds it now. */
  JsonNode stored() {
    return stored(farmer);
  }

  JsonNode stored(UUID other) {
    byte[] document = read(sql -> FarmerResource.FARMERS.document().of(sql, World.OPERATOR, other));
    return json(new String(document, StandardCharsets.UTF_8));
  }

  /** Refused at these places, and nothing written. */
  void refused(String fields, String... findings) {
    refused(400, () -> patch(fields), findings);
  }

  void refused(int status, Supplier<Reply> request, String... findings) {
    JsonNode before = stored();
    Reply reply = request.get();
    assertEquals(status, reply.status(), reply.text());
    assertEquals(List.of(findings), reply.findings(), reply.text());
    assertEquals(before, stored());
  }

  static <T> T read(java.util.function.Function<DSLContext, T> reading) {
    return World.read(reading);
  }

  /** Who held a card and who holds it, the first one first. */
  static List<String> holders(UUID card) {
    return read(
        sql ->
            sql.selectFrom(ENTITY_CARD)
                .where(ENTITY_CARD.CARD.eq(card))
                .orderBy(ENTITY_CARD.ID)
                .fetch(
                    row ->
                        row.get(ENTITY_CARD.ENTITY)
                            + (row.get(ENTITY_CARD.IS_ACTIVE) ? " holds" : " ended")));
  }

  static JsonNode json(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON: " + text, e);
    }
  }

  /** The id at a place of a document, once its form is checked. */
  static String madeId(JsonNode document, String pointer) {
    String id = document.at(pointer).asText();
    assertTrue(ID.matcher(id).matches(), pointer + " is " + id);
    return id;
  }

  /** A copy without the fields that every change sets. */
  static JsonNode withoutTraces(JsonNode document) {
    JsonNode copy = document.deepCopy();
    removeTraces(copy);
    return copy;
  }

  private static void removeTraces(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.remove(List.of("updated_on", "updater"));
    }
    if (node instanceof ObjectNode || node instanceof ArrayNode) {
      node.forEach(FarmerScene::removeTraces);
    }
  }

  static long count(List<Reply> replies, int status) {
    return replies.stream().filter(reply -> reply.status() == status).count();
  }
}
