package supplychain.ingest;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import supplychain.validation.Findings;
import supplychain.validation.Formats;

/** The currency of the rows of a table: that of the row, or else of the caller's company. */
final class RowCurrency {
  private static final String FIELD = "currency";
  private static final JsonPointer PAID = Column.placeOf(Column.PAYMENT + FIELD);

  private final Supplier<Optional<String>> findUsual;

  /** The code of the company's currency; null until a row needs it. */
  private Optional<String> usual;

  /**
   * Currencies of rows.
   *
   * @param usual finds the code of the company's currency
   */
  RowCurrency(Supplier<Optional<String>> usual) {
    findUsual = usual;
  }

  /** The code of the currency of a row; empty if neither the row nor the caller has one. */
  String of(ObjectNode row) {
    return of(row.path(FIELD));
  }

  private String of(JsonNode own) {
    String code = own.isObject() ? own.path("code").asText() : own.asText();
    if (code.isEmpty() && usual == null) {
      usual = findUsual.get();
    }
    return code.isEmpty() ? usual.orElse("") : code.toUpperCase(Locale.ROOT);
  }

  /**
   * Requires that the row has the currency in the name of a column. Without any other currency, the
   * name says it.
   */
  void check(ObjectNode row, Column column, String pointer, Findings mistakes) {
    CurrencyInName named = column.currency();
    if (named == null || row.at(column.place()).isMissingNode()) {
      return;
    }
    boolean isOfPayment = column.field().startsWith(Column.PAYMENT) && row.at(PAID).isTextual();
    String code = of(isOfPayment ? row.at(PAID) : row.path(FIELD));
    if (code.isEmpty() && named.codes().size() == 1) {
      row.put(FIELD, named.codes().iterator().next());
    } else if (!named.codes().contains(code) && Formats.uuid(code).isEmpty()) {
      String detail =
          "The column is in %s, but the row is in %s. Add a column `currency` with the currency of"
              + " each row, or correct the name of this column.";
      String really = code.isEmpty() ? "the currency of its company" : code;
      mistakes.add(pointer + column.place(), "mismatch", detail.formatted(named.written(), really));
    }
  }
}
