package supplychain.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;
import static supplychain.verify.WarningScene.*;

import java.time.LocalDate;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Reply;
import supplychain.core.Role;

/** How much farmers are expected to deliver, and the warning about a delivery above it. */
class EstimateTest {
  /** The first and the last day of a season in which the farmer has delivered. */
  private static final LocalDate FIRST = DAY.minusDays(180);

  private static final LocalDate LAST = DAY.minusDays(1);

  private final WarningScene scene = new WarningScene();

  private Reply estimate(String fields) {
    String season =
        "{'farmer': '%s', 'product': '%s', 'date_from': '2025-09-01', 'date_before': '2026-03-01',"
            + " 'quantity': '250'}";
    String body = merged(season.formatted(scene.farmer, scene.cherry), fields);
    return scene.member.post(ESTIMATES, body);
  }

  /** The farmer is expected to deliver 250 kg from {@code FIRST} to {@code LAST}. */
  private void estimateOfSeason() {
    estimate("'date_from': '%s', 'date_before': '%s'".formatted(FIRST, DAY)).expect(201);
  }

  private Reply delivered(LocalDate day, String quantity) {
    return delivered(day, quantity, "");
  }

  private Reply delivered(LocalDate day, String quantity, String fields) {
    return scene.bought("'date': '%s', 'quantity': '%s'%s".formatted(day, quantity, fields));
  }

  @Test
  void theDeliveryThatBringsThePeriodAboveTheEstimateIsAWarning() {
    estimateOfSeason();
    scene.assertWarned(delivered(FIRST.minusDays(1), "240"));
    scene.assertWarned(delivered(FIRST, "150"));
    scene.assertWarned(delivered(LAST, "100"));
    scene.assertWarned(delivered(DAY, "90"));
    String warning =
        "over_estimate: With it, the farmer delivered 330 kg of this product from %s to before %s."
            + " The estimate is 250 kg.";
    scene.assertWarned(delivered(LAST.minusDays(60), "80"), warning.formatted(FIRST, DAY));
  }

  @Test
  void reversedDeliveriesAndOtherProductsAndFarmersDoNotCount() {
    estimateOfSeason();
    Reply wrong = delivered(FIRST.plusDays(1), "240");
    String reversals = wrong.header("Location") + "reversals/";
    scene.member.post(reversals, "{\"reason\": \"typo\"}").expect(201);
    String other = ", 'source': '" + scene.world.farmer(scene.company) + "'";
    scene.assertWarned(delivered(FIRST.plusDays(2), "200", other));
    String honey = ", 'product': '" + scene.world.product("Honey") + "'";
    scene.assertWarned(delivered(FIRST.plusDays(3), "190", honey));
    scene.assertWarned(delivered(FIRST.plusDays(4), "180"));
  }

  @Test
  void thePeriodsForAFarmerAndAProductDoNotOverlap() {
    Reply first = estimate("").expect(201);
    assertEquals(
        "Estimate %s for this farmer and product has the days from 2025-09-01 to before 2026-03-01."
            .formatted(first.id()),
        estimate("'date_from': '2026-02-28', 'date_before': '2026-04-01'")
            .expect(409)
            .at("/errors/0/detail"));
    Reply next = estimate("'date_from': '2026-03-01', 'date_before': '2026-04-01'").expect(201);
    estimate("'product': '" + scene.world.product("Honey") + "'").expect(201);
    String earlier = "{\"date_from\": \"2026-02-01\"}";
    scene.member.patch(next.header("Location"), earlier).expect(409, "/date_from taken");
    scene.member.patch(first.header("Location"), earlier).expect(200);
  }

  @Test
  void aPeriodBeginsBeforeItEnds() {
    estimate("'date_before': '2025-09-01'").expect(400, "/date_before range");
    Reply right = estimate("").expect(201);
    String late = "{\"date_from\": \"2026-03-01\"}";
    scene.member.patch(right.header("Location"), late).expect(400, "/date_before range");
  }

  @Test
  void estimatesGoWithAFarmerWhoIsReplaced() {
    UUID stays = scene.world.farmer(scene.company);
    Reply moved = estimate("").expect(201);
    estimate("'farmer': '" + stays + "', 'date_from': '2026-05-01', 'date_before': '2026-06-01'")
        .expect(201);
    Reply kept = estimate("'date_from': '2026-05-31', 'date_before': '2026-07-01'").expect(201);
    Client admin = scene.world.client(scene.company, Role.ADMIN);
    String replacement = "{\"replaced_by\": \"%s\"}".formatted(stays);
    admin.post(FARMERS + scene.farmer + "/replacement/", replacement).expect(201);
    assertEquals(stays.toString(), admin.get(moved.header("Location")).at("/farmer"));
    assertEquals(scene.farmer.toString(), admin.get(kept.header("Location")).at("/farmer"));
  }

  @Test
  void aSeasonIsOneTable() {
    String table = "Farmer,Product,From,Before,Expected (kg)\n%s,%s,2025-09-01,2026-03-01,10.50\n";
    table(ESTIMATES, table.formatted(scene.farmer, scene.cherry));
    assertEquals("10.50", scene.member.get(ESTIMATES).json().at("/0/quantity").asText());
    String id = scene.member.get(ESTIMATES).json().at("/0/id").asText();
    Reply changed = table(ESTIMATES + "?match=id", "id,quantity\n" + id + ",12\n");
    assertEquals("changed=1", changed.summary());
    assertEquals("12", scene.member.get(ESTIMATES).json().at("/0/quantity").asText());
  }

  private Reply table(String path, String text) {
    return scene.member.post(path, text, "Content-Type", "text/csv").expect(200);
  }
}
