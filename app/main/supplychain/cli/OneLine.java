package supplychain.cli;

import java.io.PrintWriter;
import java.sql.SQLException;
import java.util.regex.Pattern;
import org.flywaydb.core.api.FlywayException;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;
import supplychain.backup.BackupException;
import supplychain.database.Database;
import supplychain.database.SchemaException;
import supplychain.postgres.DataFolderException;

/** Says in one line why a command ends badly; a stack trace is for faults of the program. */
final class OneLine implements IExecutionExceptionHandler, IParameterExceptionHandler {
  /** How the message of a type begins that says what a text must be. */
  static final String RULE = " must be ";

  private static final Pattern SPACE = Pattern.compile("\\s+");
  private static final String WRONG_SQL_CLASS = "42";
  private static final String NO_PRIVILEGE = "42501";

  /** The message of an exception in one line; of a database's refusal, the database's own words. */
  static String of(Throwable exception) {
    Throwable teller = exception;
    for (Throwable cause = exception;
        cause != null && !isForPeople(exception);
        cause = cause.getCause()) {
      teller = cause instanceof SQLException ? cause : teller;
    }
    String message = teller.getMessage() == null ? teller.toString() : teller.getMessage();
    return inOneLine(message);
  }

  private static String inOneLine(String message) {
    return SPACE.matcher(message.strip()).replaceAll(" ");
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed)
      throws Exception {
    if (e instanceof Failure failure) {
      return say(command, failure);
    }
    if (isForPeople(e)) {
      return say(command, inOneLine(e.getMessage()), ExitCode.SOFTWARE);
    }
    if (isRefusalOfDatabase(e)) {
      return say(command, "The database failed: " + of(e), ExitCode.SOFTWARE);
    }
    throw e;
  }

  /** Whether its message is meant for people as it is, whatever caused it. */
  private static boolean isForPeople(Throwable e) {
    return e instanceof DataFolderException
        || e instanceof SchemaException
        || e instanceof BackupException;
  }

  private static boolean isRefusalOfDatabase(Exception e) {
    String state = Database.sqlState(e);
    boolean fault = state.startsWith(WRONG_SQL_CLASS) && !state.equals(NO_PRIVILEGE);
    boolean told = e instanceof FlywayException;
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      told |= cause instanceof SQLException;
    }
    return told && !fault;
  }

  @Override
  public int handleParseException(ParameterException e, String[] arguments) {
    CommandLine command = e.getCommandLine();
    PrintWriter err = command.getErr();
    if (e.getCause() instanceof TypeConversionException wrong
        && wrong.getMessage().startsWith(RULE)) {
      String name =
          e.getArgSpec() instanceof OptionSpec option
              ? option.longestName()
              : e.getArgSpec().paramLabel();
      return say(command, name + wrong.getMessage(), ExitCode.USAGE);
    }
    err.println(SPACE.matcher(e.getMessage()).replaceAll(" "));
    UnmatchedArgumentException.printSuggestions(e, err);
    err.println("Help: java -jar supply-chain.jar " + path(command) + "--help");
    err.flush();
    return ExitCode.USAGE;
  }

  private static String path(CommandLine command) {
    return command.getParent() == null
        ? ""
        : path(command.getParent()) + command.getCommandName() + " ";
  }

  static int say(CommandLine command, Failure failure) {
    return say(command, failure.getMessage(), failure.exitCode());
  }

  private static int say(CommandLine command, String line, int exitCode) {
    command.getErr().println(line);
    command.getErr().flush();
    return exitCode;
  }
}
