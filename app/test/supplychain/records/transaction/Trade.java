package supplychain.records.transaction;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;
import static supplychain.schema.Tables.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import supplychain.Client;
import supplychain.Goods;
import supplychain.Installation;
import supplychain.Paths;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Caller;
import supplychain.core.Json;
import supplychain.core.Role;

/** A cooperative, its farmer, the exporter it sells to, and what the cooperative records. */
final class Trade {
  static final String REASON = "{\"reason\": \"Weighed twice\"}";

  /** The two operations, for the rules that they share. */
  enum Kind {
    GOODS,
    PAYMENT;

    /** Where these records are. */
    String path() {
      return this == GOODS ? Paths.GOODS : PAYMENTS;
    }
  }

  final World world;
  final UUID coop;
  final UUID exporter;
  final UUID farmer;
  final UUID cherry;
  final UUID green;
  final UUID user;
  final Client member;

  private final Map<String, Object> names = new HashMap<>();

  Trade() {
    this(new World(), Installation.shared()::client);
  }

  /** In another database; {@code client} gives the client with a token. */
  Trade(World world, Function<String, Client> client) {
    this.world = world;
    coop = named("coop", world.company("Cooperative"));
    exporter = named("exporter", world.company("Exporter"));
    farmer = named("farmer", world.farmer(coop));
    cherry = named("product", world.product("Cherry"));
    green = world.product("Green beans");
    user = named("user", world.member(coop));
    member = client.apply(world.token(user, coop, Role.MEMBER));
    named("system", Caller.SYSTEM);
  }

  /** Gives a value a name, for {@link #fill}. */
  <T> T named(String name, T value) {
    names.put(name, value);
    return value;
  }

  /** The text with each {@code <name>} replaced. */
  String fill(String template) {
    return World.filled(template, names);
  }

  /** The least that a product transaction needs: the cooperative buys from its farmer. */
  ObjectNode goods() {
    return goods(farmer, coop);
  }

  /** The least that a product transaction needs, between these two. */
  ObjectNode goods(UUID source, UUID destination) {
    String body =
        """
        {"source": "%s", "destination": "%s", "product": "%s", "amount": "10", "quantity": "100"}""";
    return object(body.formatted(source, destination, cherry));
  }

  /** A purchase with the terms that its payments take over. */
  ObjectNode goodsWithTerms(UUID card) {
    ObjectNode goods = goods().put("currency", "EUR").put("date", "2026-11-21T08:00:00.5+07:00");
    goods.put("card", card.toString()).put("invoice_number", "INV-9");
    return goods.put("verification_latitude", 1.5).put("verification_longitude", 32.5);
  }

  /** The least that a payment needs: the cooperative pays its farmer. */
  ObjectNode payment() {
    return payment(coop, farmer);
  }

  /** The least that a payment needs, between these two. */
  ObjectNode payment(UUID source, UUID destination) {
    String body = "{\"source\": \"%s\", \"destination\": \"%s\"}";
    return object(body.formatted(source, destination));
  }

  /** The cooperative pays its farmer an option of a premium. */
  ObjectNode paymentOfOption(UUID premium, UUID option) {
    return payment().put("premium", premium.toString()).put("selected_option", option.toString());
  }

  /** The least that either needs. */
  ObjectNode body(Kind kind) {
    return kind == Kind.GOODS ? goods() : payment();
  }

  /** The object that a text stands for. */
  static ObjectNode object(String json) {
    return (ObjectNode) assertDoesNotThrow(() -> Json.MAPPER.readTree(json), json);
  }

  /** A text of an answer, checked for its form. */
  static String formed(JsonNode document, String pointer, String form) {
    String text = document.at(pointer).asText();
    assertTrue(text.matches(form), pointer + ": " + text);
    return text;
  }

  /** The body with one field set to this JSON, sent as it is written here. */
  static ObjectNode with(ObjectNode body, String field, String json) {
    body.putRawValue(field, new RawValue(json));
    return body;
  }

  /** The body with one field set to a string. */
  static ObjectNode withText(ObjectNode body, String field, Object text) {
    return body.put(field, text.toString());
  }

  /** Records it; the cooperative's member does so. */
  Reply send(Kind kind, ObjectNode body) {
    return send(member, kind, body);
  }

  /** Records it. */
  Reply send(Client client, Kind kind, ObjectNode body) {
    return client.post(kind.path(), body.toString());
  }

  /** Records it, as it should be. */
  Reply record(Kind kind, ObjectNode body) {
    return record(member, kind, body);
  }

  /** Records it, as it should be. */
  Reply record(Client client, Kind kind, ObjectNode body) {
    Reply reply = send(client, kind, body).expect(201);
    assertEquals(kind.path() + reply.id() + "/", reply.header("Location"));
    return reply;
  }

  /** Sends what has these mistakes, each as {@code pointer code}; nothing of it is written. */
  void refuse(Kind kind, ObjectNode body, String... findings) {
    refuse(member, 400, kind, body, findings);
  }

  /** Sends what is refused with this status and these findings; nothing of it is written. */
  Reply refuse(Client client, int status, Kind kind, ObjectNode body, String... findings) {
    List<Integer> before = written();
    Reply reply = send(client, kind, body).expect(status, findings);
    assertEquals(before, written());
    return reply;
  }

  /** How much the two companies have recorded: product transactions, payments, submissions. */
  List<Integer> written() {
    return World.read(
        sql ->
            List.of(
                sql.fetchCount(PRODUCT_TRANSACTION, PRODUCT_TRANSACTION.COMPANY.in(coop, exporter)),
                sql.fetchCount(PAYMENT_TRANSACTION, PAYMENT_TRANSACTION.COMPANY.in(coop, exporter)),
                sql.fetchCount(SUBMISSION, SUBMISSION.COMPANY.in(coop, exporter))));
  }

  /** Bought from the farmer; quantities are JSON, so that they may be null. */
  String buy(String quantity) {
    return recorded(move(farmer, coop, cherry, quantity));
  }

  /** Sold to the exporter. */
  Reply sell(String quantity, String... parents) {
    return move(coop, exporter, cherry, quantity, parents);
  }

  /** Made into green beans. */
  Reply process(String quantity, String... parents) {
    return move(coop, coop, green, quantity, parents);
  }

  /** Moved in any way; the cooperative's member records it. */
  Reply move(UUID source, UUID destination, UUID product, String quantity, String... parents) {
    return Goods.move(member, source, destination, product, quantity, (Object[]) parents);
  }

  /** The quantity that the database has as what is left of a lot. */
  static String left(String id) {
    String remaining = "select remaining::text from product_transaction where id = {0}";
    return (String) World.read(sql -> sql.fetchValue(remaining, UUID.fromString(id)));
  }

  /** The id of what was recorded. */
  static String recorded(Reply reply) {
    return reply.expect(201).id();
  }

  /** A product transaction as messages name it. */
  String named(String id) {
    return "%s (%s)".formatted(member.get(GOODS + id + "/").at("/number"), id);
  }

  /** Where the reversals of a product transaction are. */
  static String reversals(Object id) {
    return GOODS + id + "/reversals/";
  }

  /** Reverses a product transaction. */
  Reply reverse(String id) {
    return member.post(reversals(id), REASON);
  }

  /** The quantity that a reversal returned to each parent, and what the parent has left. */
  static List<String> returned(Reply reversal) {
    JsonNode lots = reversal.expect(201).json().get("returned");
    return lots.valueStream()
        .map(lot -> lot.get("quantity").asText() + " " + lot.get("current_quantity").asText())
        .toList();
  }
}
