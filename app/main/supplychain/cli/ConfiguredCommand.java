package supplychain.cli;

import java.io.PrintWriter;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that reads settings. */
abstract class ConfiguredCommand implements Callable<Integer> {
  private final Set<Setting> used;
  private CommandSpec command;

  /** A command with these settings as options. */
  ConfiguredCommand(Set<Setting> used) {
    this.used = used;
  }

  /** Adds the settings to the options that the fields of the command declare. */
  @Spec
  final void setCommand(CommandSpec command) {
    this.command = command;
    used.stream()
        .filter(setting -> !setting.isSecret())
        .forEach(setting -> command.addOption(setting.option()));
  }

  @Override
  public final Integer call() {
    Commands all = (Commands) command.root().userObject();
    run(new Settings(command.commandLine().getParseResult(), all.variables()));
    return ExitCode.OK;
  }

  /** Does the work. */
  abstract void run(Settings settings);

  /** The words of the command, such as {@code token create}. */
  final String words() {
    return command.qualifiedName().substring(command.root().name().length() + 1);
  }

  /** Where the result goes. */
  final PrintWriter out() {
    return command.commandLine().getOut();
  }

  /** Where everything else goes that a person should read. */
  final void say(String line) {
    out().flush();
    command.commandLine().getErr().println(line);
    command.commandLine().getErr().flush();
  }
}
