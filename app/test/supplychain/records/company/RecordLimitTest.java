package supplychain.records.company;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static supplychain.Paths.*;

import java.util.List;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import supplychain.AtOnce;
import supplychain.Client;
import supplychain.OneCompany;
import supplychain.Records;
import supplychain.Reply;
import supplychain.World;
import supplychain.core.Caller;
import supplychain.core.Role;
import supplychain.records.RecordLimit;

/** A company shows what it has: it can't have so much that it is too heavy to be read. */
@Tag("proof")
class RecordLimitTest extends OneCompany {
  private final UUID user = world.member(company);
  private final Client admin = world.client(user, company, Role.ADMIN);

  private Reply premium(int number) {
    return admin.post(
        PREMIUMS, "{\"owner\": \"%s\", \"name\": \"P%d\"}".formatted(company, number));
  }

  private Reply visibility(int number) {
    return admin.post(
        VISIBILITIES, "{\"company\": \"%s\", \"name\": \"v%d\"}".formatted(company, number));
  }

  private Reply member(int number) {
    return admin.post(MEMBERS, named(number, ""));
  }

  private Reply token(int number) {
    return admin.post(TOKENS, named(number, ", \"role\": \"MEMBER\""));
  }

  private String named(int number, String more) {
    return "{\"company\": \"%s\", \"email\": \"u%d.%s@example.org\"%s}"
        .formatted(company, number, company, more);
  }

  private int count(RecordLimit room) {
    return Records.count(room.company().getTable(), room.company().eq(company));
  }

  private void assertRefused(Reply reply, String detail) {
    reply.expect(409, " too_many");
    assertEquals(detail, reply.at("/detail"));
  }

  /** Of several at the same instant there is room for two. */
  private void assertTwoMore(RecordLimit room, List<Reply> replies) {
    assertEquals(List.of(201, 201, 409, 409), AtOnce.statuses(replies), replies.toString());
    assertEquals(room.most(), count(room));
  }

  private int shown(String name) {
    return admin.get(COMPANIES + company + "/").json().get(name).size();
  }

  /** Fills the company with records of a kind that shows them under this name. */
  private void assertAThousand(
      RecordLimit limit, String shown, String path, String change, IntFunction<Reply> make) {
    String first = make.apply(0).id();
    int copies = limit.most() - 2 - count(limit);
    World.copy(limit.company().getTable(), UUID.fromString(first), "name", copies);
    assertEquals(limit.most() - 2, count(limit));
    assertTwoMore(limit, AtOnce.send(4, i -> make.apply(i + 1)));
    assertRefused(make.apply(9), "A company can have at most 1000 " + limit.what() + ".");
    admin.patch(path + first + "/", change).expect(200);
    assertEquals(limit.most(), shown(shown));
  }

  @Test
  void aCompanyHasAThousandPremiumsAndNoMore() {
    String change = "{\"amount\": \"2\"}";
    assertAThousand(RecordLimit.PREMIUMS, "owned_premiums", PREMIUMS, change, this::premium);
  }

  @Test
  void aCompanyHasAThousandFieldVisibilitiesAndNoMore() {
    assertAThousand(
        RecordLimit.VISIBILITIES,
        "field_visibilties",
        VISIBILITIES,
        "{\"visibility\": false}",
        this::visibility);
  }

  @Test
  void aCompanyHasTenThousandMembersAndNoMore() {
    member(0).expect(201);
    UUID[] users =
        IntStream.range(count(RecordLimit.MEMBERS), RecordLimit.MEMBERS.most() - 2)
            .mapToObj(i -> UUID.randomUUID())
            .toArray(UUID[]::new);
    World.write(
        """
        insert into app_user (id, email, creator, updater)
        select id, id || '@example.org', ?, ? from unnest(?) id\
        """,
        Caller.SYSTEM,
        Caller.SYSTEM,
        users);
    World.write(
        """
        insert into company_member (id, company, app_user, creator, updater)
        select gen_random_uuid(), ?, id, ?, ? from unnest(?) id\
        """,
        company,
        Caller.SYSTEM,
        Caller.SYSTEM,
        users);
    assertTwoMore(
        RecordLimit.MEMBERS, AtOnce.send(4, i -> i % 2 == 0 ? member(i + 1) : token(i + 1)));
    assertRefused(member(9), "A company can have at most 10000 members.");
    assertRefused(token(9), "A company can have at most 10000 members.");
    member(0).expect(201);
    token(0).expect(201);
    assertEquals(RecordLimit.MEMBERS.most(), shown("members"));
  }
}
