package supplychain.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A number with a unit is proposed only if the unit is that of the field. */
class UnitTest {
  private static final Map<String, Kind<?>> KINDS =
      Map.of("quantity", Kinds.QUANTITY, "area", Kinds.AREA, "amount", Kinds.AMOUNT);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "quantity | 77 kg      | written 77.",
        "quantity | 77kgs      | written 77.",
        "quantity | 77,5 Kilos | written 77.5.",
        "quantity | KG. 77     | written 77.",
        "quantity | 2,250 kg   | written 2.2500 or 2250.",
        "quantity | 2.250 kg   | written 2.2500 or 2250.",
        "quantity | 2.250,5 kg | written 2250.5.",
        "area     | 1,5 ha     | written 1.5.",
        "area     | 3 hectares | written 3."
      })
  void theUnitOfTheFieldIsRemoved(String field, String written, String advice) {
    assertEquals("must be " + advice, KINDS.get(field).read(TextNode.valueOf(written)).rule());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "quantity | 77 lb              | kg",
        "quantity | 77 lbs.            | kg",
        "quantity | 2 bags             | kg",
        "quantity | 1.5 t              | kg",
        "quantity | 900 g              | kg",
        "quantity | 2 kg 300 g         | kg",
        "quantity | 2 bags of 60 kg    | kg",
        "quantity | 2 ha               | kg",
        "quantity | UGX 5              | kg",
        "area     | 4 acres            | hectares",
        "area     | 9000 m2            | hectares",
        "area     | 2 manzanas         | hectares",
        "area     | 2 kg               | hectares",
        "amount   | UGX 48,000         | the currency of the record",
        "amount   | 48000 UGX          | the currency of the record",
        "amount   | $12                | the currency of the record",
        "amount   | 48000/=            | the currency of the record",
        "amount   | 48 k               | the currency of the record",
        "amount   | 2 kg               | the currency of the record"
      })
  void anotherUnitIsNeverRemoved(String field, String written, String unit) {
    String rule =
        "must be in %s, as a plain decimal like 1.50, of at most 25 digits, at most 6 after the"
            + " point.";
    assertEquals(
        rule.formatted(unit), KINDS.get(field).read(TextNode.valueOf(written)).rule(), written);
  }
}
