package supplychain.proof.requests;

import static org.junit.jupiter.api.Assertions.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Installation;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;
import supplychain.docs.Contract;

/**
 * Each field that a body may have counts: with another value it is refused, or the answer is
 * another. Whatever was read can be sent back as it is.
 */
class NoFieldIsDroppedTest {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** Values of every kind: the service refuses a value or shows the difference. */
  private static final JsonNode VALUES =
      EveryRecord.parsed(
          "[true,false,0.25,'true','false','0.25','USD','1999-12-31','2027-01-02T03:04:05Z',"
              + "'other@example.org','6f1f0a4e-9d5b-4b1e-8a55-0d7c4c2b1e90','Z7']");

  /** The service's own fields, which a body may have and the service does not look at. */
  private static final Pattern OWN =
      Pattern.compile(
          ".*/(id|created_on|updated_on|creator|updater|image|premiums|measured_area|[a-z]+_details(/.*)?)");

  /** The fields that differ from one answer to the next anyway. */
  private static final Set<String> VOLATILE =
      Set.of("id", "created_on", "updated_on", "number", "date", "token");

  /** The fields that the answer of this scene cannot show. */
  private static final Set<String> UNSEEN =
      Set.of(
          // This lot is complete.
          "keepOriginsFile /incomplete",
          // A payment is for the transaction that it is written with.
          "createProductTransaction /transaction_payments/0/transaction");

  /** The fields that are required only if another is absent, which the document cannot say. */
  private static final Pattern DEPENDS =
      Pattern.compile(
          // A card has an id or a card_id, a product an id or a name, a plot a geometry or a place.
          ".*/card/card_id|.*/product/name|createPlot.* /geometry"
              // A user is named by id or by address; only an OPERATOR's token is of no company.
              + "|create(CompanyMember|Token) /user|createToken /company"
              + "|createPaymentTransaction /(source|destination)"
              + "|updateFarmer /submission/form"
              + "|update(Form|Premium) /[a-z_]+/0/(key|label|name|min_quantity)");

  /** Objects of records that a body shows: they are compared with those that are there. */
  private static final Pattern COMPARED = Pattern.compile("/(forms|field_visibilties)/0");

  private final EveryRecord records = new EveryRecord(new World().product("Cherry"));
  private final List<String> mistakes = new ArrayList<>();
  private Operation operation;
  private final Client admin = Installation.shared().client(records.token(Role.ADMIN));
  private final Client operator = Installation.shared().client(records.token(Role.OPERATOR));
  private Client client;
  private JsonNode right;
  private JsonNode answer;
  private int answered;
  private int compared;

  @Test
  @Tag("proof")
  void everyFieldOfABodyCounts() {
    for (Operation each : Operation.ALL) {
      if (each.hasBody()) {
        prepare(each, each.body(records));
        JsonNode schema = each.document.at("/requestBody/content/application~1json/schema");
        alterFields(schema, "");
      }
    }
    assertEquals(List.of(), mistakes);
    assertTrue(compared > 200, compared + " fields");
  }

  @Test
  @Tag("proof")
  void everyFieldOfADocumentCountsWhenItIsSentBack() {
    for (Operation each : Operation.ALL) {
      if (each.method.equals("PATCH")) {
        prepare(each, clientOf(each).get(each.path(records)).json());
        for (String pointer : Trees.pointers(answer)) {
          JsonNode there = answer.at(pointer);
          boolean isImage = pointer.equals("/image") && each.is("updateProduct");
          if (there.isValueNode() && (isImage || !OWN.matcher(pointer).matches())) {
            alter(pointer, JSON.objectNode(), there);
          }
        }
      }
    }
    assertEquals(List.of(), mistakes);
    assertTrue(compared > 100, compared + " fields");
  }

  @Test
  void theDocumentRequiresWhatTheServiceRequires() {
    for (Operation each : Operation.ALL) {
      if (each.hasBody()) {
        prepare(each, each.body(records));
        empty(each.document.at("/requestBody/content/application~1json/schema"), "");
      }
    }
    assertEquals(List.of(), mistakes);
    assertTrue(compared > 40, compared + " objects");
  }

  /** Sends it with an object that has no fields, and then with each of the objects in it so. */
  private void empty(JsonNode written, String pointer) {
    JsonNode schema = Contract.resolved(written);
    if (schema.has("items")) {
      empty(schema.get("items"), pointer + "/0");
    }
    if (!schema.has("properties") || COMPARED.matcher(pointer).matches()) {
      return;
    }
    Reply reply =
        send(pointer.isEmpty() ? JSON.objectNode() : Trees.with(right, pointer, JSON.objectNode()));
    compared++;
    Set<String> asked = new TreeSet<>();
    if (reply.status() >= 400) {
      reply.findings().stream()
          .filter(finding -> finding.matches(Pattern.quote(pointer) + "/[a-z_]+ required"))
          .map(finding -> finding.substring(pointer.length() + 1).replace(" required", ""))
          .filter(name -> !depends(pointer, name))
          .forEach(asked::add);
    }
    Set<String> required = new TreeSet<>();
    schema.path("required").forEach(name -> required.add(name.asText()));
    required.removeIf(name -> depends(pointer, name));
    if (!asked.equals(required)) {
      mistakes.add(operation + " " + pointer + ": required " + asked + ", documented " + required);
    }
    for (Map.Entry<String, JsonNode> field : schema.get("properties").properties()) {
      empty(field.getValue(), pointer + "/" + field.getKey());
    }
  }

  private boolean depends(String pointer, String name) {
    return DEPENDS.matcher(operation + " " + pointer + "/" + name).matches();
  }

  private void prepare(Operation one, JsonNode body) {
    operation = one;
    client = clientOf(one);
    right = body;
    Reply reply = send(body);
    if (reply.status() >= 300) {
      throw new AssertionError(one + " " + reply.text());
    }
    answer = reply.json();
    answered = reply.status();
  }

  private Client clientOf(Operation one) {
    return one.document.path("x-role").asText().equals("OPERATOR") ? operator : admin;
  }

  private Reply send(JsonNode body) {
    String path = operation.path(records);
    return client.send(operation.method, path, body.toString(), "Prefer", "tx=rollback");
  }

  private void alterFields(JsonNode written, String pointer) {
    JsonNode schema = Contract.resolved(written);
    for (Map.Entry<String, JsonNode> field : schema.path("properties").properties()) {
      String at = pointer + "/" + field.getKey();
      JsonNode of = Contract.resolved(field.getValue());
      if (of.path("properties").isEmpty() && !of.has("items")) {
        JsonNode there = answer.at(at).isMissingNode() ? right.at(at) : answer.at(at);
        alter(at, of, there);
      } else if (of.has("items")) {
        alterFields(of.get("items"), at + "/0");
      } else {
        alterFields(of, at);
      }
    }
  }

  /** Sends it with each other value in one place. */
  private void alter(String pointer, JsonNode schema, JsonNode there) {
    if (UNSEEN.contains(operation + " " + pointer)) {
      return;
    }
    compared++;
    String name = pointer.substring(pointer.lastIndexOf('/') + 1);
    JsonNode before = lasting(answer, name);
    Stream.concat(schema.path("enum").valueStream(), VALUES.valueStream())
        .filter(value -> !value.isNull() && !value.asText().equals(there.asText()))
        .forEach(
            value -> {
              Reply reply = send(Trees.with(right, pointer, value));
              boolean isRefused = reply.status() / 100 == 4;
              if (!isRefused && lasting(reply.expect(answered).json(), name).equals(before)) {
                mistakes.add(operation + " " + pointer + " = " + value);
              }
            });
  }

  /** The part of an answer that a repeat has, too. */
  private static JsonNode lasting(JsonNode node, String altered) {
    JsonNode copy = node;
    for (String pointer : Trees.pointers(node)) {
      String name = pointer.substring(pointer.lastIndexOf('/') + 1);
      if (VOLATILE.contains(name) && !name.equals(altered)) {
        copy = Trees.without(copy, pointer);
      }
    }
    return copy;
  }
}
