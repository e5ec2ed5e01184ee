package supplychain.records;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import supplychain.Client;
import supplychain.Goods;
import supplychain.OneCompany;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Role;

/** A list as a table for people: with names in place of ids. */
class NamedTableTest extends OneCompany {
  private static final String HEAD =
      "number,type,date,source.number,source.name,destination.number,destination.name,"
          + "product.name,quantity,source_quantity,current_quantity,amount,currency,"
          + "invoice_number,method,card.card_id,quality_correction,verification_latitude,"
          + "verification_longitude,parents.number,reversed_on,reversal_reason,transaction_payments.amount,"
          + "transaction_payments.currency,transaction_payments.premium.name,"
          + "transaction_payments.selected_option,transaction_payments.method,"
          + "transaction_payments.number,transaction_payments.date\r\n";

  private final UUID exporter = world.company("Exporter; Kampala");
  private final UUID product = world.product("Cherry");
  private final Client member = world.client(company, Role.MEMBER);
  private final String cherry =
      World.read(sql -> sql.fetchValue("select name from product where id = ?", product)) + "";

  /** A table without the ids and times that differ from run to run. */
  private static String table(Client client, String query) {
    Reply reply = client.get(GOODS + query, "Accept", "text/csv").expect(200);
    String id = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
    return reply
        .text()
        .replaceAll("(?m)^(id|" + id + "),", "")
        .replaceAll("created_on,updated_on,", "")
        .replaceAll("20[0-9-]{8}T[0-9:.]{9,}\\+05:30,20[0-9-]{8}T[0-9:.]{9,}\\+05:30,", "");
  }

  private UUID farmer(String consent) {
    UUID farmer = world.farmer(company);
    String body =
        "{'first_name': 'Akello', 'last_name': 'Apio', 'number': 'F-102', 'consent_status': '%s'}"
            .formatted(consent)
            .replace('\'', '"');
    member.patch(FARMERS + farmer + "/", body).expect(200);
    return farmer;
  }

  private String bought(UUID farmer, String number, String payments) {
    UUID premium = world.premium(company, "NORMAL", true);
    String fields =
        "'amount': '1500.50', 'date': '2026-11-21', 'quantity': '5.50', 'number': '%s',"
            + " 'transaction_payments': [%s]";
    String all = fields.formatted(number, payments.replace("PREMIUM", premium + ""));
    return member.post(GOODS, Goods.body(farmer, company, product, all)).expect(201).id();
  }

  private void sold(String lot) {
    String fields =
        "'amount': '9', 'quantity': '1.5', 'number': 'S-1', 'date': '2026-11-22',"
            + " 'invoice_number': '=1+1', 'parents': ['%s']";
    String body = Goods.body(company, exporter, product, fields.formatted(lot));
    member.post(GOODS, body).expect(201);
  }

  @Test
  void aTransactionNamesItsPartiesProductParentsAndPayment() {
    String lot =
        bought(
            farmer("UNKNOWN"),
            "P-1",
            "{\"amount\": 1500.50, \"number\": \"M-1\", \"premium\": \"PREMIUM\"}");
    sold(lot);
    assertEquals(
        HEAD
            + "P-1,INCOMING,2026-11-21T12:00:00+05:30,F-102,Akello Apio,,Cooperative,"
            + cherry
            + ",5.50,5.50,4.00,1500.50,UGX,,NONE,,100,,,,,,1500.50,UGX,Organic,,NONE,M-1,"
            + "2026-11-21T12:00:00+05:30\r\n"
            + "S-1,OUTGOING,2026-11-22T12:00:00+05:30,,Cooperative,,Exporter; Kampala,"
            + cherry
            + ",1.5,1.5,1.5,9,UGX,'=1+1,INVOICE,,100,,,P-1,,,,,,,,,\r\n",
        table(member, "?columns=names"));
  }

  @Test
  void severalPaymentsAreInOneCell() {
    bought(
        farmer("UNKNOWN"),
        "P-1",
        "{\"amount\": 1000, \"number\": \"M-1\", \"premium\": \"PREMIUM\"},"
            + " {\"amount\": 500.5, \"number\": \"M-2\", \"currency\": \"USD\"}");
    String line = table(member, "?columns=names").lines().skip(1).findFirst().orElseThrow();
    assertTrue(
        line.endsWith(
            ",1000 + 500.5,UGX + USD,Organic + , + ,NONE + NONE,M-1 + M-2,"
                + "2026-11-21T12:00:00+05:30 + 2026-11-21T12:00:00+05:30"),
        line);
  }

  @Test
  void aNameThatTheReaderMayNotSeeIsEmpty() {
    UUID farmer = farmer("UNKNOWN");
    String lot = bought(farmer, "P-1", "");
    sold(lot);
    Client buyer = world.client(exporter, Role.REPORTER);
    assertEquals(
        HEAD
            + "S-1,OUTGOING,2026-11-22T12:00:00+05:30,,Cooperative,,Exporter; Kampala,"
            + cherry
            + ",1.5,1.5,1.5,9,UGX,'=1+1,INVOICE,,100,,,,,,,,,,,,\r\n",
        table(buyer, "?columns=names"));
    world
        .client(null, Role.OPERATOR)
        .patch(
            FARMERS + farmer + "/",
            "{\"first_name\": \"Akello\", \"buyer\": \"%s\"}".formatted(exporter))
        .expect(200);
    assertTrue(table(member, "?columns=names").contains("+05:30,,,,Cooperative,"));
    World.write("update farmer set consent_status = 'GRANTED' where id = ?", farmer);
    assertTrue(table(member, "?columns=names").contains("+05:30,,Akello Apio,,Cooperative,"));
  }

  @Test
  void everyListHasATableWithNames() {
    Client operator = world.client(null, Role.OPERATOR);
    for (var link : operator.get("/v1/").json().get("links").properties()) {
      String path = link.getValue().asText() + "?limit=5&columns=names";
      Reply reply = operator.get(path, "Accept", "text/csv");
      if ((reply.header("Content-Type") + "").startsWith("text/csv")) {
        String head = reply.expect(200).text().lines().findFirst().orElseThrow();
        assertTrue(head.startsWith("id,"), link.getKey());
        assertFalse(head.matches(".*\\b(buyer|company|farmer|product|owner|user)(,.*|$)"), head);
      }
    }
  }

  @Test
  void onlyATableHasColumns() {
    Reply reply = member.get(GOODS + "?columns=names");
    reply.expect(400, "/columns no_table");
    assertEquals(
        "This parameter needs the header `Accept: text/csv`, or the media type of a workbook.",
        reply.at("/errors/0/detail"));
    member.get(GOODS + "?columns=name", "Accept", "text/csv").expect(400, "/columns not_a_choice");
  }
}
