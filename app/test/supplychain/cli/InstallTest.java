package supplychain.cli;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;
import org.apache.commons.lang3.ArrayUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import supplychain.Client;
import supplychain.postgres.TemporaryFolder;

/** The installation, below a scratch root: its files, its units for systemd, and its service. */
class InstallTest {
  private static final String JAR = System.getProperty("jar");
  private static final String UNITS = "usr/local/lib/systemd/system";
  private static final String SETTINGS = "etc/supply-chain/settings.properties";

  /** {@code systemd-analyze security} calls a figure below this OK; 0 is the best. */
  private static final double OK = 5;

  /** The root of an installation that no test changes. */
  @TempDir static Path installed;

  private static Run install;

  @TempDir Path temp;
  private Path root;

  /** A program that was run. */
  private record Run(int exitCode, String output) {}

  @BeforeAll
  static void install() throws Exception {
    assumeTrue(JAR != null, "only Maven packs the jar");
    assumeTrue(System.getProperty("os.name").equals("Linux"), "systemd runs on Linux only");
    install = jar("install", "--root", installed.toString());
  }

  /** A copy of the installation, which the test may change. */
  @BeforeEach
  void copy() throws IOException {
    root = temp.resolve("root");
    PathUtils.copyDirectory(installed, root, StandardCopyOption.COPY_ATTRIBUTES);
  }

  @Test
  void aScratchRootGetsTheFilesAndNoProgramRuns() throws Exception {
    assertEquals(
        """
        write     /usr/local/lib/supply-chain.jar
        write     /usr/local/lib/systemd/system/supply-chain.service
        write     /usr/local/lib/systemd/system/supply-chain-backup.service
        write     /usr/local/lib/systemd/system/supply-chain-backup.timer
        write     /usr/local/lib/systemd/system/supply-chain-verify.service
        write     /usr/local/lib/systemd/system/supply-chain-verify.timer
        write     /usr/local/lib/sysusers.d/supply-chain-user.conf
        write     /usr/local/bin/supply-chain
        write     /etc/supply-chain/settings.properties
        leave out systemd-sysusers supply-chain-user.conf
        leave out systemctl daemon-reload
        leave out systemctl enable supply-chain.service supply-chain-backup.timer supply-chain-verify.timer
        leave out systemctl restart supply-chain.service supply-chain-backup.timer supply-chain-verify.timer
        """,
        install.output);
    assertEquals(
        """
        rw-r--r-- etc/supply-chain/settings.properties
        rwxr-xr-x usr/local/bin/supply-chain
        rw-r--r-- usr/local/lib/supply-chain.jar
        rw-r--r-- usr/local/lib/systemd/system/supply-chain-backup.service
        rw-r--r-- usr/local/lib/systemd/system/supply-chain-backup.timer
        rw-r--r-- usr/local/lib/systemd/system/supply-chain-verify.service
        rw-r--r-- usr/local/lib/systemd/system/supply-chain-verify.timer
        rw-r--r-- usr/local/lib/systemd/system/supply-chain.service
        rw-r--r-- usr/local/lib/sysusers.d/supply-chain-user.conf
        """,
        files().entrySet().stream()
            .map(file -> file.getValue() + " " + file.getKey() + "\n")
            .collect(Collectors.joining()));
    assertEquals(-1, Files.mismatch(Path.of(JAR), root.resolve("usr/local/lib/supply-chain.jar")));
    for (String file : files().keySet()) {
      boolean isText = !file.endsWith(".jar");
      assertFalse(isText && Files.readString(root.resolve(file)).contains("@java@"), file);
      assertFalse(isText && Files.readString(root.resolve(file)).contains("@shared@"), file);
    }
  }

  @Test
  void aDryRunShowsTheTextOfEachFileAndWritesNone() throws Exception {
    Path empty = temp.resolve("empty");
    Run dry = jar("install", "--root", empty.toString(), "--dry-run");
    assertFalse(Files.exists(empty));
    for (String file : files().keySet()) {
      if (!file.endsWith(".jar")) {
        String shown =
            Files.readString(root.resolve(file)).replaceAll("(?m)^(?=.)", "    ").stripTrailing();
        assertTrue(dry.output.contains("/" + file + "\n" + shown + "\n"), dry.output);
      }
    }
  }

  @Test
  void theFileOfSettingsExplainsEachSettingAndChangesOnlyTheFolder() throws Exception {
    List<String> lines = Files.readAllLines(root.resolve(SETTINGS));
    for (Setting setting : Setting.values()) {
      if (setting != Setting.CONFIG) {
        int line = indexOf(lines, "#?" + setting.key() + "=.*");
        assertTrue(lines.get(line - 1).startsWith("# "), setting.key());
      }
    }
    List<String> active = lines.stream().filter(line -> line.matches("[^#].*")).toList();
    assertEquals(List.of("data=/var/lib/supply-chain"), active);
    // Each default is a value that the service accepts. A time zone would last in this process.
    List<String> defaults =
        lines.stream()
            .filter(line -> !line.startsWith("#time-zone="))
            .map(line -> line.replaceFirst("^#(?=[a-z-]+=.)", ""))
            .toList();
    String all = Files.write(temp.resolve("all.properties"), defaults).toString();
    assertEquals(
        "20 file stop-wait in " + all,
        CommandRun.of("config", "--config", all).inForce("--stop-wait"));
  }

  private static int indexOf(List<String> lines, String pattern) {
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).matches(pattern)) {
        found.add(i);
      }
    }
    assertEquals(1, found.size(), pattern);
    return found.get(0);
  }

  @Test
  @Tag("proof")
  void anUpgradeRefreshesTheUnitsAndKeepsTheSettings() throws Exception {
    Path unit = root.resolve(UNITS).resolve("supply-chain.service");
    String written = Files.readString(unit);
    Files.writeString(unit, "[Service]\n");
    String own = "port=9000\n#stop-wait = 3\ndata: /srv/records\n";
    Files.writeString(root.resolve(SETTINGS), own);
    Run again = jar("install", "--root", root.toString());
    assertTrue(again.output.contains("\nextend    /" + SETTINGS + "\n"), again.output);
    assertEquals(written, Files.readString(unit));
    String settings = Files.readString(root.resolve(SETTINGS));
    assertTrue(settings.startsWith(own + "\n# The address to listen on"), settings);
    assertEquals(1, settings.split("(?m)^#?port=", -1).length - 1);
    assertFalse(settings.contains("#stop-wait=") || settings.contains("data=/"), settings);
    Run third = jar("install", "--root", root.toString());
    assertTrue(third.output.contains("\nkeep      /" + SETTINGS + "\n"), third.output);
    assertEquals(settings, Files.readString(root.resolve(SETTINGS)));
  }

  @Test
  @Tag("proof")
  void uninstallRemovesEverythingExceptTheSettingsTheRecordsAndTheBackups() throws Exception {
    Path record = root.resolve("var/lib/supply-chain/record");
    Path backup = root.resolve("var/lib/supply-chain-backups/backup");
    for (Path file : List.of(record, backup)) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, "kept");
    }
    Path key = root.resolve("etc/credstore/supply-chain.tls-key");
    Files.createDirectories(key.getParent());
    Files.createSymbolicLink(key, Path.of("privkey.pem"));
    Run uninstall = jar("uninstall", "--root", root.toString());
    assertTrue(
        uninstall.output.contains("systemctl clean --what=cache supply-chain.service\n"),
        uninstall.output);
    assertTrue(
        uninstall.output.endsWith(
            """
            keep      /etc/supply-chain/settings.properties
            keep      /var/lib/supply-chain
            keep      /var/lib/supply-chain-backups
            keep      /etc/credstore/supply-chain.tls-key
            keep      the user supply-chain, who owns the records
            """),
        uninstall.output);
    assertEquals(
        List.of(SETTINGS, "var/lib/supply-chain-backups/backup", "var/lib/supply-chain/record"),
        List.copyOf(files().keySet()));
  }

  @Test
  @Tag("proof")
  void withoutARootTheMachineMustRunSystemd() throws Exception {
    assumeTrue(!Files.exists(Path.of("/run/systemd/system")), "this machine runs systemd");
    for (String command : List.of("install", "uninstall")) {
      Run run = java(Map.of(), "-jar", JAR, command);
      assertEquals(1, run.exitCode);
      assertEquals(
          "This machine does not run systemd. For a container, see app/deploy. To see the"
              + " files, add --dry-run.\n",
          run.output);
    }
  }

  @Test
  void systemdFindsNoMistakeInTheUnits() throws Exception {
    requireAnalyze();
    List<String> words = new ArrayList<>(List.of("systemd-analyze", "verify", "--man=no"));
    Path units = root.resolve(UNITS);
    TemporaryFolder.names(units).forEach(name -> words.add(units.resolve(name).toString()));
    assertEquals(new Run(0, ""), run(Map.of(), words.toArray(String[]::new)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"supply-chain", "supply-chain-backup", "supply-chain-verify"})
  void systemdCallsTheSecurityOfEachServiceOk(String service) throws Exception {
    requireAnalyze();
    Path unit = root.resolve(UNITS).resolve(service + ".service");
    Run security =
        run(Map.of(), "systemd-analyze", "security", "--offline=true", "--no-pager", "" + unit);
    Matcher level =
        Pattern.compile("Overall exposure level for \\S+: ([0-9.]+) ").matcher(security.output);
    assertTrue(level.find() && Double.parseDouble(level.group(1)) < OK, security.output);
  }

  private static void requireAnalyze() throws Exception {
    assumeTrue(
        Files.exists(Path.of("/usr/bin/systemd-analyze")),
        "systemd-analyze is absent: install Debian's package systemd");
  }

  @Test
  @Tag("proof")
  void theInstalledServiceAnswersAndItsTimersBackUpAndVerify() throws Exception {
    Path settings = root.resolve(SETTINGS);
    Files.writeString(settings, Files.readString(settings).replace("#port=8080", "port=0"));
    Path backups = Files.createDirectories(root.resolve("var/lib/supply-chain-backups"));
    List<String> serve = List.of(command("supply-chain.service"));
    try (ServiceProcess service = ServiceProcess.startJava(environment(), serve)) {
      Client client = service.client(null);
      assertEquals("{\"status\":\"ready\"}\n", client.get("/health/ready").text());
      Run backup = java(environment(), command("supply-chain-backup.service"));
      assertEquals(0, backup.exitCode, backup.output);
      assertTrue(backup.output.contains("older backups removed: 0."), backup.output);
      Run verify = java(environment(), command("supply-chain-verify.service"));
      assertEquals(0, verify.exitCode, verify.output);
      assertTrue(verify.output.startsWith("The books are right, "), verify.output);
      service.terminate();
      assertEquals(0, service.exitCode());
    }
    assertLinesMatch(
        List.of("supply-chain-\\d{4}-\\d\\d-\\d\\dT\\d{6}[+-]\\d{4}\\.zip"),
        TemporaryFolder.names(backups));
  }

  /** The arguments of Java in a unit, with the scratch root before each path. */
  private String[] command(String unit) throws IOException {
    String line =
        Files.readString(root.resolve(UNITS).resolve(unit))
            .lines()
            .filter(each -> each.startsWith("ExecStart="))
            .findFirst()
            .orElseThrow();
    return Arrays.stream(line.split(" ", -1))
        .skip(1)
        .map(word -> word.startsWith("/") ? root + word : word)
        .toArray(String[]::new);
  }

  /** The variables of the units, and the folder of the records, below the scratch root. */
  private Map<String, String> environment() {
    return Map.of(
        "SUPPLY_CHAIN_CONFIG",
        root.resolve(SETTINGS).toString(),
        "SUPPLY_CHAIN_DATA",
        root.resolve("var/lib/supply-chain").toString());
  }

  private static Run jar(String... arguments) throws Exception {
    Run run = java(Map.of(), ArrayUtils.insert(0, arguments, "-jar", JAR));
    assertEquals(0, run.exitCode, run.output);
    return run;
  }

  private static Run java(Map<String, String> variables, String... arguments) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return run(variables, ArrayUtils.addFirst(arguments, java));
  }

  private static Run run(Map<String, String> variables, String... words) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().putAll(variables);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Run(process.waitFor(), output);
  }

  /** The files below the root, with their permissions. */
  private Map<String, String> files() throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        files.put(
            root.relativize(path).toString(),
            PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
      }
    }
    return files;
  }
}
