package supplychain.cli;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import picocli.CommandLine.Command;
import supplychain.cli.Settings.Value;

/** Shows the settings in force, each with where it comes from. */
@Command(name = "config", description = "Show the settings in force; secrets are hidden.")
final class Config extends ConfiguredCommand {
  Config() {
    super(EnumSet.allOf(Setting.class));
  }

  @Override
  void run(Settings settings) {
    Serving.tls(settings);
    DatabaseAddress address = DatabaseSettings.read(settings, DatabaseSettings.DEFAULT_FOLDER);
    List<List<String>> rows = new ArrayList<>(List.of(List.of("SETTING", "VALUE", "FROM")));
    for (Setting setting : Setting.values()) {
      Value value = settings.get(setting);
      boolean isFolder = setting == Setting.DATA && address.folder() != null;
      rows.add(
          List.of(
              setting.isSecret() ? setting.variable() : setting.flag(),
              isFolder ? address.folder().toString() : value.shown(),
              value.isGiven() ? value.source() + " " + value.name() : value.source()));
    }
    TextColumns.print(rows, out());
  }
}
