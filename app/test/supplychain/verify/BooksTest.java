package supplychain.verify;

import static org.junit.jupiter.api.Assertions.*;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Records;
import supplychain.cli.CommandRun;
import supplychain.core.Progress;
import supplychain.ingest.Demo;
import supplychain.ingest.IngestKind;

/** The command verify names each mistake in the books. */
class BooksTest {
  private final BooksDatabase books = BooksDatabase.ofFile();

  /** The SQL of each damage, and the lines that verify prints. */
  static Stream<Arguments> damages() {
    return Stream.of(BooksDatabase.file("damages.sql").split("\\n\\n"))
        .skip(1)
        .map(
            damage -> {
              List<String> lines = damage.lines().filter(line -> line.startsWith("-->")).toList();
              String sql = damage.substring(0, damage.indexOf("\n-->"));
              return Arguments.of(sql, lines.stream().map(line -> line.substring(4)).toList());
            });
  }

  @ParameterizedTest
  @MethodSource("damages")
  void eachMistakeOfTheBooksIsNamedWithItsIds(String sql, List<String> lines) {
    books.damage(sql);
    assertEquals(lines.stream().map(books::filled).toList(), found());
  }

  /** Each kind of record that a file can have, and a kind that no file can have. */
  static Stream<String> loadedKinds() {
    return Stream.concat(IngestKind.ALL.stream().map(IngestKind::title), Stream.of("origin-files"));
  }

  @ParameterizedTest
  @MethodSource("loadedKinds")
  void aRefOfALoadedFileWithoutARecordIsAMistake(String kind) {
    books.damage("insert into load_ref values ('%s', 'lost', <one>)".formatted(kind));
    String line =
        "WRONG load-ref <one>: %s/lost of a loaded file refers to a record that does not exist";
    assertEquals(List.of(books.filled(line.formatted(kind))), found());
  }

  private List<String> found() {
    List<String> lines = new ArrayList<>();
    for (Discrepancy found : Records.mistakes(books.database())) {
      for (Discrepancy.Breach breach : found.named()) {
        String ids = breach.ids().stream().map(UUID::toString).collect(Collectors.joining(" "));
        lines.add("WRONG %s %s: %s".formatted(found.check(), ids, breach.says()));
      }
    }
    return lines;
  }

  @Test
  void rightBooksPrintOneLineAndNothingQuietly() {
    assertEquals(
        new CommandRun(
            0,
            "The books are right, 0 warnings in 7 product transactions, 4 payments, 0 reversals.\n",
            ""),
        books.verify());
    assertEquals(new CommandRun(0, "", ""), books.verify("--quiet"));
  }

  /** SQL after which the books are as right as before. */
  static Stream<String> harmlessChanges() {
    return Stream.of(
        twin("-24 hours -1 microsecond"),
        twin("24 hours 1 microsecond"),
        // A payment may select an option by a name that the option had.
        """
        insert into history
          (transaction, request, kind, record, part_of, operation, before, after, readers, in_company_document)
        select 1, 'r', 'premium_option', id, premium, 'UPDATE', '{"name": "Gold"}', '{"name": "G"}', '{}', false
          from premium_option where name = 'Gold';
        update premium_option set name = 'G' where name = 'Gold'\
        """,
        // Ranges that meet, or are no longer active, do not overlap.
        """
        insert into premium_range
               (id, premium, min_quantity, max_quantity, amount, is_active, creator, updater)
        values (<one>, <organic>, 0, 5, 1, true, <system>, <system>),
               (<two>, <organic>, 5.0, null, 1, true, <system>, <system>),
               (gen_random_uuid(), <organic>, 1, null, 1, false, <system>, <system>)\
        """);
  }

  @ParameterizedTest
  @MethodSource("harmlessChanges")
  void changesThatBreakNoRuleAreNotNamed(String sql) {
    books.damage(sql);
    assertRight();
  }

  @Test
  void mistakesAndWarningsAreNamedQuietlyToo() {
    books.damage("insert into entity values (<one>, 'FARMER'); " + twin("0"));
    assertEquals(
        new CommandRun(
            3,
            books.filled(
                """
                WRONG entity <one>: it is marked as a farmer, but that record is missing, or there are two
                WARNING twins <sale> <twin>: %s
                """
                    .formatted("seller and buyer both recorded that 4 moved on <next day>")),
            "The books are wrong: 1 mistake, 1 warning in 8 product transactions, 4 payments,"
                + " 0 reversals.\n"),
        books.verify("--quiet"));
  }

  @Test
  void verifyNamesAHundredMistakesOfAKindAndCountsTheRest() {
    books.damage(
        "insert into entity select gen_random_uuid(), 'FARMER' from generate_series(1, 102)");
    List<String> lines = books.verify().out().lines().collect(Collectors.toList());
    assertEquals(101, lines.size());
    assertEquals("WRONG entity: 2 more", lines.get(100));
    assertEquals(lines.subList(0, 100).stream().sorted().toList(), lines.subList(0, 100));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-24 hours", "0", "24 hours"})
  void goodsThatSellerAndBuyerBothRecordedAreAWarning(String later) {
    books.damage(twin(later));
    assertWarning(
        "WARNING twins <sale> <twin>:"
            + " seller and buyer both recorded that 4 moved on <next day>",
        "8 product transactions, 4 payments, 0 reversals");
  }

  @Test
  void aTwinThatIsReversedIsNoTwin() {
    books.damage(
        twin("0")
            + "; update product_transaction set remaining = 0 where id = <twin>;"
            + reversal("two", "exporter", "<twin>"));
    assertRight();
  }

  @Test
  void paymentsOfAReversedTransactionAreAWarningUntilTheRefund() {
    books.damage(
        """
        update product_transaction set remaining = 0 where id = <sale>;
        update product_transaction set remaining = 6 where id = <beans>;\
        """
            + reversal("one", "coop", "<sale>"));
    assertWarning(
        "WARNING paid-for-nothing <sale> <export>:"
            + " it is reversed, but payments for it are not: 60 EUR",
        "7 product transactions, 4 payments, 1 reversal");
    books.damage(
        """
        insert into payment_transaction
        select (jsonb_populate_record(paid, jsonb_build_object(
          'id', <two>, 'number', 'back', 'type', 'INCOMING',
          'source', <coop>, 'destination', <exporter>))).*
          from payment_transaction paid where id = <export>\
        """);
    assertRight();
  }

  @Test
  void theDemoIsRight() {
    BooksDatabase empty = BooksDatabase.empty();
    new Demo(empty.database()).load(Progress.NONE);
    // Recorded on its day, in whatever year this test runs.
    empty.damage("update product_transaction set created_on = date");
    empty.damage("update payment_transaction set created_on = date");
    assertEquals(
        new CommandRun(
            0,
            "The books are right, 0 warnings in 23 product transactions, 43 payments, 0"
                + " reversals.\n",
            ""),
        empty.verify());
  }

  @Test
  void verifyNamesWhatLooksWrongOnceForRecordsThatAreAlike() {
    books.damage(
        """
        update product_transaction set date = created_on + interval '2 days' where id = <spare-lot>;
        update farmer set identification_no = 'CM8', number = 'F-' || first_name\
        """);
    assertEquals(
        books.filled(
            """
            WARNING future_date <spare-lot>: Its date is %s, and it was recorded on %s.
            WARNING same_farmer <moses> <grace>: Farmer F-Grace, Grace, has the same identification_no.
            The books are right, 2 warnings in 7 product transactions, 4 payments, 0 reversals.
            """),
        books.verify().out().replaceAll("\\d{4}-\\d{2}-\\d{2}", "%s"));
  }

  private void assertWarning(String line, String counts) {
    assertEquals(
        new CommandRun(
            0, books.filled(line) + "\nThe books are right, 1 warning in " + counts + ".\n", ""),
        books.verify());
    assertEquals(new CommandRun(0, books.filled(line) + "\n", ""), books.verify("-q"));
  }

  private void assertRight() {
    CommandRun run = books.verify();
    assertTrue(run.out().startsWith("The books are right, 0 warnings in "), run.out());
    assertEquals(0, run.exitCode());
  }

  private static String reversal(String name, String company, String reversed) {
    return """
    insert into reversal (id, company, product_transaction, reason, creator, updater)
    values (<%1$s>, <%2$s>, %3$s, 'typo', <system>, <system>);
    update product_transaction set reversed_on = reversal.created_on
      from reversal where reversal.id = <%1$s> and product_transaction.id = %3$s\
    """
        .formatted(name, company, reversed);
  }

  /** Adds the sale a second time, as recorded by the buyer, at a later time. */
  private static String twin(String later) {
    return """
    insert into product_transaction
    select (jsonb_populate_record(sold, jsonb_build_object(
      'id', <twin>, 'number', 'twin', 'type', 'INCOMING', 'company', <exporter>,
      'date', sold.date + interval '%s'))).*
      from product_transaction sold where id = <sale>\
    """
        .formatted(later);
  }
}
