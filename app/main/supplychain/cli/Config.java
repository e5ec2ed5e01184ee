package supplychain.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows the settings in force, each with where it comes from. */
@Command(name = "config", description = "Show the settings in force; secrets are hidden.")
final class Config implements Callable<Integer> {
  @Mixin final ServerSettings server;
  @Mixin final DatabaseSettings database;
  @Spec CommandSpec command;

  Config(Environment environment) {
    server = new ServerSettings(environment);
    database = new DatabaseSettings(environment);
  }

  @Override
  public Integer call() {
    server.read();
    DatabaseAddress address = database.read(DatabaseSettings.DEFAULT_FOLDER);
    List<List<String>> rows = new ArrayList<>(List.of(List.of("SETTING", "VALUE", "FROM")));
    server.all().forEach(setting -> rows.add(row(setting, address)));
    database.all().forEach(setting -> rows.add(row(setting, address)));
    TextColumns.print(rows, command.commandLine().getOut());
    return ExitCode.OK;
  }

  private static List<String> row(Setting setting, DatabaseAddress address) {
    boolean isFolder = "--data".equals(setting.flag()) && address.folder() != null;
    String value = isFolder ? address.folder().toString() : setting.shown();
    String source = setting.source().name().toLowerCase(Locale.ROOT);
    return List.of(
        setting.flag() == null ? setting.variable() : setting.flag(),
        value.isEmpty() ? "-" : value,
        setting.isGiven() ? source + " " + setting.name() : source);
  }
}
