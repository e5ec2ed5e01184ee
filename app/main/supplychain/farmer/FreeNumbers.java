package supplychain.farmer;

import static supplychain.schema.Tables.FARMER;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jooq.DSLContext;
import supplychain.part.Numbers;
import supplychain.problem.Problem;

/** Refuses farmers whose own numbers are another's, before anything is written. */
final class FreeNumbers implements Consumer<NewFarmer> {
  private record Numbered(UUID buyer, String number) {}

  private final Set<Numbered> taken = new HashSet<>();

  FreeNumbers(DSLContext sql, List<NewFarmer> farmers) {
    List<NewFarmer> numbered =
        farmers.stream().filter(farmer -> farmer.farmer.number() != null).toList();
    if (!numbered.isEmpty()) {
      sql.select(FARMER.BUYER, FARMER.NUMBER)
          .from(FARMER)
          .where(FARMER.BUYER.in(numbered.stream().map(NewFarmer::buyer).distinct().toList()))
          .and(FARMER.NUMBER.in(numbered.stream().map(NewFarmer::number).distinct().toList()))
          .forEach(row -> taken.add(new Numbered(row.value1(), row.value2())));
    }
  }

  /**
   * Takes the number.
   *
   * @throws Problem 409 when another farmer of the buyer has it
   */
  @Override
  public void accept(NewFarmer farmer) {
    String own = farmer.farmer.number();
    if (own != null && !taken.add(new Numbered(farmer.buyer(), own))) {
      throw Numbers.taken(farmer.body());
    }
  }
}
