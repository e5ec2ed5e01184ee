package supplychain.eudr;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import supplychain.core.Problem;
import supplychain.core.ProblemType;
import supplychain.trace.Step;

/**
 * Where a lot came from, as far as its file can say it.
 *
 * @param lot the product transaction
 * @param transactions the ids of the lot and of all that it came from
 * @param plots how many plots are in the file
 * @param producers whose they are
 * @param countries theirs, by code
 * @param file the bytes of the file; incomplete where there is any blocker
 * @param blockers why the file cannot be used
 * @param warnings what somebody should look at
 */
record Origins(
    Step lot,
    List<UUID> transactions,
    int plots,
    int producers,
    List<String> countries,
    byte[] file,
    Issues blockers,
    Issues warnings) {

  /** Whether the file can be used. */
  boolean isComplete() {
    return blockers.total() == 0;
  }

  /** 409 with what is missing, if anything is. */
  void requireComplete() {
    if (!isComplete()) {
      String named =
          blockers.total() > Issues.MOST ? "; blockers names the first " + Issues.MOST : "";
      throw new Problem(
              ProblemType.ORIGINS_INCOMPLETE,
              (blockers.total() == 1 ? "One blocker" : blockers.total() + " blockers")
                  + named
                  + ".")
          .member("blockers_total", blockers.total())
          .member("blockers", blockers.document());
    }
  }

  /** SHA-256 of the file, in hexadecimal digits. */
  String sha256() {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(file));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** The quantity of the lot, in kilograms; null where nobody knows it. */
  String netMass() {
    return lot.quantity() == null ? null : lot.quantity().toPlainString();
  }

  /** The companion of the file. */
  ObjectNode summary() {
    ObjectNode summary = JsonNodeFactory.instance.objectNode();
    summary.put("product_transaction", lot.id().toString());
    summary.put("is_complete", isComplete());
    summary.put("net_mass_kg", netMass());
    summary.put("product", lot.product().toString());
    summary.put("plots", plots);
    summary.put("producers", producers);
    summary.set("countries", texts(countries));
    summary.put("bytes", file.length);
    summary.put("sha256", sha256());
    summary.set("transactions", texts(transactions));
    summary.put("blockers_total", blockers.total());
    summary.set("blockers", blockers.document());
    summary.put("warnings_total", warnings.total());
    return summary.set("warnings", warnings.document());
  }

  /** What a map of it is of. */
  String title() {
    return "Origins of %s, %s".formatted(lot.number(), lot.productName());
  }

  /** What is on the map, and whether that is all. */
  String subtitle() {
    String mass = lot.quantity() == null ? "" : netMass() + " kg · ";
    String lacking = isComplete() ? "" : " · not complete, blockers: " + blockers.total();
    String places = plots == 1 ? "1 plot" : plots + " plots";
    String people = producers == 1 ? "1 producer" : producers + " producers";
    return "%s%s of %s in %s%s"
        .formatted(mass, places, people, String.join(", ", countries), lacking);
  }

  static ArrayNode texts(Collection<?> values) {
    ArrayNode texts = JsonNodeFactory.instance.arrayNode();
    values.forEach(value -> texts.add(value.toString()));
    return texts;
  }
}
