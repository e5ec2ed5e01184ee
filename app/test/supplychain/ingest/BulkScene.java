package supplychain.ingest;

import static supplychain.schema.Tables.FARMER;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import supplychain.Client;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** A cooperative that sends many records in one request. */
final class BulkScene {
  final World world = new World();
  final UUID company = world.company("Cooperative");
  final Client member = world.client(company, Role.MEMBER);

  Reply csv(String path, String table, String... headers) {
    return post(path, "text/csv", table, headers);
  }

  Reply documents(String path, String lines, String... headers) {
    return post(path, "application/x-ndjson", lines, headers);
  }

  Reply post(String path, String type, String body, String... headers) {
    List<String> all = new ArrayList<>(List.of("Content-Type", type));
    all.addAll(List.of(headers));
    return member.post(path, body, all.toArray(String[]::new));
  }

  /** The record of the first line of an answer. */
  JsonNode first(String path, Reply reply) {
    return member.get(path + reply.expect(200).lineIds().get(0) + "/").json();
  }

  /** The number of the cooperative's farmers. */
  int farmers() {
    return Records.count(FARMER, FARMER.BUYER.eq(company));
  }

  /** The outcome of each line of an answer: the line number, the status and the findings. */
  static List<String> outcomes(Reply reply) {
    return reply.lines().stream()
        .map(
            line -> {
              StringBuilder outcome = new StringBuilder();
              outcome.append(line.get("line").asText()).append(' ').append(line.get("status"));
              line.path("errors")
                  .forEach(
                      error ->
                          outcome
                              .append(' ')
                              .append(error.get("pointer").asText())
                              .append(' ')
                              .append(error.get("code").asText()));
              return outcome.toString();
            })
        .toList();
  }
}
