package supplychain.cli;

import static supplychain.schema.Tables.*;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.Record;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import supplychain.core.Caller;
import supplychain.core.Failure;
import supplychain.core.Role;
import supplychain.database.Database;
import supplychain.records.account.TokenResource;
import supplychain.validation.Formats;

@Command(name = "token")
final class TokenCommands {
  @Command(name = "create")
  static final class Create extends DatabaseCommand {
    static final int LONGEST_EMAIL = 100;

    @Option(
        names = "--user",
        required = true,
        paramLabel = "EMAIL",
        descriptionKey = "token.create.user")
    String user;

    @Option(names = "--company", paramLabel = "ID-or-NAME", descriptionKey = "token.create.company")
    String company;

    @Option(names = "--role", required = true, paramLabel = "ROLE")
    Role role;

    @Option(names = "--expires", paramLabel = "DATE-or-DAYS")
    Moment.Expiry expires;

    @Override
    void check() {
      if (!Formats.isEmail(user) || user.codePointCount(0, user.length()) > LONGEST_EMAIL) {
        throw Failure.wrongUse(
            "--user must be an e-mail address of at most " + LONGEST_EMAIL + " characters.");
      }
      if (!role.hasCompany() && company != null) {
        throw Failure.wrongUse(
            "--role " + role + " does not go with --company: such a token belongs to no company.");
      }
      if (role.hasCompany() && company == null) {
        throw Failure.wrongUse("--role " + role + " needs --company, by its id or its name.");
      }
      if (expires != null && !expires.time().isAfter(OffsetDateTime.now(ZoneOffset.UTC))) {
        throw Failure.wrongUse("--expires must be a date or a date-time in the future.");
      }
    }

    @Override
    void run(Database database) {
      out().println(database.write(author(), this::create));
    }

    private String create(DSLContext sql) {
      UUID acting = company == null ? null : company(sql, company);
      OffsetDateTime end = expires == null ? null : expires.time();
      return TokenResource.create(sql, user, acting, role, end);
    }
  }

  /** Lists the tokens, without their secrets. */
  @Command(name = "list")
  static final class Listing extends DatabaseCommand {
    @Override
    void run(Database database) {
      print(
          List.of("ID", "USER", "COMPANY", "ROLE", "CREATED", "EXPIRES", "REVOKED", "LAST USED"),
          database.read(TokenResource::all).stream().map(Listing::row));
    }

    private static List<Object> row(Record token) {
      return List.of(
          token.get(TOKEN.ID),
          token.get(APP_USER.EMAIL),
          token.get(COMPANY.NAME) == null ? "-" : token.get(COMPANY.NAME),
          token.get(TOKEN.ROLE),
          time(token.get(TOKEN.CREATED_ON)),
          time(token.get(TOKEN.EXPIRES_ON)),
          time(token.get(TOKEN.REVOKED_ON)),
          token.get(TOKEN_USE.LAST_USED_ON) == null ? "-" : token.get(TOKEN_USE.LAST_USED_ON));
    }
  }

  @Command(name = "revoke")
  static final class Revocation extends DatabaseCommand {
    @Parameters(paramLabel = "ID", descriptionKey = "token.revoke.ID")
    UUID id;

    @Override
    void run(Database database) {
      if (!database.write(author(), sql -> TokenResource.revoke(sql, Caller.SYSTEM, id))) {
        throw Failure.of("No token has the id " + id + ".");
      }
      say("Revoked " + id + ".");
    }
  }
}
