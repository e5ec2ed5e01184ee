package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;
import static supplychain.Paths.*;

import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.commons.lang3.ArrayUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Installation;
import supplychain.World;

/** Tokens are made, listed and revoked from the command line. */
class TokenCommandsTest {
  private final World world = new World();
  private final String name = "Cooperative " + World.unique(8);
  private final UUID company = world.company(name);
  private final String email = World.unique(12) + "@example.org";

  @Test
  void aNewTokenIsPrintedAloneAndWorksAtOnce() {
    CommandRun run = create("--company", company.toString(), "--role", "REPORTER").requireExit(0);
    assertTrue(run.out().matches("sct_[A-Za-z0-9_-]{43}\n"), run.out());
    assertEquals("", run.err());
    assertEquals(200, readCompany(run.out().strip()));
  }

  @Test
  void aCompanyIsFoundByItsNameCaseAside() {
    CommandRun run = create("--company", name.toUpperCase(Locale.ROOT), "--role", "ADMIN");
    assertEquals(200, readCompany(run.out().strip()), run.err());
  }

  @Test
  void aNameOfSeveralCompaniesIsAnsweredWithTheirIds() {
    UUID second = world.company(name);
    CommandRun run =
        create("--company", name, "--role", "ADMIN").requireExit(1, company + ", " + second);
    assertEquals("", run.out());
  }

  @Test
  void anUnknownCompanyIsNamedAndNoUserIsCreated() {
    String nowhere = "Nowhere " + World.unique(8);
    create("--company", nowhere, "--role", "ADMIN")
        .requireRefused(1, "No company has the id or the name \"" + nowhere + "\".");
    assertFalse(CommandRun.shared("token", "list").out().contains(email));
  }

  @Test
  void anOperatorHasNoCompanyAndNobodyElseHasNone() {
    assertEquals(200, readCompany(create("--role", "OPERATOR").out().strip()));
    create("--role", "OPERATOR", "--company", name)
        .requireExit(2, "--role OPERATOR does not go with --company");
    create("--role", "MONITOR", "--company", name)
        .requireExit(2, "--role MONITOR does not go with --company");
    create("--role", "MEMBER").requireExit(2, "--role MEMBER needs --company");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ANYONE", "BOSS", ""})
  void anUnknownRoleIsRefused(String role) {
    create("--company", name, "--role", role)
        .requireExit(2, "'--role': it must be MONITOR, REPORTER, MEMBER, ADMIN or OPERATOR.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ann", "ann@", "ann example.org", "@example.org"})
  void anInvalidAddressIsRefused(String address) {
    CommandRun.shared("token", "create", "--user", address, "--role", "OPERATOR")
        .requireExit(2, "--user must be an e-mail address");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2020-01-01",
        "2020-01-01T00:00:00Z",
        "2999-02-30",
        "tomorrow",
        "0d",
        "90",
        "90 d",
        ""
      })
  void anEndThatIsNotInTheFutureIsRefused(String expires) {
    create("--role", "OPERATOR", "--expires", expires).requireExit(2, "must be a date");
  }

  @Test
  void aTokenCanExpireAfterANumberOfDays() {
    OffsetDateTime before = OffsetDateTime.now(ZoneOffset.UTC).minusSeconds(1);
    create("--company", name, "--role", "MEMBER", "--expires", "90d").requireExit(0);
    String end = cells(CommandRun.shared("token", "list"), email).get(5);
    Duration since = Duration.between(before.plusDays(90), OffsetDateTime.parse(end));
    assertTrue(since.compareTo(Duration.ofMinutes(5)) < 0 && !since.isNegative(), end);
  }

  @Test
  void theListShowsEverythingButTheTokenAndItsHash() {
    String tomorrow = LocalDate.now(ZoneOffset.UTC).plusDays(1).toString();
    String token =
        create("--company", name, "--role", "member", "--expires", tomorrow).out().strip();
    CommandRun list = CommandRun.shared("token", "list").requireExit(0);
    assertFalse(list.out().contains(token.substring(4)));
    List<String> cells = cells(list, email);
    assertEquals(List.of(email, name, "MEMBER"), cells.subList(1, 4));
    assertEquals(List.of(tomorrow + "T06:30:00Z", "-", "-"), cells.subList(5, 8));
  }

  @Test
  void controlCharactersInNamesAreEscaped() {
    UUID nasty = world.company("A\u009b2J\u001b[2J\u202e" + World.unique(8));
    assertEquals(0, create("--company", nasty.toString(), "--role", "ADMIN").exitCode());
    String name = cells(CommandRun.shared("token", "list"), email).get(2);
    assertTrue(name.startsWith("A\\u009b2J\\u001b[2J\\u202e"), name);
  }

  @Test
  void aRevokedTokenIsRefusedAtOnceAndRevokingItTwiceIsFine() {
    String token = create("--company", name, "--role", "REPORTER").out().strip();
    String id = cells(CommandRun.shared("token", "list"), email).get(0);
    assertEquals(0, CommandRun.shared("token", "revoke", id).exitCode());
    assertEquals(401, readCompany(token));
    String revoked = cells(CommandRun.shared("token", "list"), email).get(6);
    assertEquals(0, CommandRun.shared("token", "revoke", id).exitCode());
    assertEquals(revoked, cells(CommandRun.shared("token", "list"), email).get(6));
  }

  @Test
  void revokingAnUnknownTokenFails() {
    CommandRun.shared("token", "revoke", UUID.randomUUID().toString())
        .requireExit(1, "No token has the id");
    assertEquals(2, CommandRun.shared("token", "revoke", "it").exitCode());
  }

  @Test
  void tokensForOneNewUserAtTheSameInstantMakeOneUser() {
    List<CommandRun> runs =
        IntStream.range(0, 8)
            .parallel()
            .mapToObj(number -> create("--company", name, "--role", "MEMBER"))
            .toList();
    assertEquals(List.of(), runs.stream().filter(run -> run.exitCode() != 0).toList());
    assertEquals(8, runs.stream().map(CommandRun::out).distinct().count());
    CommandRun list = CommandRun.shared("token", "list");
    assertEquals(8, list.out().lines().filter(line -> line.contains(email)).count());
  }

  private CommandRun create(String... more) {
    return CommandRun.shared(ArrayUtils.insert(0, more, "token", "create", "--user", email));
  }

  private int readCompany(String token) {
    return Installation.shared().client(token).get(COMPANIES + company + "/").status();
  }

  private static List<String> cells(CommandRun list, String user) {
    String line = list.out().lines().filter(row -> row.contains(user)).findFirst().orElseThrow();
    return List.of(line.split(" {2,}", -1));
  }
}
