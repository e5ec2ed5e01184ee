package supplychain.records;

import static supplychain.database.SqlFile.uuid;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import supplychain.database.KnownRows.Known;
import supplychain.database.SqlText;
import supplychain.records.References.Card;
import supplychain.records.References.Currency;
import supplychain.records.References.Form;
import supplychain.records.References.FormWithFields;
import supplychain.records.References.Found;
import supplychain.records.References.Party;
import supplychain.records.References.Plain;
import supplychain.records.References.Premium;
import supplychain.verify.PremiumRule;

/** The records that an id can name: their noun in findings, and the statement that finds them. */
public record Target<F extends Found>(String noun, String query, SqlText.Row<F> row) {
  public static final Target<Party> PARTY = party("farmer or company");
  public static final Target<Party> COMPANY = party("company");
  public static final Target<Party> FARMER = party("farmer");
  public static final Target<Plain> PRODUCT = plain("product", "products");
  public static final Target<Plain> SUBMISSION = plain("submission", "submissions");
  static final Target<Currency> CURRENCY =
      new Target<>(
          "currency",
          "currencies",
          row -> new Currency(uuid(row, "id"), null, row.getString("code")));
  public static final Target<Card> CARD =
      new Target<>(
          "card",
          "cards",
          row ->
              new Card(
                  uuid(row, "id"),
                  uuid(row, "company"),
                  uuid(row, "holder"),
                  row.getObject("free_since", OffsetDateTime.class)));
  public static final Target<Premium> PREMIUM =
      new Target<>(
          "premium",
          "premiums",
          row ->
              new Premium(
                  uuid(row, "id"),
                  uuid(row, "company"),
                  row.getBoolean("is_active"),
                  uuid(row, "currency"),
                  PremiumRule.read(row.getString("rule"))));
  public static final Target<Form> FORM =
      new Target<>(
          "form",
          "forms",
          row -> new Form(uuid(row, "id"), uuid(row, "company"), row.getString("form_type")));
  public static final Target<FormWithFields> FORM_WITH_FIELDS =
      new Target<>(
          "form",
          "forms_with_fields",
          row ->
              new FormWithFields(
                  uuid(row, "id"),
                  uuid(row, "company"),
                  row.getString("form_type"),
                  FormField.readAll(row.getString("fields"))));

  /** In the order of the locks: a farmer is locked first. */
  static final List<Target<?>> IN_ORDER =
      List.of(PARTY, PRODUCT, CURRENCY, CARD, PREMIUM, FORM, FORM_WITH_FIELDS, SUBMISSION);

  Known<F> read(ResultSet result) throws SQLException {
    return new Known<>(uuid(result, "id"), row.read(result), result.getString("version"));
  }

  private static Target<Party> party(String noun) {
    return new Target<>(
        noun,
        "parties",
        row ->
            new Party(
                uuid(row, "id"),
                uuid(row, "company"),
                row.getBoolean("is_company"),
                uuid(row, "currency"),
                row.getString("replacement")));
  }

  private static Target<Plain> plain(String noun, String query) {
    return new Target<>(noun, query, row -> new Plain(uuid(row, "id"), uuid(row, "company")));
  }
}
