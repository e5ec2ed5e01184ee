package supplychain.records;

import static org.jooq.impl.DSL.*;
import static supplychain.schema.Tables.CARD;
import static supplychain.schema.Tables.ENTITY_CARD;

import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jooq.DSLContext;
import org.jooq.Field;
import supplychain.core.Caller;
import supplychain.validation.Findings;
import supplychain.validation.Formats;
import supplychain.validation.Hints;
import supplychain.validation.NearestName;
import supplychain.validation.ShownValue;
import supplychain.validation.ValueTypes;

/** What a person may have meant by names that no record has. */
final class NameHints {
  /** The advice is the same whether there is such a company or not. */
  private static final String NEW_PARTNER =
      "A company with which yours has not traded yet needs its id. Ask that company or an operator"
          + " for the id.";

  private final DSLContext sql;
  private final Caller caller;
  private final Map<NameKind, Set<String>> unknown;
  private final Map<NameKind, List<String>> candidates = new EnumMap<>(NameKind.class);

  /** Hints for a caller about some of these names. */
  NameHints(DSLContext sql, Caller caller, Map<NameKind, Set<String>> unknown) {
    this.sql = sql;
    this.caller = caller;
    this.unknown = unknown;
  }

  /** A sentence about a name after a blank; empty if there is nothing to say. */
  String of(Set<NameKind> kinds, String name, Findings findings) {
    if (!ValueTypes.isStored(name)) {
      return "";
    }
    return kinds.stream()
        .flatMap(kind -> findings.hints().inFile(kind.table(), name).stream())
        .findFirst()
        .or(() -> freeCard(kinds, name))
        .or(() -> near(kinds, name).map(near -> "Did you mean " + ShownValue.of(near) + "?"))
        .or(() -> otherKind(kinds, name))
        .or(() -> Optional.of(NEW_PARTNER).filter(advice -> isPartner(kinds)))
        .map(" "::concat)
        .orElse("");
  }

  private Optional<String> freeCard(Set<NameKind> kinds, String name) {
    if (!kinds.contains(NameKind.FARMER_CARD)) {
      return Optional.empty();
    }
    // Nobody ever held a card that has no time here.
    Field<OffsetDateTime> freeSince = max(ENTITY_CARD.UPDATED_ON);
    List<OffsetDateTime> cards =
        sql.select(freeSince)
            .from(CARD)
            .leftJoin(ENTITY_CARD)
            .on(ENTITY_CARD.CARD.eq(CARD.ID))
            .where(lower(val(name)).in(lower(CARD.CARD_ID), lower(CARD.DISPLAY_ID)))
            .and(caller.isOperator() ? noCondition() : CARD.COMPANY.eq(caller.company()))
            .groupBy(CARD.ID)
            .fetch(freeSince);
    if (cards.isEmpty()) {
      return Optional.empty();
    }
    OffsetDateTime since = cards.get(0);
    return Optional.of(
        since == null
            ? "Nobody has held this card yet."
            : "Its last holder gave it back on " + Formats.day(since) + ".");
  }

  /** The nearest name that the caller sees; of a code, the only one that may be spelled so. */
  private Optional<String> near(Set<NameKind> kinds, String name) {
    List<String> similar = new ArrayList<>();
    List<String> codes = new ArrayList<>();
    kinds.forEach(kind -> (kind.isCode() ? codes : similar).addAll(candidates(kind)));
    return NearestName.sameCode(name, codes).or(() -> NearestName.closest(name, similar));
  }

  private List<String> candidates(NameKind kind) {
    return candidates.computeIfAbsent(
        kind,
        each ->
            kind.isCode()
                ? NamedRecords.query(kind.nearCodes(caller.isOperator()))
                    .with(caller.company(), first(kind))
                    .list(sql, row -> row.getString("name"))
                : NamedRecords.query(kind.candidates(caller.isOperator()))
                    .with(caller.company())
                    .list(sql, row -> row.getString("name")));
  }

  /** The answer has no hint about later names. */
  private String[] first(NameKind kind) {
    return unknown.get(kind).stream()
        .filter(ValueTypes::isStored)
        .limit(Hints.MOST)
        .toArray(String[]::new);
  }

  private boolean isPartner(Set<NameKind> kinds) {
    boolean isParty = kinds.containsAll(Set.of(NameKind.FARMER_NAME, NameKind.COMPANY_NAME));
    return isParty && !caller.isOperator();
  }

  private Optional<String> otherKind(Set<NameKind> kinds, String name) {
    Map<NameKind, Set<String>> others = new EnumMap<>(NameKind.class);
    EnumSet.complementOf(EnumSet.copyOf(kinds)).stream()
        .filter(kind -> kind.key.equals("name") || isOtherCode(kind, kinds))
        .forEach(kind -> others.put(kind, Set.of(name)));
    NamedRecords records = NamedRecords.find(sql, caller, others);
    return others.keySet().stream()
        .filter(kind -> !records.of(Set.of(kind), name).isEmpty())
        .findFirst()
        .map(
            kind ->
                kind.isCode()
                    ? "A farmer %s %s: name the farmer by `%s`."
                        .formatted(kind.verb, ShownValue.of(name), kind.key)
                    : "There is a " + kind.noun + " with this name.");
  }

  /** Whether it is another code of a farmer than the one that was named. */
  private static boolean isOtherCode(NameKind kind, Set<NameKind> named) {
    return kind.isCode()
        && kind.noun.equals("farmer")
        && named.stream().anyMatch(one -> one.noun.equals("farmer"));
  }
}
