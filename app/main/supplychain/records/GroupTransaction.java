package supplychain.records;

import static java.util.stream.Collectors.toMap;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import supplychain.core.Caller;
import supplychain.core.Problem;
import supplychain.database.Batch;
import supplychain.database.Batch.Fetched;
import supplychain.database.Database;
import supplychain.database.Document.Written;
import supplychain.database.SqlFailure;
import supplychain.http.Answer;
import supplychain.http.AnswerKeeper;
import supplychain.http.AnswerKeeper.NewRecord;
import supplychain.http.GroupMember;
import supplychain.http.WriteGroups;
import supplychain.validation.Body;
import supplychain.verify.Warning;
import supplychain.verify.Warnings;

/**
 * Creates or changes the records of several requests in one transaction, with the {@link Recording}
 * of the kind. A request with mistakes gets its own findings, and the others are recorded. What an
 * exception means:
 *
 * <ul>
 *   <li>Something is not as the group assumed, or some key is not free: the group begins again, and
 *       reads ({@link Batch#mayAssume}).
 *   <li>It has read which keys are not free, because they are in use or have an answer: their
 *       requests go alone, and the others begin again.
 *   <li>It is unknown whether the commit came through, or no connection became free: this is the
 *       answer to all members.
 *   <li>Anything else, such as a revoked token: nothing of the group is recorded, and each request
 *       is done alone ({@link WriteGroups}).
 *   <li>An {@code Error} before the commit: {@link WriteGroups} gives it to the members that have
 *       no ending yet, as a 500.
 * </ul>
 *
 * @param areChanges whether each request changes a record; otherwise each creates one
 */
record GroupTransaction(Database database, RecordKind kind, boolean areChanges) {
  private static final Logger LOG = LoggerFactory.getLogger(GroupTransaction.class);

  /**
   * The SQLSTATEs that requests at the same time cause in daily work, so that the log has no
   * warning for them: a serialization failure, a deadlock, a lock wait, a statement that takes too
   * long, a unique value that is taken.
   */
  private static final Set<String> EXPECTED = Set.of("40001", "40P01", "55P03", "57014", "23505");

  /** Stops a group before it commits: these members have keys that are not free. */
  private static final class KeysNotFree extends RuntimeException {
    private final transient List<GroupMember> members;

    KeysNotFree(List<GroupMember> members) {
      this.members = members;
    }
  }

  /**
   * Records a group, and tells each member its ending. Of requests with the same key, or for the
   * same record, all but the first go alone after the group.
   */
  void record(List<GroupMember> members) {
    Set<Object> identities = new HashSet<>();
    List<GroupMember> group = new ArrayList<>();
    List<GroupMember> repeats = new ArrayList<>();
    for (GroupMember member : members) {
      Object identity = areChanges ? member.pathId() : member.keeper().sameKey().orElse(member);
      (identities.add(identity) ? group : repeats).add(member);
    }
    try {
      recordDistinct(group, true);
    } finally {
      repeats.forEach(GroupMember::goAlone);
    }
  }

  /**
   * Records members with different keys, or for different records. It may use known rows without
   * reading them ({@link Batch#mayAssume}). If the group must begin again, it calls itself.
   */
  private void recordDistinct(List<GroupMember> group, boolean mayAssume) {
    if (group.isEmpty()) {
      return;
    }
    try {
      transact(group, mayAssume);
    } catch (KeysNotFree e) {
      e.members.forEach(GroupMember::goAlone);
      group.removeAll(e.members);
      // The others begin again in a new transaction.
      recordDistinct(group, false);
    } catch (RuntimeException e) {
      // A refused member gets an unknown outcome, too: its mistake may only exist because of what
      // another member took. And without a connection, each of them alone would wait once more.
      if (SqlFailure.isOutcomeUnknown(e) || SqlFailure.hadNoConnection(e)) {
        group.forEach(member -> member.fail(e));
      } else if (mayAssume && SqlFailure.isWrongAssumption(e)) {
        recordDistinct(group, false);
      } else {
        logFailure(group.size(), e);
        group.forEach(GroupMember::goAloneAfterFailure);
      }
    }
  }

  private void logFailure(int members, RuntimeException e) {
    String reason = e instanceof Problem ? e.getMessage() : SqlFailure.state(e);
    if (e instanceof Problem || EXPECTED.contains(reason)) {
      LOG.info("{} requests ({}) are done alone: {}", members, kind.name(), reason);
    } else {
      LOG.warn("{} requests ({}) are done alone, because they failed", members, kind.name(), e);
    }
  }

  private void transact(List<GroupMember> group, boolean mayAssume) {
    Map<Body, GroupMember> members = new LinkedHashMap<>();
    for (GroupMember member : group) {
      members.put(areChanges ? member.body().forRecord(member.pathId()) : member.body(), member);
    }
    List<GroupMember> leftOut = new ArrayList<>();
    try {
      database.writeTogether(
          ofEach(members, GroupMember::author), mayAssume, batch -> write(batch, members, leftOut));
    } finally {
      // Nothing of these was written, so they go alone whatever happens to the others. Before the
      // end of the transaction their keys would not be free.
      leftOut.forEach(GroupMember::goAlone);
      group.removeAll(leftOut);
    }
  }

  private static <T> Map<Body, T> ofEach(
      Map<Body, GroupMember> members, Function<GroupMember, T> value) {
    Map<Body, T> values = new LinkedHashMap<>();
    members.forEach((body, member) -> values.put(body, value.apply(member)));
    return values;
  }

  /**
   * Records the bodies, commits, and tells each member its ending. The first queries of the
   * recording go to PostgreSQL together with the claim of the keys.
   */
  private void write(Batch batch, Map<Body, GroupMember> members, List<GroupMember> leftOut) {
    Supplier<List<AnswerKeeper>> usedKeys =
        AnswerKeeper.claim(batch, members.values().stream().map(GroupMember::keeper).toList());
    Map<Body, Problem> refused = new HashMap<>();
    Map<Body, Caller> callers = ofEach(members, one -> one.keeper().caller());
    kind.replaceNames(batch.sql(), callers);
    Recording recording = areChanges ? kind.amendments() : kind.creations();
    Map<Body, UUID> ids = recording.record(batch.sql(), callers, refused::put);
    List<AnswerKeeper> used = usedKeys.get();
    if (!used.isEmpty()) {
      throw new KeysNotFree(
          members.values().stream().filter(one -> used.contains(one.keeper())).toList());
    }
    members.keySet().stream()
        .filter(body -> !ids.containsKey(body) && !refused.containsKey(body))
        .forEach(body -> leftOut.add(members.get(body)));
    List<NewRecord> records = new ArrayList<>();
    ids.forEach(
        (body, id) -> records.add(new NewRecord(members.get(body).keeper(), id, kind.pathOf(id))));
    Supplier<List<Warning>> warnings = Warnings.add(batch, kind.name(), ids);
    Fetched<Written> documents = AnswerKeeper.documents(batch, kind.document(), records);
    batch.commit();
    // It is committed: from here on, Database makes an unknown outcome of any failure.
    refused.forEach((body, problem) -> members.get(body).fail(problem));
    List<Warning> all = warnings.get();
    Map<UUID, byte[]> byId = documents.list().stream().collect(toMap(Written::id, Written::json));
    ids.forEach((body, id) -> members.get(body).finish(answer(id, byId.get(id), all)));
  }

  private Answer answer(UUID id, byte[] document, List<Warning> warnings) {
    Answer answer =
        areChanges ? new Answer(200, null, document) : new Answer(201, kind.pathOf(id), document);
    return answer.with(warnings.stream().filter(one -> one.record().equals(id)).toList());
  }
}
