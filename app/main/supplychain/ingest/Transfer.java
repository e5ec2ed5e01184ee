package supplychain.ingest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Database;
import supplychain.database.SqlFile;
import supplychain.validation.Formats;
import supplychain.validation.ShownValue;
import supplychain.validation.ValueType.Read;
import supplychain.validation.ValueTypes;

/**
 * A record of a transfer that pays several product transactions at once. It becomes a payment for
 * each of them, of what is open of it. The amount of the transfer must be the sum of these.
 */
final class Transfer {
  /** The field with the ids or the numbers of the transactions. */
  static final String TRANSACTIONS = "transactions";

  static final int MOST_TRANSACTIONS = 100;

  private static final String AMOUNT = "amount";
  private static final String CURRENCY = "currency";

  /** Each payment has an own value of these fields. The payer is the buyer of the transactions. */
  private static final List<String> OF_ONE_PAYMENT =
      List.of("id", "number", "transaction", "premium", "selected_option", "source");

  private static final SqlFile SQL = SqlFile.beside(Transfer.class, "transfers.sql");

  private final SourceRecord record;
  private final List<String> names = new ArrayList<>();

  private record Named(int place, UUID id, UUID buyer) {}

  private record Open(
      UUID id,
      String number,
      UUID buyer,
      UUID currency,
      String code,
      UUID seller,
      boolean isReversed,
      BigDecimal amount) {
    String shown() {
      return amount.toPlainString() + " of " + number;
    }
  }

  private Transfer(SourceRecord record) {
    this.record = record;
    record.node().path(TRANSACTIONS).forEach(name -> names.add(name.asText().strip()));
  }

  static boolean is(IngestKind kind, SourceRecord record) {
    return kind.equals(IngestKind.PAYMENTS) && record.node().hasNonNull(TRANSACTIONS);
  }

  /** The payments of a transfer; the record with its flaw if they do not add up. */
  static List<SourceRecord> payments(
      DSLContext sql, Caller caller, SourceRecord record, String match) {
    try {
      if (match != null) {
        String detail = "The payments of a transfer are always new. Leave out `match`.";
        throw SourceRecord.refusal(record.pointer() + "/" + TRANSACTIONS, "mismatch", detail);
      }
      return new Transfer(record).payments(sql, caller);
    } catch (Problem flaw) {
      return List.of(record.with(MissingNode.getInstance(), record.length(), flaw));
    }
  }

  private List<SourceRecord> payments(DSLContext sql, Caller caller) {
    JsonNode node = record.node();
    if (!node.path(TRANSACTIONS).isArray() || names.isEmpty()) {
      throw flaw(TRANSACTIONS, "type", "must be a list of numbers or ids of transactions.");
    }
    if (names.size() > MOST_TRANSACTIONS) {
      String detail = "A transfer can pay at most %d transactions.";
      throw flaw(TRANSACTIONS, "too_many", detail.formatted(MOST_TRANSACTIONS));
    }
    for (String field : OF_ONE_PAYMENT) {
      if (node.hasNonNull(field)) {
        String detail =
            "A row with `transactions` becomes several payments. Leave out `%s`. The number of the"
                + " transfer belongs in `invoice_number`.";
        throw flaw(field, "mismatch", detail.formatted(field));
      }
    }
    if (!node.hasNonNull(AMOUNT)) {
      throw flaw(AMOUNT, "required", "A row with `transactions` needs the amount of the transfer.");
    }
    Read<BigDecimal> amount = ValueTypes.AMOUNT.read(node.get(AMOUNT));
    if (amount.isWrong()) {
      throw flaw(
          AMOUNT, amount.code(), ShownValue.of(node.get(AMOUNT).asText()) + " " + amount.rule());
    }
    List<Named> named = named(sql, caller);
    // Another transfer of the buyer that comes meanwhile waits, and finds what this one leaves
    // open.
    Database.lock(sql, "transfers of " + named.get(0).buyer());
    UUID[] ids = named.stream().map(Named::id).toArray(UUID[]::new);
    List<Open> open = SQL.call("open_amounts").set("ids", ids).fetch(sql).into(Open.class);
    requireOneTransfer(open);
    requireSum(open, amount.value());
    return open.stream().map(this::payment).toList();
  }

  /** The transactions, in the order of the record. */
  private List<Named> named(DSLContext sql, Caller caller) {
    List<Named> named =
        SQL.call("named")
            .set(
                "names",
                names.stream()
                    .map(name -> ValueTypes.isStored(name) ? name : null)
                    .toArray(String[]::new))
            .set(
                "ids",
                names.stream().map(name -> Formats.uuid(name).orElse(null)).toArray(UUID[]::new))
            .set("company", caller.company())
            .set("is_operator", caller.isOperator())
            .fetch(sql)
            .into(Named.class);
    for (int i = 0; i < names.size(); i++) {
      int place = i;
      if (named.stream().noneMatch(one -> one.place() == place)) {
        String detail = "There is no product transaction with the number or the id %s.";
        throw flaw(TRANSACTIONS, "does_not_exist", detail.formatted(ShownValue.of(names.get(i))));
      }
    }
    return named;
  }

  private void requireOneTransfer(List<Open> open) {
    Open first = open.get(0);
    for (int i = 0; i < open.size(); i++) {
      Open one = open.get(i);
      if (open.subList(0, i).stream().anyMatch(other -> other.id().equals(one.id()))) {
        throw flaw(TRANSACTIONS, "duplicate", one.number() + " appears more than once.");
      }
      if (one.isReversed()) {
        throw flaw(TRANSACTIONS, "reversed", one.number() + " is reversed.");
      }
      if (one.amount().signum() <= 0) {
        throw flaw(TRANSACTIONS, "mismatch", one.number() + " is paid already.");
      }
      if (!one.seller().equals(first.seller()) || !one.buyer().equals(first.buyer())) {
        String detail = "%s and %s have different parties. A transfer has one payee.";
        throw flaw(TRANSACTIONS, "mismatch", detail.formatted(first.number(), one.number()));
      }
      if (!String.valueOf(one.currency()).equals(String.valueOf(first.currency()))) {
        String detail = "%s and %s have different currencies.";
        throw flaw(TRANSACTIONS, "mismatch", detail.formatted(first.number(), one.number()));
      }
    }
    JsonNode said = record.node().path(CURRENCY);
    String currency = (said.isObject() ? said.path("code") : said).asText("").strip();
    boolean isSame =
        currency.isEmpty()
            || currency.equalsIgnoreCase(first.code())
            || currency.equalsIgnoreCase(String.valueOf(first.currency()));
    if (!isSame) {
      String detail = "The transactions are in %s. Pay them in that currency.";
      throw flaw(CURRENCY, "mismatch", detail.formatted(first.code()));
    }
  }

  private void requireSum(List<Open> open, BigDecimal amount) {
    BigDecimal sum = open.stream().map(Open::amount).reduce(BigDecimal.ZERO, BigDecimal::add);
    BigDecimal more = amount.subtract(sum);
    if (more.signum() != 0) {
      String parts = open.stream().map(Open::shown).collect(Collectors.joining(", "));
      String detail = "The transactions have open: %s. Together these are %s; %s is %s %s.";
      throw flaw(
          AMOUNT,
          "mismatch",
          detail.formatted(
              parts,
              sum.toPlainString(),
              amount.toPlainString(),
              more.abs().toPlainString(),
              more.signum() > 0 ? "more" : "less"));
    }
  }

  private SourceRecord payment(Open open) {
    ObjectNode payment = record.node().deepCopy();
    payment.remove(TRANSACTIONS);
    payment.put("transaction", open.id().toString());
    payment.put("source", open.buyer().toString());
    payment.put(AMOUNT, open.amount().toPlainString());
    return record.with(payment, record.length() / names.size(), null);
  }

  private Problem flaw(String field, String code, String detail) {
    return SourceRecord.refusal(record.pointer() + "/" + field, code, detail);
  }
}
