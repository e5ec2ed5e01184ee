package supplychain.records.farmer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;
import static supplychain.schema.Tables.ENTITY_CARD;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import supplychain.Client;
import supplychain.OneCompany;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/**
 * A cooperative with a farmer, and a member who changes the record. In bodies, single quotes stand
 * for double ones.
 */
@SuppressWarnings("AnnotateFormatMethod")
final class FarmerScene extends OneCompany {
  /** A character of four bytes, two {@code char}s and one code point. */
  static final String EAR_OF_RICE = "\uD83C\uDF3E";

  final UUID farmer = world.farmer(company);
  final UUID user = world.member(company);
  final Client member = world.client(user, company, Role.MEMBER);
  final Client operator = world.client(null, Role.OPERATOR);
  final String path = path(farmer);

  static String path(Object farmer) {
    return FARMERS + farmer + "/";
  }

  /** The required field and these. */
  static String body(String fields, Object... values) {
    String more = values.length == 0 ? fields : fields.formatted(values);
    return ("{'first_name': 'Grace'" + (more.isEmpty() ? "" : ", ") + more + "}")
        .replace('\'', '"');
  }

  Reply patch(String fields, Object... values) {
    return member.patch(path, body(fields, values));
  }

  Reply patchWith(String header, String value, String fields) {
    return member.patch(path, body(fields), header, value);
  }

  /** Changes the farmer, which must succeed. */
  JsonNode patched(String fields, Object... values) {
    return ok(patch(fields, values));
  }

  Reply patchOther(UUID other, String fields, Object... values) {
    return member.patch(path(other), body(fields, values));
  }

  static JsonNode ok(Reply reply) {
    return reply.expect(200).json();
  }

  /** The farmer's document as the database holds it now. */
  JsonNode stored() {
    return stored(farmer);
  }

  JsonNode stored(UUID other) {
    return ok(operator.get(path(other)));
  }

  /** A change is refused with these findings, and nothing is written. */
  void refused(String fields, String... findings) {
    refused(400, () -> patch(fields), findings);
  }

  void refused(int status, Supplier<Reply> request, String... findings) {
    JsonNode before = stored();
    Reply reply = request.get().expect(status);
    assertEquals(List.of(findings), reply.findings(), reply.text());
    assertEquals(before, stored());
  }

  /** The farmers who held a card and the one who holds it, the first one first. */
  static List<String> holders(UUID card) {
    return World.read(
        sql ->
            sql.selectFrom(ENTITY_CARD)
                .where(ENTITY_CARD.CARD.eq(card))
                .orderBy(ENTITY_CARD.ID)
                .fetch(
                    row ->
                        row.get(ENTITY_CARD.ENTITY)
                            + (row.get(ENTITY_CARD.IS_ACTIVE) ? " holds" : " ended")));
  }

  static UUID idAt(JsonNode document, String pointer) {
    return UUID.fromString(document.at(pointer).asText());
  }
}
