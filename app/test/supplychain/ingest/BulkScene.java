package supplychain.ingest;

import static java.util.stream.Collectors.joining;
import static supplychain.schema.Tables.FARMER;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.stream.Stream;
import supplychain.Client;
import supplychain.OneCompany;
import supplychain.Records;
import supplychain.Reply;
import supplychain.core.Role;

/** A cooperative that sends many records in one request. */
final class BulkScene extends OneCompany {
  final Client member = world.client(company, Role.MEMBER);

  Reply csv(String path, String table, String... headers) {
    return post(path, "text/csv", table, headers);
  }

  Reply documents(String path, String lines, String... headers) {
    return post(path, "application/x-ndjson", lines, headers);
  }

  Reply post(String path, String type, String body, String... headers) {
    return member.post(path, body, withType(type, headers));
  }

  /** Sends any bytes. */
  Reply post(String path, String type, byte[] body, String... headers) {
    return member.postBody(path, BodyPublishers.ofByteArray(body), withType(type, headers));
  }

  private static String[] withType(String type, String... headers) {
    return Stream.concat(Stream.of("Content-Type", type), Stream.of(headers))
        .toArray(String[]::new);
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
        .map(line -> line.get("line").asText() + " " + line.get("status") + errors(line))
        .toList();
  }

  private static String errors(JsonNode line) {
    return line.path("errors")
        .valueStream()
        .map(each -> " " + each.get("pointer").asText() + " " + each.get("code").asText())
        .collect(joining());
  }
}
