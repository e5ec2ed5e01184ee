package supplychain.ingest;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.Reply;

/** No number of a table changes its value because its point or comma was taken for the other. */
class NumberColumnsTest {
  private final BulkScene scene = new BulkScene();
  private final UUID farmer = scene.world.farmer(scene.company);
  private final UUID product = scene.world.product("Cherry");

  private Reply send(String query, String table) {
    String text =
        table
            .replace("|", "\r\n")
            .replace("FARMER", farmer.toString())
            .replace("CHERRY", product.toString());
    return scene.member.post(GOODS + query, text, "Content-Type", "text/csv");
  }

  private List<String> recorded(Reply reply, String field) {
    return reply.expect(200).lines().stream()
        .filter(line -> line.has("id"))
        .map(line -> scene.member.get(GOODS + line.get("id").asText() + "/").at("/" + field))
        .toList();
  }

  @Test
  void everyNumberWithTwoReadingsIsNamedWithBoth() {
    Reply reply =
        send(
            "",
            "source,product,quantity,amount|FARMER,CHERRY,17.250,36.000|FARMER,CHERRY,60,48.500|");
    reply.expect(400, "/2/quantity ambiguous", "/2/amount ambiguous", "/3/amount ambiguous");
    assertEquals(
        "\"17.250\" can be read in two ways. Choose decimal=point to read 17.250, or decimal=comma"
            + " to read 17250, for all numbers of this file.",
        reply.at("/errors/0/detail"));
  }

  @ParameterizedTest
  @CsvSource({"point, 36.000, 1.5", "comma, 36000, 1500"})
  void theChoiceOfTheClientSettlesAllNumbersOfTheFile(String sign, String amount, String quantity) {
    String second = sign.equals("point") ? "1.5" : "\"1.500\"";
    Reply reply =
        send(
            "?decimal=" + sign,
            "source,product,quantity,amount|FARMER,CHERRY," + second + ",36.000|");
    assertEquals(List.of(amount), recorded(reply, "amount"));
    assertEquals(List.of(quantity), recorded(reply, "quantity"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"80.5 | 17.250 | 80.5", "1.250,5 | 17250 | 1250.5", "'80,25' | 17250 | 80.25"})
  void anotherNumberOfTheColumnTellsTheSign(String other, String read, String otherRead) {
    Reply reply =
        send(
            "",
            "source;product;quantity;amount|FARMER;CHERRY;17.250;1|FARMER;CHERRY;%s;1|"
                .formatted(other));
    assertEquals(List.of(read, otherRead), recorded(reply, "quantity"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2,250 kg  | 2.25, 2250",
        "2.250 kg  | 2.25, 2250",
        "+3,125    | 3.125, 3125",
        "1 400     | 1400",
        "75,5 kg   | 75.5"
      })
  void theServiceTakesEveryNumberThatItProposes(String cell, String read) {
    String table = "source;product;quantity;amount|FARMER;CHERRY;%s;1|";
    String detail = send("", table.formatted(cell)).expect(400).at("/errors/0/detail");
    String proposals = detail.replaceFirst(".* must be written (.*)\\.", "$1");
    List<BigDecimal> taken =
        Stream.of(proposals.split(" or "))
            .flatMap(one -> recorded(send("", table.formatted(one)), "quantity").stream())
            .map(one -> new BigDecimal(one).stripTrailingZeros())
            .toList();
    List<BigDecimal> expected =
        Stream.of(read.split(", ")).map(one -> new BigDecimal(one).stripTrailingZeros()).toList();
    assertEquals(expected, taken);
  }

  @Test
  void aColumnWithBothSignsTellsNothing() {
    Reply reply =
        send(
            "",
            "source;product;amount|FARMER;CHERRY;17.250|FARMER;CHERRY;80.5|FARMER;CHERRY;80,5|");
    reply.expect(400, "/2/amount ambiguous");
  }

  @Test
  void anotherColumnTellsNothing() {
    Reply reply = send("", "source,product,quantity,amount|FARMER,CHERRY,80.5,17.250|");
    reply.expect(400, "/2/amount ambiguous");
  }

  @Test
  void degreesHaveNoThousands() {
    Reply reply =
        send(
            "",
            "source;product;amount;verification_latitude;verification_longitude|"
                + "FARMER;CHERRY;1;1.361;34,401|");
    assertEquals(List.of("1.361"), recorded(reply, "verification_latitude"));
    assertEquals(List.of("34.401"), recorded(reply, "verification_longitude"));
  }

  @ParameterizedTest
  @CsvSource({"'', text/csv", "'&excel=comma', text/csv", "'&excel=point', text/csv"})
  void aListOfTheServiceIsReadAsItWasWritten(String excel, String accept) {
    String number = "N" + UUID.randomUUID().toString().substring(0, 8);
    String id =
        send(
                "?decimal=point",
                "source,product,number,quantity,amount|FARMER,CHERRY,%s,17.250,36.000|"
                    .formatted(number))
            .expect(200)
            .lines()
            .get(0)
            .get("id")
            .asText();
    String list = scene.member.get(GOODS + "?number_is=" + number + excel, "Accept", accept).text();
    JsonNode line = send("", list).expect(200).lines().get(0);
    assertEquals("known " + id, line.get("result").asText() + " " + line.get("id").asText());
  }

  @Test
  void onlyATableHasADecimalSign() {
    Reply reply =
        scene.member.post(GOODS + "?decimal=point", "{}\n", "Content-Type", "application/x-ndjson");
    reply.expect(400, "/decimal unknown_parameter");
  }
}
