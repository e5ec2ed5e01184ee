package supplychain.proof.requests;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import supplychain.Client;
import supplychain.World;
import supplychain.http.Work;
import supplychain.proof.Proof;

/** Every write of the service: each {@link Operation}, and each operation with many records. */
final class Writes {
  private final EveryRecord records;

  /** The number of a payment, which no other payment of the company can have. */
  private final String taken = World.unique(10);

  /** Writes of a new company, which {@code operator} sends. */
  Writes(World world, Client operator) {
    records = new EveryRecord(world, operator, world.product("Cherry"));
    records.record(
        "/v1/transactions/payment-transactions/",
        "{'source':'<company>','destination':'<farmer>','number':'" + taken + "'}");
  }

  List<Write> all() {
    return Stream.of(
            Arrays.stream(Operation.values())
                .filter(operation -> !operation.method.equals("GET"))
                .map(operation -> write(operation.name(), operation, operation.template())),
            others(),
            many().flatMap(many -> Stream.of(many.stopping(), many.proceeding())))
        .flatMap(writes -> writes)
        .flatMap(Writes::withAndWithoutKey)
        .toList();
  }

  /** A request with many records takes long: only -Pproof sends it without a key too. */
  private static Stream<Write> withAndWithoutKey(Write write) {
    if (!write.next().get().method().equals("POST")) {
      return Stream.of(write);
    }
    boolean keyedAlone = write.records() != null && Proof.count(0, 1) == 0;
    return keyedAlone ? Stream.of(write.keyed()) : Stream.of(write, write.keyed());
  }

  private Write write(String name, Operation operation, String template) {
    return new Write(
        name,
        null,
        null,
        !operation.method.equals("POST"),
        () -> {
          records.renewFor(operation);
          String body = template.isEmpty() ? null : records.tree(template).toString();
          return new Write.Request(operation.method, operation.path(records), null, body, null);
        });
  }

  /** Bodies that change more tables than the body of the operation. */
  private Stream<Write> others() {
    return Stream.of(
        write(
            "a member by address",
            Operation.CREATE_MEMBER,
            "{'company':'<company>','email':'<unique>@example.org'}"),
        write("the end of a membership", Operation.UPDATE_MEMBER, "{'is_active':false}"),
        write(
            "a new product of a company",
            Operation.CREATE_COMPANY_PRODUCT,
            "{'company':'<company>','product':{'name':'Honey <unique>'},'premiums':['<premium>']}"),
        write(
            "another card of a farmer",
            Operation.CREATE_ENTITY_CARD,
            "{'card':{'card_id':'<unique>'},'entity':'<farmer>'}"));
  }

  /** A request with many records, in each form that its route takes. */
  Stream<Many> many() {
    return Operation.ofMany().entrySet().stream()
        .flatMap(each -> each.getValue().stream().map(takes -> new Many(each.getKey(), takes)));
  }

  /** Three records of one kind, of which the second is wrong. */
  final class Many {
    final Operation operation;
    private final Work takes;

    private Many(Operation operation, Work takes) {
      this.operation = operation;
      this.takes = takes;
    }

    boolean isFeatures() {
      return takes == Work.FEATURES;
    }

    /** The two right records, all or nothing. */
    Write stopping() {
      return write("all or nothing", "", List.of(201, 201));
    }

    /** All three records, of which the service records the right ones. */
    Write proceeding() {
      boolean isConflict = operation == Operation.CREATE_PRODUCT_TRANSACTION;
      return write(
          "with a mistake", "?on_error=proceed", List.of(201, isConflict ? 409 : 400, 201));
    }

    private Write write(String title, String query, List<Integer> statuses) {
      String type = isFeatures() ? "application/geo+json" : "application/x-ndjson";
      return new Write(
          operation + " " + takes + ", " + title,
          kind().route,
          statuses,
          false,
          () -> {
            records.renewFor(operation);
            String path = operation.path(records) + query;
            return new Write.Request("POST", path, type, body(statuses), null);
          });
    }

    /** The operation that creates one such record. */
    private Operation kind() {
      return operation == Operation.CREATE_PLOT_OF_FARMER ? Operation.CREATE_PLOT : operation;
    }

    private String body(List<Integer> statuses) {
      Stream<String> lines = statuses.stream().map(status -> line(status == 201).toString());
      return isFeatures()
          ? lines.collect(joining(",", "{\"type\":\"FeatureCollection\",\"features\":[", "]}"))
          : lines.collect(joining("\n", "", "\n"));
    }

    /** A record; a card can have one holder, so each record of a request has a card of its own. */
    private JsonNode line(boolean isRight) {
      records.renewSpareCard();
      JsonNode right = kind().body(records);
      if (!isRight && operation == Operation.CREATE_PRODUCT_TRANSACTION) {
        ObjectNode wrong = right.deepCopy();
        ((ObjectNode) wrong.at("/transaction_payments/0")).set("number", TextNode.valueOf(taken));
        return wrong;
      }
      JsonNode line = isRight ? right : ((ObjectNode) right.deepCopy()).removeAll();
      return isFeatures() ? OddBulks.feature(line) : line;
    }

    @Override
    public String toString() {
      return operation + " " + takes;
    }
  }
}
