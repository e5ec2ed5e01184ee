package supplychain.reports;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import supplychain.core.Json;
import supplychain.database.SqlFile;

/** The statement of a farmer: the trade and the payments of a period, and the balance. */
public final class Statement {
  /** The most deliveries, and the most payments, of a statement. */
  public static final int MOST_LINES = 1_000;

  private static final SqlFile SQL = SqlFile.beside(Statement.class, "statement.sql");

  /** The premiums of the farmer, as the report of premiums has them. */
  private static final SqlFile PREMIUMS =
      SqlFile.beside(
          Statement.class,
          "premiums.sql",
          """
          select json_build_object('premium_totals', coalesce(json_agg(json_build_object(
                   'premium', "premium.name", 'due', due::text, 'paid', paid::text, 'open', open::text,
                   'currency', currency, 'unknown', unknown) order by place), '[]'))::text as document
            from (
          %s
                 ) as report
          """);

  private static final String LINE = "%-10s  %-10s  %-24.24s %14s  %18s";
  private static final String PREMIUM = "%-26.26s %18s %18s %18s";

  private final List<String> lines = new ArrayList<>();

  private Statement() {}

  /** The statement as JSON, with at most one line of each kind more than {@link #MOST_LINES}. */
  static JsonNode read(DSLContext sql, UUID farmer, OffsetDateTime from, OffsetDateTime before) {
    SqlFile.Call trade = SQL.call("statement").set("most", MOST_LINES + 1);
    trade.set("zone", ZoneId.systemDefault().getId());
    ObjectNode statement = read(sql, trade, farmer, from, before);
    UUID company = UUID.fromString(statement.at("/company/id").asText());
    SqlFile.Call premiums = PREMIUMS.call("premiums").set("company", company);
    premiums.set("group", "premium").set("premium", null).set("currency", null);
    return statement.setAll(read(sql, premiums, farmer, from, before));
  }

  private static ObjectNode read(
      DSLContext sql, SqlFile.Call call, UUID farmer, OffsetDateTime from, OffsetDateTime before) {
    call.set("farmer", farmer).set("date_from", from).set("date_before", before);
    String document = call.one(sql, row -> row.getString("document")).orElseThrow();
    return (ObjectNode) Json.trusted(document);
  }

  static boolean isTooLong(JsonNode statement) {
    return Stream.of("deliveries", "received", "payments", "premiums")
        .anyMatch(name -> statement.path(name).size() > MOST_LINES);
  }

  static String text(JsonNode statement) {
    return new Statement().written(statement);
  }

  private String written(JsonNode statement) {
    JsonNode farmer = statement.path("farmer");
    lines.add(statement.at("/company/name").asText());
    lines.add(
        "Statement of %s, %s"
            .formatted(farmer.path("name").asText(""), farmer.path("number").asText()));
    lines.add(
        "From %s to %s"
            .formatted(
                statement.path("first_day").asText("the beginning"),
                statement.path("last_day").asText(statement.path("day").asText(""))));
    for (String name : List.of("Deliveries", "Received", "Payments", "Premiums")) {
      section(name, statement.path(name.toLowerCase(Locale.ROOT)));
    }
    lines.addAll(List.of("", "Balance"));
    for (JsonNode balance : statement.path("balances")) {
      sum("Owed before", balance, "opening");
      sum("+ delivered", balance, "delivered");
      sum("- received", balance, "received");
      sum("- paid", balance, "paid");
      sum("Owed now", balance, "closing");
      sum("Premiums paid, beside it", balance, "premiums");
    }
    if (!statement.path("premium_totals").isEmpty()) {
      lines.addAll(List.of("", "Premiums of the period: due, paid and open"));
    }
    for (JsonNode premium : statement.path("premium_totals")) {
      lines.add(
          PREMIUM
              .formatted(
                  premium.path("premium").asText(),
                  premium.path("due").isNull() ? "no rule" : Receipt.money(premium, "due"),
                  Receipt.money(premium, "paid"),
                  premium.path("open").isNull() ? "" : Receipt.money(premium, "open"))
              .stripTrailing());
      if (premium.path("unknown").asInt() > 0) {
        lines.add("  + %s of unknown weight".formatted(premium.path("unknown").asText()));
      }
    }
    if (!statement.path("plots").isEmpty()) {
      lines.addAll(List.of("", "Plots"));
    }
    for (JsonNode plot : statement.path("plots")) {
      lines.add(
          "%-30s %s ha"
              .formatted(
                  plot.path("name").asText("without a name"), plot.path("area").asText("?")));
    }
    lines.addAll(List.of("", "", "_".repeat(30) + "    " + "_".repeat(30)));
    lines.add("%-30s    %s".formatted("Farmer", "Company"));
    return Page.plain(String.join("\n", lines)) + "\n";
  }

  private void section(String name, JsonNode rows) {
    if (rows.isEmpty()) {
      return;
    }
    lines.addAll(List.of("", name));
    for (JsonNode row : rows) {
      lines.add(
          LINE.formatted(
                  row.path("day").asText(),
                  row.path("number").asText(),
                  row.has("kg")
                      ? row.path("product").asText()
                      : row.path("premium").asText(row.path("transaction").asText("advance")),
                  row.has("kg") ? Page.weight(row) : "",
                  Receipt.money(row, "amount"))
              .stripTrailing());
    }
  }

  private void sum(String title, JsonNode balance, String field) {
    lines.add("%-40s %20s".formatted(title, Receipt.money(balance, field)));
  }
}
