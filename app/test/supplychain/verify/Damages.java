package supplychain.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import supplychain.ingest.IngestKind;

/** What can be wrong: the SQL that does it to the records of books.json, and what is said of it. */
final class Damages {
  private static final String SHA256_OF_X =
      "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881";

  private final List<Arguments> all = new ArrayList<>();

  /** Each as SQL and the lines that are printed, with names to fill in. */
  static List<Arguments> all() {
    Damages damages = new Damages();
    damages.ofStock();
    damages.ofLineage();
    damages.ofParties();
    damages.ofPayments();
    damages.ofRecords();
    damages.ofLoadedNames();
    damages.ofForms();
    return damages.all;
  }

  private void damage(String sql, String... lines) {
    all.add(Arguments.of(sql, String.join("\n", lines)));
  }

  private void goods(String name, String set, String... lines) {
    damage("update product_transaction set " + set + " where id = <" + name + ">", lines);
  }

  private void payment(String name, String set, String... lines) {
    damage("update payment_transaction set " + set + " where id = <" + name + ">", lines);
  }

  private void draw(String values, String... lines) {
    damage("insert into product_transaction_parent values (" + values + ")", lines);
  }

  private void ofStock() {
    goods(
        "lot",
        "quantity = 25, source_quantity = 25, remaining = 0",
        "WRONG overdrawn <lot>: 30 was drawn of 25");
    draw(
        "<split>, <unknown>, 1, null",
        "WRONG overdrawn <unknown>: of unknown quantity, taken whole 2 times");
    damage(
        "update product_transaction_parent set drawn = null where parent = <lot>",
        "WRONG draw <split> <lot>: nobody knows how much was drawn of a lot of 50",
        "WRONG current-quantity <lot>: 20 is said to be left, and 50 is",
        "WRONG source-quantity <split>: 30 is said to have been drawn, and 0 was",
        "WRONG moved-quantity <split>: 30 was moved, and 0 was drawn of the same product");
    damage(
        "update product_transaction_parent set drawn = 3 where parent = <unknown>",
        "WRONG draw <beans> <unknown>: 3 was drawn of a lot of unknown quantity",
        "WRONG current-quantity <unknown>: 0 is said to be left, and all is",
        "WRONG source-quantity <beans>: 30 is said to have been drawn, and 33 was");
    goods(
        "lot", "remaining = 21", "WRONG current-quantity <lot>: 21 is said to be left, and 20 is");
    goods(
        "unknown",
        "remaining = null",
        "WRONG current-quantity <unknown>: all is said to be left, and 0 is");
    goods(
        "lot",
        "source_quantity = 49",
        "WRONG source-quantity <lot>: 49 is said to have been drawn, and 50 was");
    goods(
        "split",
        "quantity = 31, remaining = 1",
        "WRONG moved-quantity <split>: 31 was moved, and 30 was drawn of the same product");
  }

  private void ofLineage() {
    draw(
        "<split>, <beans>, 1, 0",
        "WRONG cycle <split> <beans>: each draws from the next, and the last from the first");
    draw(
        "<split>, <split>, 1, 0",
        "WRONG cycle <split>: each draws from the next, and the last from the first");
    draw(
        "<beans>, <onward>, 2, 0",
        "WRONG parent-destination <beans> <onward>: the source never received its parent");
    goods(
        "sale",
        "company = <exporter>, type = 'INCOMING'",
        "WRONG parents-of-others <sale>: who recorded it named lots of another company");
    damage(
        "update product_transaction set remaining = 50 where id = <lot>;"
            + reversal("one", "coop", "<split>, null"),
        "WRONG reversed-parent <split> <beans>: what was reversed is drawn from");
    damage(
        reversal("one", "coop", "<spare-lot>, null"),
        "WRONG current-quantity <spare-lot>: 7 is said to be left, and 0 is");
    damage(
        reversal("one", "exporter", "null, <advance>"),
        "WRONG reversal-company <one> <advance>: another company reversed it");
    damage(
        reversal("two", "coop", "null, <advance>") + reversal("one", "coop", "null, <advance>"),
        "WRONG reversed-twice <advance> <one> <two>: it has more than one reversal");
    damage(
        reversal("one", "coop", "null, null"),
        "WRONG reversal-of-one <one>: it reverses both or nothing");
  }

  static String reversal(String name, String company, String reversed) {
    return """
        insert into reversal
          (id, company, product_transaction, payment_transaction, reason, creator, updater)
        values (<%s>, <%s>, %s, 'typo', <system>, <system>);"""
        .formatted(name, company, reversed);
  }

  private void ofParties() {
    payment(
        "advance",
        "company = <roaster>, type = 'INCOMING'",
        "WRONG recorder <advance>: the company that recorded it has no part in it");
    goods(
        "onward",
        "company = <coop>, type = 'INCOMING'",
        "WRONG recorder <onward>: the company that recorded it has no part in it");
    goods(
        "lot",
        "type = 'OUTGOING'",
        "WRONG direction <lot>: it is OUTGOING for the company that recorded it");
    payment(
        "advance",
        "destination = <coop>",
        "WRONG same-party <advance>: source and destination are the same");
    goods(
        "onward",
        "destination = <exporter>",
        "WRONG same-party <onward>: source and destination are the same");
    payment(
        "advance",
        "card = <spare>",
        "WRONG card-holder <advance> <spare>: neither party ever held the card");
    goods(
        "lot",
        "card = <spare>",
        "WRONG card-holder <lot> <spare>: neither party ever held the card");
  }

  private void ofPayments() {
    payment(
        "export",
        "transaction = <lot>",
        "WRONG payment-parties <export> <lot>: the parties are not those of the transaction");
    payment("export", "payment_type = null", "WRONG payment-type <export>: its type is none");
    payment(
        "advance", "payment_type = 'PREMIUM'", "WRONG payment-type <advance>: its type is PREMIUM");
    payment(
        "lot-payment",
        "premium = <roasters>, selected_option = null",
        "WRONG premium-owner <lot-payment> <roasters>: neither party owns the premium");
    payment(
        "lot-payment",
        "selected_option = 'Silver'",
        "WRONG premium-option <lot-payment>: its premium has no such option as it selects");
    damage(
        "update premium_option set name = 'Golden' where premium = <organic>",
        "WRONG premium-option <lot-payment>: its premium has no such option as it selects");
    damage(
        "insert into payment_transaction_submission values (<export>, <lot-submission>, 0)",
        "WRONG payment-submission <export> <lot-submission>:"
            + " the form was filled in for another company");
  }

  private void ofRecords() {
    payment(
        "advance",
        "currency = <one>",
        "WRONG orphan <advance>: payment_transaction.currency is <one>, which is no currency");
    damage(
        "insert into company_member (id, company, app_user, creator, updater)"
            + " values (<one>, <coop>, <one>, <system>, <system>)",
        "WRONG orphan <one>: company_member.app_user is <one>, which is no app_user");
    damage(
        "delete from product where id = <cherry>",
        "WRONG orphan <coop-cherry>: company_product.product is <cherry>, which is no product",
        "WRONG orphan <lot>: product_transaction.product is <cherry>, which is no product",
        "WRONG orphan <unknown>: product_transaction.product is <cherry>, which is no product",
        "WRONG orphan <spare-lot>: product_transaction.product is <cherry>, which is no product",
        "WRONG orphan <split>: product_transaction.product is <cherry>, which is no product",
        "WRONG load-ref <cherry>: products/cherry of a loaded file names nothing");
    damage(
        "update entity set kind = 'COMPANY' where id = <moses>",
        "WRONG entity <moses>: it is no company, or both");
    damage(
        "insert into entity values (<one>, 'FARMER')",
        "WRONG entity <one>: it is no farmer, or both");
    damage(
        "update load_ref set id = <one> where ref = 'spare'",
        "WRONG load-ref <one>: cards/spare of a loaded file names nothing");
    damage(
        """
        insert into entity_card (id, company, card, entity, creator, updater)
        values (<one>, <coop>, <spare>, <grace>, <system>, <system>)""",
        "WRONG active-cards <grace> <one> <grace-card>:"
            + " a card serves several, or several cards serve one");
    damage(
        "update card set company = <roaster> where id = <card>",
        "WRONG card-company <grace> <card>: it holds the card of another company");
    damage(
        "update entity_card set company = <roaster> where id = <grace-card>",
        "WRONG card-company <grace> <card>: it holds the card of another company");
    damage(
        originFile("one", 1, "0".repeat(64)) + originFile("two", 7, SHA256_OF_X),
        "WRONG origin-file <one>: its bytes are not those that were made",
        "WRONG origin-file <two>: its bytes are not those that were made");
    damage(
        """
        insert into premium_range (id, premium, min_quantity, max_quantity, amount, creator, updater)
        values (<one>, <organic>, 0, 5.1, 1, <system>, <system>),
               (<two>, <organic>, 5, null, 1, <system>, <system>)""",
        "WRONG premium-range <organic> <one> <two>: both ranges have a part of the other");
  }

  /** A name of each kind that a file can have, and of one that none has. */
  private void ofLoadedNames() {
    Stream.concat(IngestKind.ALL.stream().map(IngestKind::title), Stream.of("origin-files"))
        .forEach(
            kind ->
                damage(
                    "insert into load_ref values ('%s', 'lost', <one>)".formatted(kind),
                    "WRONG load-ref <one>: %s/lost of a loaded file names nothing"
                        .formatted(kind)));
  }

  /** A kept file with the bytes "x". */
  private static String originFile(String name, int bytes, String sha256) {
    return """
        insert into origin_file (
          id, company, product_transaction, is_complete, product, plots, producers, countries,
          bytes, sha256, transactions, blockers, blockers_total, warnings, warnings_total, creator,
          updater)
        values (<%1$s>, <coop>, <lot>, true, <cherry>, 0, 0, '[]', %2$d, '%3$s', '[]', '[]', 0,
                '[]', 0, <system>, <system>);
        insert into origin_file_content values (<%1$s>, 'x');"""
        .formatted(name, bytes, sha256);
  }

  private void ofForms() {
    damage(
        "update submission set form = <others> where id = <lot-submission>",
        "WRONG submission <lot-submission>: the form is not one to fill in there",
        "WRONG submission-value <lot-submission> <purchase-grade>:"
            + " the field is one of another form");
    damage(
        "update submission set company = <roaster> where id = <grace-submission>",
        "WRONG submission <grace-submission>: the form is not one to fill in there");
    damage(
        "update form set form_type = 'FARMER' where id = <purchase>",
        "WRONG submission <lot-submission>: the form is not one to fill in there",
        "WRONG company-product <coop-cherry> <purchase>:"
            + " the form is another company's, or for farmers");
    damage(
        "insert into company_product_premium values (<coop-cherry>, <roasters>, 1)",
        "WRONG company-product <coop-cherry> <roasters>: the premium is another company's");
  }
}
