package supplychain.cli;

import java.util.regex.Pattern;
import supplychain.install.SystemdService;

/** The file of settings of an installed service, with a comment for each setting. */
final class SettingsFile {
  private static final String HEAD =
      """
      # Settings of the supply-chain service. Remove the # before a setting to change it, and run:
      #     sudo systemctl restart supply-chain
      # "sudo supply-chain config" shows the settings in force. Passwords and keys have files of
      # their own: see "Install" in the manual.
      """;

  private SettingsFile() {}

  /** The lines for the settings that a file with this text does not mention. */
  static String missing(String present) {
    StringBuilder lines = new StringBuilder(present.isBlank() ? HEAD : "");
    for (Setting setting : Setting.values()) {
      Pattern mentioned = Pattern.compile("(?m)^[ \\t#!]*" + setting.key() + "[ \\t]*[=:]");
      if (setting != Setting.CONFIG && !mentioned.matcher(present).find()) {
        boolean isData = setting == Setting.DATA && present.isBlank();
        String value = isData ? SystemdService.RECORDS : setting.initial();
        String comment = setting.description().replaceAll("(.{1,95})(?: |$)", "# $1\n");
        lines.append('\n').append(comment).append(isData ? "" : "#");
        lines.append(setting.key()).append('=').append(value == null ? "" : value).append('\n');
      }
    }
    return lines.toString();
  }
}
