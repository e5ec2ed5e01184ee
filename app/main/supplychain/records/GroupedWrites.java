package supplychain.records;

import static java.util.stream.Collectors.toMap;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jooq.DSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Author;
import supplychain.database.Batch;
import supplychain.database.Batch.Fetched;
import supplychain.database.Database;
import supplychain.database.Document.Written;
import supplychain.database.RevokedException;
import supplychain.http.Answer;
import supplychain.http.GroupKeys;
import supplychain.http.GroupKeys.NewRecord;
import supplychain.http.GroupMember;
import supplychain.http.Idempotency.Keeper;
import supplychain.records.ManyAmendment.Target;
import supplychain.validation.Body;
import supplychain.verify.Warning;
import supplychain.verify.Warnings;

/**
 * Creates or changes the records of several requests in one transaction, with a function for many.
 * A request that is refused gets its own findings, and the others are recorded. If anything else
 * fails, nothing of the group is recorded, and each member is done alone. If the connection was cut
 * during the commit, nobody knows whether the group is recorded, and each member is told so.
 */
final class GroupedWrites {
  private static final Logger LOG = LoggerFactory.getLogger(GroupedWrites.class);

  private final Database database;
  private final RecordKind kind;
  private final Function<GroupMember, Optional<Object>> identity;
  private final Many many;
  private final BiFunction<UUID, byte[], Answer> answer;

  /** Records those bodies that have no mistakes. Returns the ids by body. */
  @FunctionalInterface
  private interface Many {
    Map<Body, UUID> write(
        DSLContext sql, Map<Body, GroupMember> bodies, BiConsumer<Body, Problem> refused);
  }

  private GroupedWrites(
      Database database,
      RecordKind kind,
      Function<GroupMember, Optional<Object>> identity,
      Many many,
      BiFunction<UUID, byte[], Answer> answer) {
    this.database = database;
    this.kind = kind;
    this.identity = identity;
    this.many = many;
    this.answer = answer;
  }

  /** Creates records. Of requests with the same key, a group has only one. */
  static GroupedWrites creations(Database database, RecordKind kind) {
    return new GroupedWrites(
        database,
        kind,
        member -> member.keeper().sameKey(),
        (sql, bodies, refused) -> {
          Map<Body, Caller> callers = new LinkedHashMap<>();
          bodies.forEach((body, member) -> callers.put(body, member.caller()));
          return kind.create(sql, callers, refused);
        },
        (id, document) -> Answer.created(kind.path(), id, document));
  }

  /** Changes records. Of requests for the same record, a group has only one. */
  static GroupedWrites amendments(Database database, RecordKind kind) {
    return new GroupedWrites(
        database,
        kind,
        member -> Optional.of(member.pathId()),
        (sql, bodies, refused) -> {
          Map<Body, Target> targets = new LinkedHashMap<>();
          bodies.forEach(
              (body, member) -> targets.put(body, new Target(member.pathId(), member.caller())));
          return kind.change(sql, targets, refused);
        },
        (id, document) -> new Answer(200, null, document));
  }

  /** Stops a group before it writes: these members have keys that are in use. */
  private static final class KeysInUse extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<GroupMember> members;

    KeysInUse(List<GroupMember> members) {
      this.members = members;
    }
  }

  /** Records a group, and tells each member its end. */
  void record(List<GroupMember> members) {
    List<GroupMember> group = withoutRepeats(members);
    if (group.isEmpty()) {
      return;
    }
    try {
      transact(group);
    } catch (KeysInUse e) {
      e.members.forEach(GroupMember::goAlone);
      group.removeAll(e.members);
      record(group);
    } catch (RuntimeException e) {
      if (Database.isOutcomeUnknown(e)) {
        group.forEach(member -> member.failed(e));
      } else {
        String state = Database.sqlState(e);
        if (state.isEmpty() && !(e instanceof RevokedException)) {
          LOG.warn("a group of {} failed; its requests are done alone", group.size(), e);
        } else {
          LOG.info("{} requests are done alone: {}", group.size(), state);
        }
        group.forEach(GroupMember::goAloneAfterFailure);
      }
    }
  }

  /** Of requests with the same identity, the first stays. The others are done alone. */
  private List<GroupMember> withoutRepeats(List<GroupMember> members) {
    Set<Object> first = new HashSet<>();
    List<GroupMember> group = new ArrayList<>();
    for (GroupMember member : members) {
      if (identity.apply(member).map(first::add).orElse(true)) {
        group.add(member);
      } else {
        member.goAlone();
      }
    }
    return group;
  }

  private void transact(List<GroupMember> members) {
    Map<Body, GroupMember> bodies = new LinkedHashMap<>();
    members.forEach(member -> bodies.put(member.body(), member));
    Map<Body, Author> authors = new HashMap<>();
    bodies.forEach((body, member) -> authors.put(body, member.author()));
    List<GroupMember> leftOut = new ArrayList<>();
    try {
      database.writeTogether(
          authors,
          batch -> {
            claimKeys(batch, members);
            Recorded recorded = write(batch, bodies, leftOut);
            // At once after the commit: no later failure may let a member be recorded again.
            recorded.refused().forEach((body, problem) -> bodies.get(body).failed(problem));
            recorded.ids().forEach((member, id) -> member.recorded(answer(recorded, id)));
            return recorded;
          });
    } finally {
      // Nothing of these was written, whatever happened to the others.
      leftOut.forEach(GroupMember::goAlone);
    }
  }

  private static void claimKeys(Batch batch, List<GroupMember> members) {
    Fetched<Keeper> used =
        GroupKeys.claim(batch, members.stream().map(GroupMember::keeper).toList());
    batch.run();
    if (!used.list().isEmpty()) {
      throw new KeysInUse(
          members.stream().filter(one -> used.list().contains(one.keeper())).toList());
    }
  }

  private Recorded write(Batch batch, Map<Body, GroupMember> bodies, List<GroupMember> leftOut) {
    Map<Body, Problem> refused = new HashMap<>();
    Map<Body, UUID> written = many.write(batch.sql(), bodies, refused::put);
    bodies.forEach(
        (body, member) -> {
          if (!written.containsKey(body) && !refused.containsKey(body)) {
            leftOut.add(member);
          }
        });
    Map<GroupMember, UUID> ids = new LinkedHashMap<>();
    written.forEach((body, id) -> ids.put(bodies.get(body), id));
    List<NewRecord> records = new ArrayList<>();
    ids.forEach(
        (member, id) -> records.add(new NewRecord(member.keeper(), id, kind.path() + id + "/")));
    Fetched<Warning> warnings = Warnings.add(batch, kind.name(), written.values());
    Fetched<Written> documents = GroupKeys.documents(batch, kind.document(), records);
    batch.commit();
    Map<UUID, byte[]> byId = documents.list().stream().collect(toMap(Written::id, Written::json));
    return new Recorded(ids, refused, byId, warnings.list());
  }

  /** What a group has recorded, and the documents by id. */
  private record Recorded(
      Map<GroupMember, UUID> ids,
      Map<Body, Problem> refused,
      Map<UUID, byte[]> documents,
      List<Warning> warnings) {}

  private Answer answer(Recorded recorded, UUID id) {
    List<Warning> own =
        recorded.warnings().stream().filter(one -> one.record().equals(id)).toList();
    return answer.apply(id, recorded.documents().get(id)).with(own);
  }
}
