package supplychain.proof.requests;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import supplychain.World;
import supplychain.proof.requests.Write.Result;

/** Every {@link Operation} that writes, with one record and with many. */
final class Writes {
  private static final List<Boolean> BOTH = List.of(false, true);

  /** A second body for some operations; it changes more tables than the usual one. */
  private static final Map<String, String> LARGER_BODIES =
      Map.of(
          "createCompanyMember",
          "{'company':'<company>','email':'<unique>@example.org'}",
          "updateCompanyMember",
          "{'is_active':false}",
          "createCompanyProduct",
          "{'company':'<company>','product':{'name':'Honey <unique>'},'premiums':['<premium>']}",
          "createEntityCard",
          "{'card':{'card_id':'<unique>'},'entity':'<farmer>'}");

  private Writes() {}

  /** Every request that writes. A POST is sent with a key and without. */
  static Stream<Write> requests() {
    return Stream.concat(
        Operation.ALL.stream()
            .filter(operation -> !operation.method.equals("GET"))
            .flatMap(Writes::requests),
        many().flatMap(Many::requests));
  }

  private static Stream<Write> requests(Operation operation) {
    boolean isPost = operation.method.equals("POST");
    return Stream.of(
            operation.template, LARGER_BODIES.getOrDefault(operation.name, operation.template))
        .distinct()
        .flatMap(
            template ->
                BOTH.stream()
                    .filter(isKeyed -> isPost || !isKeyed)
                    .map(isKeyed -> request(operation, template, isKeyed)));
  }

  private static Write request(Operation operation, String template, boolean isKeyed) {
    Result unkeyed = operation.method.equals("POST") ? null : Result.RECORDED;
    return new Write(
        operation + (isKeyed ? " with a key " : " ") + template,
        isKeyed ? Result.REPLAYED : unkeyed,
        service -> {
          EveryRecord records = service.records;
          records.renewFor(operation);
          String body = template.isEmpty() ? null : records.tree(template).toString();
          String path = operation.path(records);
          List<String> key = key(isKeyed);
          return new Write.Request(service.client, operation.method, path, body, key, null, null);
        });
  }

  private static List<String> key(boolean isKeyed) {
    return isKeyed ? List.of("Idempotency-Key", World.unique(20)) : List.of();
  }

  /** The requests with many records, one for each content type that an operation accepts. */
  static Stream<Many> many() {
    return Operation.ALL.stream()
        .flatMap(
            each ->
                Stream.of(Operation.LINES, Operation.FEATURES)
                    .filter(each::takes)
                    .map(type -> new Many(each, type)));
  }

  /** A request with many records of one kind. */
  static final class Many {
    private final Operation operation;
    private final String type;

    private Many(Operation operation, String type) {
      this.operation = operation;
      this.type = type;
    }

    private boolean isFeatures() {
      return type.equals(Operation.FEATURES);
    }

    private Stream<Write> requests() {
      return BOTH.stream()
          .flatMap(proceeds -> BOTH.stream().map(isKeyed -> request(proceeds, isKeyed)));
    }

    /**
     * Without {@code proceeds}: two valid records, all or nothing. With it: three records, and the
     * service skips the invalid one.
     */
    Write request(boolean proceeds, boolean isKeyed) {
      return new Write(
          (isKeyed ? "with a key " : "")
              + this
              + (proceeds ? ", with a mistake" : ", all or nothing"),
          isKeyed ? Result.REPLAYED : null,
          service -> {
            EveryRecord records = service.records;
            records.renewFor(operation);
            String path = operation.path(records) + (proceeds ? "?on_error=proceed" : "");
            List<String> headers = new ArrayList<>(List.of("Content-Type", type));
            headers.addAll(key(isKeyed));
            return new Write.Request(
                service.client,
                "POST",
                path,
                body(records, proceeds),
                headers,
                kind().route,
                statuses(proceeds));
          });
    }

    private List<Integer> statuses(boolean proceeds) {
      boolean isConflict = operation.is("createProductTransaction");
      return proceeds ? List.of(201, isConflict ? 409 : 400, 201) : List.of(201, 201);
    }

    /** The operation that creates one such record. */
    private Operation kind() {
      return operation.is("createPlotOfFarmer") ? Operation.named("createPlot") : operation;
    }

    private String body(EveryRecord records, boolean proceeds) {
      Stream<String> lines =
          statuses(proceeds).stream().map(status -> line(records, status == 201).toString());
      return isFeatures()
          ? lines.collect(joining(",", "{\"type\":\"FeatureCollection\",\"features\":[", "]}"))
          : lines.collect(joining("\n", "", "\n"));
    }

    /**
     * A record with a card and a product of its own: a card can have only one holder, and a farmer
     * one estimate of a product at a time.
     */
    private JsonNode line(EveryRecord records, boolean isRight) {
      records.renewSpares();
      JsonNode right = kind().body(records);
      if (!isRight && operation.is("createProductTransaction")) {
        ObjectNode wrong = right.deepCopy();
        ((ObjectNode) wrong.at("/transaction_payments/0"))
            .set("number", TextNode.valueOf(FailingService.TAKEN_NUMBER));
        return wrong;
      }
      JsonNode line = isRight ? right : ((ObjectNode) right.deepCopy()).removeAll();
      return isFeatures() ? OddBulks.feature(line) : line;
    }

    @Override
    public String toString() {
      return operation + " " + type;
    }
  }
}
