package supplychain.ingest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import supplychain.records.account.UserQueries;
import supplychain.records.company.CompanyQueries;
import supplychain.validation.Formats;

/** Puts ids in the places where the records of a batch name others by their refs. */
final class Names {
  private final DSLContext sql;
  private final Refs refs;
  private final Mistakes mistakes;
  private final Map<UUID, Boolean> existing = new HashMap<>();

  Names(DSLContext sql, Refs refs, Mistakes mistakes) {
    this.sql = sql;
    this.refs = refs;
    this.mistakes = mistakes;
  }

  /** Looks up the refs of a batch: its records' own, and those they name. */
  void lookUp(List<NamedRecord> records) {
    Set<Ref> keys = new HashSet<>();
    for (NamedRecord one : records) {
      if (one.isNamed()) {
        keys.add(one.key());
      }
      PlacesOfKinds.rewrite(
          one.record(),
          (pointer, kinds, text) -> {
            keys.addAll(qualified(kinds, text));
            keys.addAll(plain(kinds, text));
            return text;
          });
    }
    keys.removeIf(ref -> !LoadRecord.isRef(ref.text()));
    refs.lookUp(keys);
    existing.clear();
  }

  /** What {@code KIND/REF} means, where the text is of that form. */
  private static List<Ref> qualified(List<LoadKind> kinds, String text) {
    List<Ref> keys = new ArrayList<>();
    for (LoadKind kind : kinds) {
      String prefix = kind.title() + "/";
      if (text.startsWith(prefix)) {
        keys.add(new Ref(kind, text.substring(prefix.length())));
      }
    }
    return keys;
  }

  /** What the text may mean as a ref. */
  private static List<Ref> plain(List<LoadKind> kinds, String text) {
    return kinds.stream().map(kind -> new Ref(kind, text)).toList();
  }

  /**
   * Replaces the refs of a record of this batch.
   *
   * @return the pointers at which nothing more is to be said: a mistake is named already, or what
   *     is meant has one itself
   */
  Set<String> rewrite(LoadRecord record) {
    Set<String> judged = new HashSet<>();
    PlacesOfKinds.rewrite(
        record,
        (pointer, kinds, text) -> {
          UUID id = find(record, pointer, kinds, text);
          if (id.equals(Refs.MISTAKEN)) {
            judged.add(pointer);
          }
          return id.toString();
        });
    return judged;
  }

  private UUID find(LoadRecord record, String pointer, List<LoadKind> kinds, String text) {
    List<Ref> meant = qualified(kinds, text).stream().filter(refs::knows).toList();
    if (meant.isEmpty()) {
      meant = plain(kinds, text).stream().filter(refs::knows).toList();
    }
    if (meant.size() > 1) {
      String ways = meant.stream().map(Names::quoted).collect(Collectors.joining(" or "));
      String detail = "Two records have this ref; write " + ways + ".";
      mistakes.add(pointer, record.line(), "ambiguous", detail);
      return Refs.MISTAKEN;
    }
    return meant.stream()
        .findFirst()
        .map(refs::get)
        .orElseGet(() -> passThrough(record, pointer, kinds, text));
  }

  private static String quoted(Ref ref) {
    return "`%s/%s`".formatted(ref.kind().title(), ref.text());
  }

  /** The id of an existing record, which stands for itself. */
  private UUID passThrough(LoadRecord record, String pointer, List<LoadKind> kinds, String text) {
    Optional<UUID> id = Formats.uuid(text).filter(one -> mayExist(kinds, one));
    if (id.isPresent()) {
      return id.get();
    }
    String titles = kinds.stream().map(LoadKind::title).collect(Collectors.joining(" or "));
    String where = kinds.contains(record.kind()) ? " before this one" : "";
    String which = LoadRecord.isRef(text) ? "the ref `" + text + "`" : "such a ref";
    String detail = "Of %s, no record%s has %s.".formatted(titles, where, which);
    mistakes.add(pointer, record.line(), "does_not_exist", detail);
    return Refs.MISTAKEN;
  }

  /** Looks for users and companies; for the rest, who records the record does that. */
  private boolean mayExist(List<LoadKind> kinds, UUID id) {
    return switch (kinds.get(0)) {
      case USERS -> existing.computeIfAbsent(id, one -> UserQueries.exists(sql, one));
      case COMPANIES -> existing.computeIfAbsent(id, one -> CompanyQueries.exists(sql, one));
      default -> true;
    };
  }
}
