package supplychain.records;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;

import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.jooq.DSLContext;
import supplychain.core.Caller;
import supplychain.records.NamedRecords.Named;
import supplychain.records.Names.Mention;
import supplychain.validation.Body;
import supplychain.validation.Findings;
import supplychain.validation.Formats;
import supplychain.validation.ShownValue;

/** Replaces the names that a caller wrote by the ids of the records that they mean. */
final class NameResolution {
  /** Stands for the record of a name that has a finding. */
  private static final UUID NOBODY = new UUID(0, 0);

  /** The fields that may name the company of a record. */
  private static final List<String> COMPANIES =
      List.of("source", "destination", "company", "buyer", "owner", "entity");

  private final DSLContext sql;
  private final Caller caller;
  private final NamedRecords records;
  private final Map<Body, Set<UUID>> owners = new HashMap<>();

  /** Looks up all these names in one query. */
  NameResolution(DSLContext sql, Caller caller, List<Mention> mentions) {
    this.sql = sql;
    this.caller = caller;
    Map<NameKind, Set<String>> wanted = new EnumMap<>(NameKind.class);
    for (Mention mention : mentions) {
      mention.addTo(wanted);
      mention.others().forEach(other -> other.addTo(wanted));
    }
    records = NamedRecords.find(sql, caller, wanted);
  }

  /** First the names of one record: a record of the same company is meant by the others. */
  void replace(List<Mention> mentions) {
    List<Mention> unclear = new ArrayList<>();
    for (Mention mention : mentions) {
      Set<Named> named = named(mention);
      if (isOne(named)) {
        take(mention, named);
        owners(mention.body()).add(named.iterator().next().owner());
      } else {
        unclear.add(mention);
      }
    }
    Map<NameKind, Set<String>> unknown = new EnumMap<>(NameKind.class);
    unclear.stream()
        .filter(mention -> records.of(mention).isEmpty())
        .forEach(mention -> mention.addTo(unknown));
    NameHints hints = new NameHints(sql, caller, unknown);
    for (Mention mention : unclear) {
      Set<Named> meant = meant(mention);
      if (isOne(meant)) {
        take(mention, meant);
      } else {
        refuse(mention, meant, hints);
        mention.place().accept(TextNode.valueOf(NOBODY.toString()));
      }
    }
  }

  private Set<Named> named(Mention mention) {
    return preferred(records.of(mention), one -> !one.isReplaced());
  }

  private static boolean isOne(Set<Named> named) {
    return NamedRecords.ids(named).size() == 1;
  }

  /** The caller's company, and those of the records that the body names. */
  private Set<UUID> owners(Body body) {
    return owners.computeIfAbsent(
        body,
        each ->
            caller.isOperator()
                ? COMPANIES.stream()
                    .flatMap(field -> each.tree().findValuesAsText(field).stream())
                    .flatMap(text -> Formats.uuid(text).stream())
                    .collect(toCollection(HashSet::new))
                : new HashSet<>(Set.of(caller.company())));
  }

  /**
   * Of several records of a name, the one that is meant: it has the other names of the mention too,
   * it is in the catalogue or of these companies, and its name is spelled the same.
   */
  private Set<Named> meant(Mention mention) {
    Set<Named> meant = named(mention);
    for (Mention other : mention.others()) {
      Set<UUID> same = NamedRecords.ids(records.of(other));
      meant = preferred(meant, one -> same.contains(one.id()));
    }
    Set<UUID> own = owners(mention.body());
    if (meant.stream().anyMatch(one -> own.contains(one.owner()))) {
      meant = preferred(meant, one -> one.owner() == null || own.contains(one.owner()));
    }
    return preferred(meant, one -> one.name().equals(mention.text()));
  }

  /** The better ones of some records, if there are any. */
  private static Set<Named> preferred(Set<Named> all, Predicate<Named> isBetter) {
    Set<Named> better = all.stream().filter(isBetter).collect(toCollection(LinkedHashSet::new));
    return better.isEmpty() ? all : better;
  }

  private void take(Mention mention, Set<Named> named) {
    UUID id = named.iterator().next().id();
    for (Mention other : mention.others()) {
      Set<UUID> ids = NamedRecords.ids(records.of(other));
      // A name that nobody has is no mistake: the record may have got another name since then.
      if (!ids.isEmpty() && !ids.contains(id)) {
        String detail =
            "%s and %s name two different records. Correct one of them."
                .formatted(ShownValue.of(mention.text()), ShownValue.of(other.text()));
        other.body().findings().add(other.named(), "mismatch", detail);
      }
    }
    mention.body().findings().note(mention.pointer(), mention.text());
    mention.place().accept(TextNode.valueOf(id.toString()));
  }

  private void refuse(Mention mention, Set<Named> meant, NameHints hints) {
    String name = ShownValue.of(mention.text());
    Findings findings = mention.body().findings();
    if (!meant.isEmpty()) {
      String detail = "%d records match %s. Name one of them by another key, or by its id.";
      int count = NamedRecords.ids(meant).size();
      findings.settle(
          mention.pointer(), mention.named(), "ambiguous", detail.formatted(count, name));
      return;
    }
    String nouns =
        mention.kinds().stream().map(kind -> kind.noun).distinct().collect(joining(" or "));
    String verb =
        mention.kinds().stream().map(kind -> kind.verb).distinct().collect(joining(" or "));
    String hint =
        findings
            .hints()
            .about(
                Arrays.asList(caller.company(), mention.kinds(), mention.text()),
                () -> hints.of(mention.kinds(), mention.text(), findings));
    String detail = "No %s %s %s.%s".formatted(nouns, verb, name, hint);
    findings.settle(mention.pointer(), mention.named(), "does_not_exist", detail);
  }
}
