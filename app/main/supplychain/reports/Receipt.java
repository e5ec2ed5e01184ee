package supplychain.reports;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.commons.lang3.StringUtils;
import org.jooq.DSLContext;
import supplychain.core.Json;
import supplychain.database.SqlFile;

/** The receipt of a product transaction. As text it fits on a roll of 58 mm. */
final class Receipt {
  /** The characters in a line of a printer for rolls of 58 mm. */
  static final int WIDTH = 32;

  private static final SqlFile SQL = SqlFile.beside(Receipt.class, "receipt.sql");
  private static final String RULE = "-".repeat(WIDTH);

  private final List<String> lines = new ArrayList<>();

  private Receipt() {}

  /** The receipt of a transaction as JSON, for a company or, with null, for an operator. */
  static JsonNode read(DSLContext sql, UUID id, UUID reader) {
    return SQL.call("receipt")
        .set("id", id)
        .set("reader", reader)
        .set("zone", ZoneId.systemDefault().getId())
        .one(sql, row -> Json.trusted(row.getString("document")))
        .orElseThrow();
  }

  static String text(JsonNode receipt) {
    return new Receipt().written(receipt);
  }

  private String written(JsonNode receipt) {
    lines.addAll(wrapped(Page.plain(receipt.at("/company/name").asText())));
    lines.add(RULE);
    pair("Receipt", receipt.path("number").asText(""));
    if (!receipt.path("reversed_on").isNull()) {
      pair("NOT VALID: reversed", receipt.path("reversed_on").asText(""));
    }
    pair("Date", receipt.path("day").asText("") + " " + receipt.path("time").asText(""));
    if (!receipt.path("invoice_number").isNull()) {
      pair("Invoice", receipt.path("invoice_number").asText(""));
    }
    party("From", receipt.path("source"));
    party("To", receipt.path("destination"));
    lines.add(RULE);
    pair(receipt.path("product").asText(""), Page.weight(receipt));
    pair("Price", money(receipt, "amount"));
    lines.add(RULE);
    for (JsonNode payment : receipt.path("payments")) {
      pair(
          payment.path("premium").asText("Paid") + " " + payment.path("day").asText(""),
          money(payment, "amount"));
    }
    pair("Still open", money(receipt, "open"));
    lines.addAll(List.of(RULE, "Signature", "", "", "_".repeat(WIDTH)));
    return String.join("\n", lines) + "\n";
  }

  private void party(String title, JsonNode party) {
    pair(title, party.path("name").asText("not shown"));
    if (!party.path("number").isNull()) {
      pair("", party.path("number").asText(""));
    }
  }

  static String money(JsonNode row, String amount) {
    return (row.path("currency").asText("") + " " + Page.number(row.path(amount))).strip();
  }

  /** A text at the left and one at the right, on two lines if they do not fit on one. */
  private void pair(String left, String right) {
    String start = Page.plain(left);
    String end = Page.plain(right);
    int between = WIDTH - start.length() - end.length();
    if (between > 0) {
      lines.add(start + " ".repeat(between) + end);
    } else {
      lines.addAll(wrapped(start));
      wrapped(end).forEach(line -> lines.add(StringUtils.leftPad(line, WIDTH)));
    }
  }

  /** The text on lines that end between words if they can. */
  private static List<String> wrapped(String text) {
    List<String> wrapped = new ArrayList<>();
    String rest = text.strip();
    while (rest.length() > WIDTH) {
      int blank = rest.lastIndexOf(' ', WIDTH);
      int end = blank > 0 ? blank : WIDTH;
      wrapped.add(rest.substring(0, end));
      rest = rest.substring(end).strip();
    }
    wrapped.add(rest);
    return wrapped;
  }
}
