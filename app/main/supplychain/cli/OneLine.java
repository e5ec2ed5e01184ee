package supplychain.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.sql.SQLException;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.flywaydb.core.api.FlywayException;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;
import supplychain.core.Failure;
import supplychain.core.Problem;
import supplychain.database.SchemaException;
import supplychain.database.SqlFailure;
import supplychain.validation.TerminalText;

/** Prints in one line why a command fails. A stack trace shows a fault of the program. */
final class OneLine implements IExecutionExceptionHandler, IParameterExceptionHandler {
  private static final String WRONG_SQL_CLASS = "42";
  private static final String NO_PRIVILEGE = "42501";

  /** The message of an exception in one line. If the database failed, it is PostgreSQL's own. */
  static String of(Throwable exception) {
    Throwable cause =
        ExceptionUtils.stream(exception)
            .filter(SQLException.class::isInstance)
            .reduce((outer, inner) -> inner)
            .orElse(exception);
    return inOneLine(cause.getMessage() == null ? cause.toString() : cause.getMessage());
  }

  /** Spaces that are not of ASCII stay: they may be part of the name of a file. */
  private static String inOneLine(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }

  /** Which file cannot be read or written, and why. */
  private static String ofFile(IOException e) {
    if (e instanceof NoSuchFileException) {
      return e.getMessage() + ": there is no such file or folder";
    }
    if (e instanceof AccessDeniedException) {
      return e.getMessage() + ": user " + System.getProperty("user.name") + " has no permission";
    }
    return of(e);
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed)
      throws Exception {
    if (e instanceof Problem problem && command.getCommand() instanceof ConfiguredCommand one) {
      one.say(problem.findings());
    }
    say(command, line(e).replace("`errors` names", "The lines above name"));
    return e instanceof Failure failure ? failure.exitCode() : ExitCode.SOFTWARE;
  }

  /** Why a command fails. Throws the exception of a fault of the program. */
  private static String line(Exception e) throws Exception {
    if (e instanceof Failure || e instanceof Problem || e instanceof SchemaException) {
      return inOneLine(e.getMessage());
    }
    if (e instanceof UncheckedIOException io) {
      return "A file cannot be read or written: " + ofFile(io.getCause()) + ".";
    }
    if (isRefusalOfDatabase(e)) {
      return "The database failed: " + of(e);
    }
    throw e;
  }

  private static boolean isRefusalOfDatabase(Exception e) {
    String state = SqlFailure.state(e);
    boolean isOfSql = ExceptionUtils.indexOfType(e, SQLException.class) >= 0;
    boolean isFault = state.startsWith(WRONG_SQL_CLASS) && !state.equals(NO_PRIVILEGE);
    return !isFault && (e instanceof FlywayException || isOfSql);
  }

  @Override
  public int handleParseException(ParameterException e, String[] arguments) {
    CommandLine command = e.getCommandLine();
    say(command, inOneLine(e.getMessage()));
    UnmatchedArgumentException.printSuggestions(e, command.getErr());
    String words = command.getCommandSpec().qualifiedName();
    say(command, "Help: " + words + " --help");
    return ExitCode.USAGE;
  }

  static void say(CommandLine command, String line) {
    command.getErr().println(TerminalText.of(line));
  }
}
