package supplychain.ingest;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jooq.DSLContext;
import supplychain.ingest.Refs.Ref;
import supplychain.records.account.UserResource;
import supplychain.records.company.CompanyResource;
import supplychain.validation.Body;
import supplychain.validation.Formats;

/** The fields in which records name others by their refs. Replaces the refs by ids. */
final class RefFields {
  /** A field that names a record of one of these kinds. The replacement sets another text. */
  private record Mention(
      String pointer, List<String> kinds, String text, Consumer<TextNode> replacement) {
    /** The refs that the text may mean: it is a ref, or {@code KIND/REF}. */
    List<Ref> refs() {
      List<Ref> refs = new ArrayList<>();
      for (String kind : kinds) {
        refs.add(new Ref(kind, text));
        if (text.startsWith(kind + "/")) {
          refs.add(new Ref(kind, text.substring(kind.length() + 1)));
        }
      }
      return refs;
    }
  }

  private final DSLContext sql;
  private final Refs refs;
  private final Refusals refusals;
  private final Map<UUID, Boolean> existing = new HashMap<>();

  RefFields(DSLContext sql, Refs refs, Refusals refusals) {
    this.sql = sql;
    this.refs = refs;
    this.refusals = refusals;
  }

  /** The kinds of records that a field of this name may name; none for most fields. */
  private static List<String> kinds(String field) {
    return switch (field) {
      case "buyer", "company", "owner" -> List.of("companies");
      case "creator", "user" -> List.of("users");
      case "source", "destination" -> List.of("farmers", "companies");
      case "product_id", "product", "products" -> List.of("products");
      case "card", "farmer", "form", "premium", "transaction" -> List.of(field + "s");
      case "forms", "premiums" -> List.of(field);
      case "parents" -> List.of("transactions");
      default -> List.of();
    };
  }

  /** Looks up the refs of a batch: the records' own refs, and those that the records name. */
  void lookUp(IngestKind kind, List<SourceRecord> records) {
    Set<Ref> wanted = new HashSet<>();
    for (SourceRecord record : records) {
      wanted.add(Refs.of(kind, record));
      for (Mention mention : mentions(record)) {
        wanted.addAll(mention.refs());
      }
    }
    refs.lookUp(wanted);
    existing.clear();
  }

  /**
   * Replaces the refs in a record of this batch by ids. Returns the pointers whose mistakes are not
   * repeated: their mistake is already named, or the record that they name has a mistake itself.
   */
  Set<String> replace(IngestKind kind, SourceRecord record) {
    Set<String> judged = new HashSet<>();
    for (Mention mention : mentions(record)) {
      UUID id = find(kind, record, mention);
      if (id.equals(Refs.MISTAKEN)) {
        judged.add(mention.pointer());
      }
      mention.replacement().accept(TextNode.valueOf(id.toString()));
    }
    return judged;
  }

  private UUID find(IngestKind kind, SourceRecord record, Mention mention) {
    List<Ref> meant = mention.refs().stream().filter(refs::know).toList();
    if (meant.size() == 1) {
      return refs.get(meant.get(0));
    }
    if (!meant.isEmpty()) {
      String ways = meant.stream().map(ref -> "`" + ref + "`").collect(joining(" or "));
      String detail = "Two records have this ref; write " + ways + ".";
      refusals.add(record.line(), mention.pointer(), "ambiguous", detail);
      return Refs.MISTAKEN;
    }
    List<String> kinds = mention.kinds();
    String text = mention.text();
    UUID id = Formats.uuid(text).filter(one -> mayExist(kinds, one)).orElse(Refs.MISTAKEN);
    if (id.equals(Refs.MISTAKEN)) {
      String where = kinds.contains(kind.title()) ? " before this one" : "";
      String which = Refs.isWellFormed(text) ? "the ref `" + text + "`" : "such a ref";
      String titles = String.join(" or ", kinds);
      String detail = "Of %s, no record%s has %s.".formatted(titles, where, which);
      refusals.add(record.line(), mention.pointer(), "does_not_exist", detail);
    }
    return id;
  }

  /** Looks for users and companies. Whoever creates the record looks for the other kinds. */
  private boolean mayExist(List<String> kinds, UUID id) {
    return switch (kinds.get(0)) {
      case "users" -> existing.computeIfAbsent(id, one -> UserResource.exists(sql, one));
      case "companies" -> existing.computeIfAbsent(id, one -> CompanyResource.exists(sql, one));
      default -> true;
    };
  }

  private static List<Mention> mentions(SourceRecord record) {
    List<Mention> found = new ArrayList<>();
    search(record.node(), record.pointer(), List.of(), ref -> {}, found);
    return found;
  }

  /**
   * Searches a value for refs. A field that names records of these kinds has a ref, an object whose
   * {@code id} is a ref, or an array of them.
   */
  private static void search(
      JsonNode value,
      String pointer,
      List<String> kinds,
      Consumer<TextNode> replacement,
      List<Mention> found) {
    if (value.isTextual() && !kinds.isEmpty()) {
      found.add(new Mention(pointer, kinds, value.asText(), replacement));
    }
    for (int i = 0; value instanceof ArrayNode array && i < array.size(); i++) {
      int index = i;
      search(array.get(i), pointer + "/" + i, kinds, id -> array.set(index, id), found);
    }
    for (Map.Entry<String, JsonNode> field : value.properties()) {
      String name = field.getKey();
      if (kinds.isEmpty() || name.equals("id")) {
        List<String> named = kinds.isEmpty() ? kinds(name) : kinds;
        search(field.getValue(), Body.pointer(pointer, name), named, field::setValue, found);
      }
    }
  }
}
