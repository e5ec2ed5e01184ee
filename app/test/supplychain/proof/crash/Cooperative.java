package supplychain.proof.crash;

import static supplychain.Paths.*;

import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import supplychain.World;
import supplychain.core.Role;

/** A cooperative, and the requests that its clerks send. */
final class Cooperative {
  /** So many farmers it has, one for each client that writes. */
  static final int FARMERS = 4;

  final UUID coop;
  final UUID exporter;
  final UUID cherry;
  final UUID form;
  final UUID field;
  final UUID premium;
  final List<UUID> farmers;
  final String token;
  final String company;

  Cooperative(World world) {
    coop = world.company("Cooperative");
    exporter = world.company("Exporter");
    cherry = world.product("Cherry");
    form = world.form(coop, "TRANSACTION");
    field = world.field(form, "note", "TEXT", true, "[]");
    premium = world.premium(coop, "NORMAL", true);
    farmers = Stream.generate(() -> world.farmer(coop)).limit(FARMERS).toList();
    token = world.token(coop, Role.ADMIN);
    company = COMPANIES + coop + "/";
  }

  /** A purchase from a farmer with its form and two payments; the key is its invoice's number. */
  String purchase(UUID farmer, String key, int quantity) {
    return """
        {"source": "%s", "destination": "%s", "product": "%s", "quantity": "%d", "amount": "10",
         "invoice_number": "%s", "submissions":
           [{"form": "%s", "values": [{"field": "%s", "value": "%s"}]}],
         "transaction_payments": [{"amount": "5"}, {"amount": "3", "premium": "%s"}]}"""
        .formatted(farmer, coop, cherry, quantity, key, form, field, key, premium);
  }

  /** A sale from a lot, with its payment. */
  String sale(String key, BigDecimal quantity, String lot) {
    return """
        {"source": "%s", "destination": "%s", "product": "%s", "quantity": "%s", "amount": "20",
         "invoice_number": "%s", "parents": ["%s"], "transaction_payments": [{"amount": "20"}]}"""
        .formatted(coop, exporter, cherry, quantity, key, lot);
  }

  String payment(UUID farmer, String key) {
    return """
        {"source": "%s", "destination": "%s", "amount": 12.50, "invoice_number": "%s"}"""
        .formatted(coop, farmer, key);
  }

  /** A product that the cooperative handles from now on, named by the key. */
  String companyProduct(String key) {
    return """
        {"company": "%s", "product": {"name": "%s"}, "premiums": ["%s"]}"""
        .formatted(coop, key, premium);
  }
}
