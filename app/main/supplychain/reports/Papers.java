package supplychain.reports;

import static java.nio.charset.StandardCharsets.UTF_8;
import static supplychain.records.farmer.FarmerResource.FARMERS;
import static supplychain.records.transaction.ProductTransactionResource.PRODUCT_TRANSACTIONS;
import static supplychain.reports.ReportRequest.DATE_BEFORE;
import static supplychain.reports.ReportRequest.DATE_FROM;
import static supplychain.validation.ValueTypes.DAY_OR_TIME;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.Context;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.database.Database;
import supplychain.http.Authentication;
import supplychain.http.EntityTag;
import supplychain.http.PathId;
import supplychain.http.Preferences;
import supplychain.http.Query;
import supplychain.records.RecordKind;
import supplychain.validation.Body;

/** Answers with the papers of a farmer, as JSON, as a page to print, or as text. */
public record Papers(Database database) {
  private static final String HTML = "text/html";
  private static final String TEXT = "text/plain";
  private static final List<String> TYPES = List.of("application/json", HTML, TEXT);

  /** Answers with the statement of the farmer in the path: 404 if the caller does not see it. */
  public void statement(Context ctx) {
    Body query = Query.body(ctx);
    OffsetDateTime from = query.get(DATE_FROM, DAY_OR_TIME).value();
    OffsetDateTime before = query.get(DATE_BEFORE, DAY_OR_TIME).value();
    ReportRequest.requireOrder(query, from, before);
    query.throwIfInvalid();
    UUID farmer = PathId.of(ctx);
    JsonNode statement = read(ctx, FARMERS, sql -> Statement.read(sql, farmer, from, before));
    if (Statement.isTooLong(statement)) {
      String detail = "The statement has more than %d lines of a kind. Choose a shorter period.";
      query.refuse(DATE_FROM, "too_many", detail.formatted(Statement.MOST_LINES));
      query.throwIfInvalid();
    }
    send(ctx, "statement", statement, Statement::text);
  }

  /** Answers with the receipt of the transaction in the path: 404 if the caller does not see it. */
  public void receipt(Context ctx) {
    UUID reader = Authentication.caller(ctx).company();
    UUID id = PathId.of(ctx);
    JsonNode receipt = read(ctx, PRODUCT_TRANSACTIONS, sql -> Receipt.read(sql, id, reader));
    send(ctx, "receipt", receipt, Receipt::text);
  }

  private JsonNode read(Context ctx, RecordKind kind, Function<DSLContext, JsonNode> reading) {
    Caller caller = Authentication.caller(ctx);
    UUID id = PathId.of(ctx);
    return database.readConsistent(
        sql -> {
          kind.requireSeen(sql, caller, id);
          return reading.apply(sql);
        });
  }

  /** Sends a paper of this name in the format that the client prefers. */
  private static void send(
      Context ctx, String name, JsonNode document, Function<JsonNode, String> text) {
    Preferences.varyByAccept(ctx);
    String type = Preferences.mediaType(ctx, TYPES);
    if (!type.equals(HTML) && !type.equals(TEXT)) {
      EntityTag.sendUnlessKnown(ctx, document.toString().getBytes(UTF_8));
      return;
    }
    boolean isPage = type.equals(HTML);
    String paper = isPage ? Page.filled(name + ".html", document) : text.apply(document);
    String file = name + "-" + PathId.of(ctx) + (isPage ? ".html" : ".txt");
    EntityTag.sendToOpen(ctx, file, type + "; charset=utf-8", paper.getBytes(UTF_8));
  }
}
