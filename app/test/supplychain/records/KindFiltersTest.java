package supplychain.records;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.*;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import supplychain.records.registry.RecordKinds;

/** The filters of each list. */
class KindFiltersTest extends KindScene {
  /** Each list: a record that its filters find, another one, and the filters. */
  private static final String FILTERS =
      """
      accounts/users | {'email': '<unique>@example.org'} | {'email': 'a<unique>@example.org'} \
      | email=<unique> email_is=<unique>@EXAMPLE.org
      auth/tokens | {'company': '<company>', 'email': '<unique>@example.org', 'role': 'MEMBER'} \
      | {'company': '<other>', 'email': 'a<unique>@example.org', 'role': 'REPORTER'} \
      | company=<company> email=<unique> email_is=<unique>@EXAMPLE.org role=MEMBER
      catalogs/connect-cards | {'company': '<company>', 'card_id': 'Free-1', 'display_id': 'Blue'} \
      | {'company': '<other>', 'card_id': 'C-2'} | company=<company> card_id=free card_id_is=FREE-1 \
      display_id=bl display_id_is=BLUE
      catalogs/premiums | {'owner': '<company>', 'name': 'Organic', 'category': 'TRANSACTION', \
      'type': 'PER_KG', 'applicable_activity': 'SELL', 'calculation_type': 'RANGE', 'is_active': false} \
      | {'owner': '<other>', 'name': 'Fair'} | owner=<company> name=org name_is=ORGANIC \
      category=TRANSACTION \
      type=PER_KG applicable_activity=SELL calculation_type=RANGE is_active=false
      catalogs/products | {'name': 'Tea <unique> black', 'is_active': 'false'} \
      | {'name': 'Tea <unique> green'} | name=TEA+<unique>+b \
      name_is=tea+<unique>+BLACK is_active=false
      forms/forms | {'owner': '<company>', 'form_type': 'PRODUCT', 'products': ['<product>']} \
      | {'owner': '<other>', 'form_type': 'FARMER'} \
      | owner=<company> form_type=PRODUCT product=<product>
      forms/submissions | {'form': '<form>', 'product': '<product>'} | {'form': '<payment form>'} \
      | form=<form> form_type=PRODUCT product=<product>
      supply-chains/companies | {'name': 'Exporter', 'country': 'Uganda', 'buyer': '<company>'} \
      | {'name': 'Cooperative'} | name=EXP name_is=EXPORTER country=ug \
      country_is=uganda buyer=<company>
      supply-chains/company-members | {'company': '<company>', 'email': '<unique>@example.org'} \
      | {'company': '<other>', 'email': 'a<unique>@example.org'} | company=<company> email=<unique> \
      email_is=<unique>@EXAMPLE.org
      supply-chains/company-products | {'company': '<company>', 'product_id': '<product>', \
      'forms': ['<form>'], 'premiums': ['<premium>'], 'is_active': false} | {'company': '<other>'} \
      | company=<company> product=<product> form=<form> premium=<premium> is_active=false
      supply-chains/entity-cards | {'card': {'id': '<card>'}, 'entity': '<farmer>'} \
      | {'card': {'id': '<other card>'}, 'entity': '<other>'} \
      | company=<company> card=<card> entity=<farmer>
      supply-chains/farmers | {'buyer': '<company>', 'first_name': 'Zawadi', 'last_name': 'Apio_', \
      'number': 'N7', 'consent_status': 'GRANTED', 'country': 'Uganda', 'province': 'East  Bugisu', \
      'phone': '+256 772', 'reference_number': 'R-1', 'identification_no': 'I-1', \
      'entity_card': {'card': {'card_id': 'C-1'}}} \
      | {'buyer': '<other>', 'first_name': 'Amina', 'entity_card': {'card': {'card_id': 'C-12'}}} \
      | buyer=<company> name=zaw name=APIO_ name=zawadi+api \
      name_is=zawadi+APIO_ name_is=apio_ number=n7 number_is=n7 consent_status=GRANTED \
      country=UG country_is=UGANDA province=east++b province_is=EAST++bugisu phone=%2B256+7 \
      phone_is=%2B256+772 reference_number=r- reference_number_is=r-1 \
      identification_no=i-1 identification_no_is=i-1 card_id=c-1
      supply-chains/field-visibilities | {'company': '<company>', 'name': 'gender', \
      'type': 'FARMER', 'visibility': false} | {'company': '<other>', 'name': 'date'} \
      | company=<company> name=GEN name_is=GENDER type=FARMER visibility=false
      supply-chains/plots | {'farmer': '<farmer>', 'name': 'Upper', 'is_active': false, \
      'latitude': 1.25, 'longitude': 34.3} \
      | {'farmer': '<other farmer>', 'latitude': 1.25, 'longitude': 34.3} \
      | farmer=<farmer> buyer=<company> name=uPP name_is=uPPER is_active=false
      supply-chains/estimates | {'farmer': '<farmer>', 'product': '<product>', \
      'date_from': '2026-09-01', 'date_before': '2027-03-01', 'quantity': '1200'} \
      | {'farmer': '<other farmer>', 'product': '<other product>', \
      'date_from': '2026-09-01', 'date_before': '2027-03-01', 'quantity': '1200'} \
      | farmer=<farmer> buyer=<company> product=<product>
      transactions/product-transactions | {'source': '<farmer>', 'destination': '<company>', \
      'product': '<product>', 'amount': '1', 'quantity': '5', 'number': 'N7', \
      'invoice_number': 'INV-9', 'date': '2026-03-01T00:00:00Z'} \
      | {'source': '<company>', 'destination': '<other>', 'product': '<other product>', \
      'amount': '1', 'quantity': '0', 'date': '2025-03-01T00:00:00Z'} \
      | entity=<farmer> source=<farmer> destination=<company> product=<product> type=INCOMING \
      number=n7 number_is=n7 invoice_number=inv- \
      invoice_number_is=inv-9 date_from=2026-01-01 in_stock=true
      transactions/payment-transactions | {'source': '<company>', 'destination': '<farmer>', \
      'premium': '<premium>', 'number': 'N7', 'invoice_number': 'INV-9', \
      'date': '2026-03-01T00:00:00Z'} \
      | {'source': '<other>', 'destination': '<company>', 'date': '2025-03-01T00:00:00Z'} \
      | entity=<farmer> source=<company> destination=<farmer> premium=<premium> \
      payment_type=PREMIUM number=n7 number_is=n7 invoice_number=inv- \
      invoice_number_is=inv-9 date_from=2026-01-01
      """;

  /** Filters for records that a POST alone does not make. */
  private static final Set<String> TESTED_WITH_THEIR_KIND =
      Set.of(
          "catalogs/connect-cards entity",
          "catalogs/connect-cards is_held",
          "forms/submissions farmer",
          "forms/submissions product_transaction",
          "supply-chains/company-members is_active",
          "supply-chains/company-members user",
          "supply-chains/entity-cards is_active");

  /** A kind with one filter, as {@code supply-chains/farmers buyer}. */
  @Test
  void eachFilterOfEachKindThatARequestCreatesAndChangesIsHere() {
    Set<String> all = new TreeSet<>();
    for (String path : changed()) {
      RecordKind kind = RecordKinds.named(path.replaceFirst(".*/", ""));
      kind.filters().forEach(filter -> all.add(path + " " + filter.name()));
    }
    all.removeAll(TESTED_WITH_THEIR_KIND);
    Set<String> here =
        FILTERS
            .lines()
            .flatMap(
                line ->
                    Pattern.compile(" (\\w+)=")
                        .matcher(line)
                        .results()
                        .map(filter -> line.replaceFirst(" .*", "") + " " + filter.group(1)))
            .collect(toSet());
    assertEquals(Set.of(), without(all, here), "Add each of these to FILTERS.");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '§', textBlock = FILTERS)
  void eachFilterFindsTheRecordThatMeetsItAndNotTheOther(
      String kind, String first, String second, String queries) {
    String found = made(kind, first).id();
    String notFound = made(kind, second).id();
    for (String query : filled(queries).split("\\s+", -1)) {
      List<String> ids = recent(kind, "&" + query);
      assertTrue(ids.contains(found), query);
      assertFalse(ids.contains(notFound), query);
    }
  }
}
