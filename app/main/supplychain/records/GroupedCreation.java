package supplychain.records;

import static java.util.stream.Collectors.groupingBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jooq.DSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Author;
import supplychain.database.Database;
import supplychain.http.Answer;
import supplychain.http.GroupKeys;
import supplychain.http.GroupMember;
import supplychain.validation.Body;
import supplychain.verify.Warning;
import supplychain.verify.Warnings;

/**
 * Creates the records of several requests in one transaction, with the function that creates many.
 * A request that is refused gets its own findings, and the others are recorded. If anything else
 * fails, nothing of the group is recorded, and each member is done alone. If the connection was cut
 * during the commit, nobody knows whether the group is recorded, and each member is told so.
 */
final class GroupedCreation {
  private static final Logger LOG = LoggerFactory.getLogger(GroupedCreation.class);

  private final Database database;
  private final RecordKind kind;

  GroupedCreation(Database database, RecordKind kind) {
    this.database = database;
    this.kind = kind;
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
        LOG.info("{} requests are done alone: {}", group.size(), Database.sqlState(e));
        group.forEach(GroupMember::goAlone);
      }
    }
  }

  /** Of requests with the same key, the first stays. The others find its answer afterwards. */
  private static List<GroupMember> withoutRepeats(List<GroupMember> members) {
    Set<Object> keys = new HashSet<>();
    List<GroupMember> group = new ArrayList<>();
    for (GroupMember member : members) {
      if (member.keeper().sameKey().map(keys::add).orElse(true)) {
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
    Created created =
        database.writeTogether(
            authors,
            sql -> {
              GroupKeys.claim(
                  sql,
                  members,
                  used -> {
                    throw new KeysInUse(used);
                  });
              return create(sql, bodies);
            });
    created.refused().forEach((body, problem) -> bodies.get(body).failed(problem));
    created.ids().forEach((member, id) -> member.recorded(created.answer(kind, member, id)));
    // Those that the function left out.
    members.forEach(GroupMember::goAlone);
  }

  private Created create(DSLContext sql, Map<Body, GroupMember> bodies) {
    Map<Body, Caller> callers = new LinkedHashMap<>();
    bodies.forEach((body, member) -> callers.put(body, member.caller()));
    Map<Body, Problem> refused = new HashMap<>();
    Map<Body, UUID> created = kind.create(sql, callers, refused::put);
    Map<GroupMember, UUID> ids = new LinkedHashMap<>();
    created.forEach((body, id) -> ids.put(bodies.get(body), id));
    List<Warning> warnings = Warnings.later(sql, kind.name(), created.values());
    Map<Caller, Map<UUID, byte[]>> documents = new HashMap<>();
    ids.keySet().stream()
        .collect(groupingBy(GroupMember::caller))
        .forEach(
            (caller, own) -> {
              Map<GroupMember, UUID> ownIds = new LinkedHashMap<>(ids);
              ownIds.keySet().retainAll(own);
              documents.put(
                  caller, GroupKeys.documentsLater(sql, kind.path(), ownIds, kind.document()));
            });
    return new Created(ids, refused, documents, warnings);
  }

  /**
   * The records that a group has created.
   *
   * @param documents by caller and id, since users of other companies are not shown; complete after
   *     the commit, and so are the warnings
   */
  private record Created(
      Map<GroupMember, UUID> ids,
      Map<Body, Problem> refused,
      Map<Caller, Map<UUID, byte[]>> documents,
      List<Warning> warnings) {
    Answer answer(RecordKind kind, GroupMember member, UUID id) {
      byte[] document = documents.get(member.caller()).get(id);
      List<Warning> own = warnings.stream().filter(one -> one.record().equals(id)).toList();
      return Answer.created(kind.path(), id, document).with(own);
    }
  }
}
