package supplychain.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows how a command is used. */
@Command(name = "help", description = "Show how a command is used: help token create")
final class Help implements Callable<Integer> {
  @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "The command, in its words.")
  List<String> words = List.of();

  @Spec CommandSpec command;

  @Override
  public Integer call() {
    CommandLine shown = command.parent().commandLine();
    for (String word : words) {
      shown = shown.getSubcommands().get(word);
      if (shown == null) {
        throw Failure.wrongUse("There is no command " + String.join(" ", words) + ".");
      }
    }
    shown.usage(command.commandLine().getOut());
    return ExitCode.OK;
  }
}
