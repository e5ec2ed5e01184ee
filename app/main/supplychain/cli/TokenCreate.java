package supplychain.cli;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.UUID;
import org.jooq.DSLContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import supplychain.core.Problem;
import supplychain.core.Role;
import supplychain.database.Database;
import supplychain.records.account.TokenQueries;
import supplychain.validation.Formats;

/** Makes a token and prints it, alone. */
@Command(name = "create", description = "Make a token; it is shown this once.")
final class TokenCreate extends DatabaseCommand {
  static final int LONGEST_EMAIL = 100;

  @Option(
      names = "--user",
      required = true,
      paramLabel = "EMAIL",
      description = "Whom it stands for; an unknown user is created.")
  String user;

  @Option(
      names = "--company",
      paramLabel = "ID-or-NAME",
      description = "The company it acts for; an OPERATOR has none.")
  String company;

  @Option(
      names = "--role",
      required = true,
      paramLabel = "ROLE",
      description =
          "REPORTER (reads), MEMBER (records), ADMIN (of the company) or OPERATOR (everything).")
  String role;

  @Option(
      names = "--expires",
      paramLabel = "DATE",
      description =
          "When it ends: 2027-01-31 (from 00:00 UTC of that day it is refused) or"
              + " 2027-01-31T18:00:00Z. Without it, never.")
  String expires;

  @Override
  boolean makesPlace() {
    return true;
  }

  @Override
  void check() {
    if (!Formats.isEmail(user) || user.codePointCount(0, user.length()) > LONGEST_EMAIL) {
      throw Failure.wrongUse(
          "--user must be an e-mail address of at most " + LONGEST_EMAIL + " characters.");
    }
    if (role() == Role.OPERATOR && company != null) {
      throw Failure.wrongUse("--role OPERATOR takes no --company: it acts for all of them.");
    }
    if (role() != Role.OPERATOR && company == null) {
      throw Failure.wrongUse("--role " + role() + " needs --company, by its id or its name.");
    }
    expiry();
  }

  private Role role() {
    for (Role each : Role.values()) {
      if (each != Role.ANYONE && each.name().equals(role.toUpperCase(Locale.ROOT))) {
        return each;
      }
    }
    throw Failure.wrongUse("--role must be REPORTER, MEMBER, ADMIN or OPERATOR.");
  }

  private OffsetDateTime expiry() {
    if (expires == null) {
      return null;
    }
    return Formats.dayOrTime(expires)
        .filter(then -> then.isAfter(OffsetDateTime.now(ZoneOffset.UTC)))
        .orElseThrow(
            () ->
                Failure.wrongUse(
                    "--expires must be a date (2027-01-31) or a date-time with its offset"
                        + " (2027-01-31T18:00:00Z) in the future."));
  }

  @Override
  void run(Database database) {
    database.migrate();
    try {
      String token =
          database.write(
              author(), sql -> TokenQueries.create(sql, user, company(sql), role(), expiry()));
      out().println(token);
    } catch (Problem tooMany) {
      throw Failure.of(tooMany.getMessage());
    }
    out().flush();
  }

  private UUID company(DSLContext sql) {
    return company == null ? null : NamedCompany.find(sql, company);
  }
}
