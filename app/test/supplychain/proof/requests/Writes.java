package supplychain.proof.requests;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.*;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import supplychain.Client;
import supplychain.World;
import supplychain.cli.CommandRun;
import supplychain.database.Database;
import supplychain.proof.requests.Write.Result;

/**
 * Every write of the service: each {@link Operation}, each operation with many records, and each
 * file that a command records.
 */
final class Writes {
  private final EveryRecord records;
  private final Client client;

  /** The number of a payment, which no other payment of the company can have. */
  private final String taken = World.unique(10);

  /** Writes of a new company, which {@code operator} sends. */
  Writes(World world, Client operator) {
    client = operator;
    records = new EveryRecord(world, operator, world.product("Cherry"));
    records.record(
        "/v1/transactions/payment-transactions/",
        "{'source':'<company>','destination':'<farmer>','number':'" + taken + "'}");
  }

  /** Every request that writes. */
  List<Write> requests() {
    return Stream.of(
            Operation.ALL.stream()
                .filter(operation -> !operation.method.equals("GET"))
                .flatMap(each -> writes(each.name, each, each.template)),
            others(),
            many().flatMap(many -> Stream.of(many.request(false, true), many.request(true, true))))
        .flatMap(writes -> writes)
        .toList();
  }

  /** An operation with this body; a POST with a key and without. */
  private Stream<Write> writes(String name, Operation operation, String template) {
    boolean isPost = operation.method.equals("POST");
    return Stream.of(false, true)
        .filter(isKeyed -> isPost || !isKeyed)
        .map(
            isKeyed ->
                new Write(
                    isKeyed ? name + " with a key" : name,
                    isKeyed ? Result.REPLAYED : isPost ? null : Result.RECORDED,
                    false,
                    () -> request(operation, template, isKeyed)));
  }

  private Write.Request request(Operation operation, String template, boolean isKeyed) {
    records.renewFor(operation);
    String body = template.isEmpty() ? null : records.tree(template).toString();
    String key = isKeyed ? World.unique(20) : null;
    String path = operation.path(records);
    String type = "application/json";
    return new Write.Request(client, operation.method, path, type, body, key, null, null);
  }

  /** Bodies that change more tables than the body of the operation. */
  private Stream<Write> others() {
    return Stream.of(
            writes(
                "a member by address",
                Operation.named("createCompanyMember"),
                "{'company':'<company>','email':'<unique>@example.org'}"),
            writes(
                "the end of a membership",
                Operation.named("updateCompanyMember"),
                "{'is_active':false}"),
            writes(
                "a new product of a company",
                Operation.named("createCompanyProduct"),
                "{'company':'<company>','product':{'name':'Honey <unique>'},"
                    + "'premiums':['<premium>']}"),
            writes(
                "another card of a farmer",
                Operation.named("createEntityCard"),
                "{'card':{'card_id':'<unique>'},'entity':'<farmer>'}"))
        .flatMap(writes -> writes);
  }

  /** A request with many records, in each form that its route takes. */
  Stream<Many> many() {
    return Operation.ALL.stream()
        .flatMap(each -> each.typesOfMany().map(type -> new Many(each, type)));
  }

  /** Three records of one kind, of which the second is wrong. */
  final class Many {
    final Operation operation;
    private final String type;

    private Many(Operation operation, String type) {
      this.operation = operation;
      this.type = type;
    }

    private boolean isFeatures() {
      return type.equals(Operation.FEATURES);
    }

    /**
     * The two right records, all or nothing; or all three records, of which the service records the
     * right ones.
     */
    Write request(boolean proceeds, boolean isKeyed) {
      return new Write(
          this + (proceeds ? ", with a mistake" : ", all or nothing"),
          isKeyed ? Result.REPLAYED : null,
          true,
          () -> {
            records.renewFor(operation);
            String path = operation.path(records) + (proceeds ? "?on_error=proceed" : "");
            String key = isKeyed ? World.unique(20) : null;
            return new Write.Request(
                client, "POST", path, type, body(proceeds), key, kind().route, statuses(proceeds));
          });
    }

    /** The same records in a file, which the command {@code import} records. */
    Write file(Database database, Path folder, boolean proceeds) {
      return new Write(
          "import of " + this + (proceeds ? ", with a mistake" : ", all or nothing"),
          null,
          false,
          () -> {
            records.renewFor(operation);
            Path file = folder.resolve(isFeatures() ? "records.geojson" : "records.ndjson");
            write(file, body(proceeds));
            return fault -> imported(database, file, proceeds);
          });
    }

    private Result imported(Database database, Path file, boolean proceeds) {
      String kind = operation.route.replaceAll(".*/(connect-)?([a-z-]+)/", "$2");
      String onError = proceeds ? "proceed" : "stop";
      CommandRun run =
          CommandRun.importInto(
              database, "import", file.toString(), "--kind", kind, "--on-error", onError);
      if (run.out().isEmpty()) {
        run.requireExit(1);
        assertNotEquals("", run.err());
        return Result.REFUSED;
      }
      assertEquals("2 recorded, " + (proceeds ? 1 : 0) + " refused.\n", run.out());
      assertEquals(proceeds ? 1 : 0, run.exitCode(), run.err());
      return Result.RECORDED;
    }

    private List<Integer> statuses(boolean proceeds) {
      boolean isConflict = operation.is("createProductTransaction");
      return proceeds ? List.of(201, isConflict ? 409 : 400, 201) : List.of(201, 201);
    }

    /** The operation that creates one such record. */
    private Operation kind() {
      return operation.is("createPlotOfFarmer") ? Operation.named("createPlot") : operation;
    }

    private String body(boolean proceeds) {
      Stream<String> lines =
          statuses(proceeds).stream().map(status -> line(status == 201).toString());
      return isFeatures()
          ? lines.collect(joining(",", "{\"type\":\"FeatureCollection\",\"features\":[", "]}"))
          : lines.collect(joining("\n", "", "\n"));
    }

    /** A record; a card can have one holder, so each record of a request has a card of its own. */
    private JsonNode line(boolean isRight) {
      records.renewSpareCard();
      JsonNode right = kind().body(records);
      if (!isRight && operation.is("createProductTransaction")) {
        ObjectNode wrong = right.deepCopy();
        ((ObjectNode) wrong.at("/transaction_payments/0")).set("number", TextNode.valueOf(taken));
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

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
