package supplychain.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_COMMAND_LIST;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The help of the commands, which fits a terminal of 80 columns: the commands in groups by task,
 * and an example for each command.
 */
final class CommandHelp {
  private static final int WIDTH = 80;

  private static final Map<String, List<String>> TASKS = new LinkedHashMap<>();

  static {
    TASKS.put("Run the service", List.of("demo", "serve", "install", "uninstall", "config"));
    TASKS.put("Give access", List.of("token"));
    TASKS.put("Record", List.of("load", "import"));
    TASKS.put("Look and check", List.of("status", "verify", "report", "trace", "history"));
    TASKS.put("Backups", List.of("backup", "check-backup", "restore"));
    TASKS.put("Upgrade and move", List.of("migrate", "move"));
    TASKS.put("Protect personal data", List.of("erase"));
    TASKS.put("Help", List.of("help", "version"));
  }

  private CommandHelp() {}

  /** Arranges the help of these commands, which must all be in a group. */
  static CommandLine arrange(CommandLine commands) {
    commands.setUsageHelpWidth(WIDTH);
    UsageMessageSpec usage = commands.getCommandSpec().usageMessage();
    usage.commandListHeading("");
    usage.description(usage.messages().resourceBundle().getString("description"));
    usage.footer(usage.messages().resourceBundle().getString("footer").split("%n"));
    commands.getSubcommands().values().forEach(CommandHelp::arrangeCommand);
    commands.getHelpSectionMap().put(SECTION_KEY_COMMAND_LIST, CommandHelp::tasks);
    return commands;
  }

  private static void arrangeCommand(CommandLine command) {
    UsageMessageSpec usage = command.getCommandSpec().usageMessage();
    ResourceBundle texts = usage.messages().resourceBundle();
    String key = Commands.words(command.getCommandSpec()).replace(' ', '.');
    usage.description(texts.getString(key + ".description").split("%n"));
    usage.footer(
        Stream.of(texts.getString(key + ".example").split("%n"))
            .map(line -> "  " + line)
            .toArray(String[]::new));
    usage.footerHeading("%nExample:%n");
    usage.commandListHeading("%nCommands:%n");
    usage.abbreviateSynopsis(true);
    command.getSubcommands().values().forEach(CommandHelp::arrangeCommand);
  }

  private static String tasks(Help help) {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, List<String>> task : TASKS.entrySet()) {
      Map<String, Help> commands = new LinkedHashMap<>();
      task.getValue().forEach(name -> commands.put(name, help.subcommands().get(name)));
      text.append("%n%s:%n".formatted(task.getKey())).append(help.commandList(commands));
    }
    return text.toString();
  }
}
